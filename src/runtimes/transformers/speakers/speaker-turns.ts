import { dot } from '#base/numbers.ts';
import type { FoundTurns, LocalVoice, SpeakerTurn, TurnsTask } from '#engine/tasks.ts';
import { bayesianGroups, type Differences } from './bayesian-groups.ts';
import { labelVoices } from './label-voices.ts';
import { cutAt, cutInto, linkage } from './linkage.ts';
import { EMBEDDING, meanOf, type Sample, samplesOf } from './voice-vectors.ts';

/** Seconds that a piece must have alone to be clustered; shorter ones follow the nearest speaker. */
const MIN_CLUSTERED = 0.7;
/** Pieces that are clustered: memory grows with the square of their number. */
const MAX_CLUSTERED = 1_200;
/** Distance of unit vectors, on average, up to which pieces are a group to begin with: a cosine of 0.34. */
const FIRST_GROUPS = 1.15;
/** Seconds of a piece that is as long as pieces become. */
const WHOLE_PIECE = 2;
/** Seconds, and share of all speech, below which a group is none: laughter, noise, two voices in one piece. */
const MIN_SECONDS = 2.5;
const MIN_SHARE = 0.002;
/** Rounds in which pieces go to the nearest centre, and centres to the middle of their pieces. */
const ROUNDS = 5;
/** Cosine from which a speaker is a known voice. */
const MIN_KNOWN = 0.45;
/** Pauses up to this many seconds are part of a turn. */
const MAX_PAUSE = 0.2;
/** More groups than speakers that are looked at, where the number is given: some hold noise alone. */
const SPARE_GROUPS = 12;

/** Embeddings in the measure in which voices differ. */
type ReadDifferences = (embeddings: readonly Float32Array[]) => Promise<Differences>;

/** Who speaks when: pieces of voices to speakers. Speakers are numbered by their first turn. `differences`: of embeddings. */
export async function speakerTurns(
  { voices, min, max, known, earlier = [] }: TurnsTask,
  differences: ReadDifferences,
): Promise<FoundTurns> {
  const centres = await findCentres(voices, { min, max }, differences);
  const labels = labelVoices(voices, centres);
  const turns = toTurns(voices, labels);
  const order = [...new Set(turns.map(({ speaker }) => speaker))];
  const found = order.map((speaker) => centres[speaker] ?? new Float32Array(EMBEDDING));
  return {
    turns: turns.map((turn) => ({ ...turn, speaker: order.indexOf(turn.speaker) })),
    known: matchKnown(known, found),
    earlier: matchKnown(earlier, found),
  };
}

/** The middle of each speaker's pieces, as unit vectors; between `min` and `max` of them where there are pieces enough. */
async function findCentres(
  voices: readonly LocalVoice[],
  { min, max }: Pick<TurnsTask, 'min' | 'max'>,
  differences: ReadDifferences,
): Promise<Float32Array[]> {
  const all = samplesOf(voices);
  const long = samplesOf(voices.filter(({ alone }) => alone >= MIN_CLUSTERED));
  const samples = thin(long.length >= Math.max(2, min) ? long : all);
  if (samples.length === 0) return [];
  const merges = linkage(samples.map(({ vector }) => vector));
  const groups = cutAt(merges, samples.length, FIRST_GROUPS);
  const found = groupsThatExplain(
    samples,
    groups,
    await differences(samples.map(({ embedding }) => embedding)),
  );
  const count = Math.min(samples.length, Math.max(min, Math.min(max, found.length)));
  if (count === found.length) return found;
  return settle(samples, cutForCount(samples, merges, count), count);
}

/** Centres of the groups that have speech enough, once pieces belong to the voice that explains them best. */
function groupsThatExplain(
  samples: readonly Sample[],
  groups: readonly number[],
  differences: Differences,
): Float32Array[] {
  const weights = samples.map(({ seconds }) => seconds / WHOLE_PIECE);
  const shares = bayesianGroups(differences, groups, weights);
  const best = shares.map((row) => row.indexOf(Math.max(...row)));
  const total = samples.reduce((sum, { seconds }) => sum + seconds, 0);
  const least = Math.max(MIN_SECONDS, MIN_SHARE * total);
  const found = [...new Set(best)].map((group) => {
    const own = samples.filter((_, i) => best[i] === group);
    const parts = samples.map(({ vector, seconds }, i) => ({
      vector,
      seconds: seconds * (shares[i]?.[group] ?? 0),
    }));
    return { centre: meanOf(parts), seconds: own.reduce((sum, { seconds }) => sum + seconds, 0) };
  });
  found.sort((a, b) => b.seconds - a.seconds);
  return found.filter(({ seconds }, i) => i === 0 || seconds >= least).map(({ centre }) => centre);
}

/** Groups of which `count` are large: more where the smallest of them becomes much larger by that. */
function cutForCount(
  samples: readonly Sample[],
  merges: Parameters<typeof cutInto>[0],
  count: number,
): number[] {
  let best = { size: 0, groups: cutInto(merges, samples.length, count) };
  for (let n = count; n < Math.min(samples.length, count + SPARE_GROUPS); n++) {
    const groups = cutInto(merges, samples.length, n);
    const size = sizesOf(samples, groups)[count - 1] ?? 0;
    if (size > best.size * 1.3) best = { size, groups };
  }
  return best.groups;
}

/** Seconds of each group, largest first. */
function sizesOf(samples: readonly Sample[], groups: readonly number[]): number[] {
  const sizes: number[] = [];
  for (const [i, { seconds }] of samples.entries()) {
    const group = groups[i] ?? 0;
    sizes[group] = (sizes[group] ?? 0) + seconds;
  }
  return Array.from(sizes, (size = 0) => size).sort((a, b) => b - a);
}

/** Centres of the `count` largest groups, and of the pieces that are nearest to them. */
function settle(
  samples: readonly Sample[],
  groups: readonly number[],
  count: number,
): Float32Array[] {
  let centres = largest(samples, groups, count);
  for (let round = 0; round < ROUNDS; round++) {
    const nearest = samples.map(({ vector }) => nearestTo(vector, centres));
    centres = largest(samples, nearest, centres.length);
  }
  return centres;
}

function largest(
  samples: readonly Sample[],
  groups: readonly number[],
  count: number,
): Float32Array[] {
  const members = new Map<number, Sample[]>();
  for (const [i, sample] of samples.entries()) {
    const group = groups[i] ?? 0;
    members.set(group, [...(members.get(group) ?? []), sample]);
  }
  const bySize = [...members.values()]
    .map((group) => ({ group, seconds: group.reduce((sum, { seconds }) => sum + seconds, 0) }))
    .sort((a, b) => b.seconds - a.seconds);
  return bySize.slice(0, count).map(({ group }) => meanOf(group));
}

/** Evenly over the recording; each stands for those that are left out. */
function thin(samples: readonly Sample[]): Sample[] {
  const step = Math.max(1, samples.length / MAX_CLUSTERED);
  return Array.from({ length: Math.floor(samples.length / step) }, (_, i) => {
    const sample = samples[Math.floor(i * step)] as Sample;
    return { ...sample, seconds: sample.seconds * step };
  });
}

function nearestTo(vector: Float32Array, centres: readonly Float32Array[]): number {
  const scores = centres.map((centre) => dot(vector, centre));
  return scores.indexOf(Math.max(...scores));
}

function toTurns(voices: readonly LocalVoice[], labels: readonly number[]): SpeakerTurn[] {
  const turns: SpeakerTurn[] = [];
  const open = new Map<number, SpeakerTurn>();
  for (const [i, { start, end }] of voices.entries()) {
    const speaker = labels[i] ?? 0;
    const turn = open.get(speaker);
    if (turn && start - turn.end <= MAX_PAUSE) turn.end = Math.max(turn.end, end);
    else {
      const next = { start, end, speaker };
      open.set(speaker, next);
      turns.push(next);
    }
  }
  return turns.sort((a, b) => a.start - b.start);
}

/** For each speaker the known voice that it is: best pairs first, each voice and each speaker once. */
function matchKnown(
  known: TurnsTask['known'],
  speakers: readonly Float32Array[],
): (number | null)[] {
  const pairs = known
    .map((voices) => meanOf(samplesOf(voices)))
    .flatMap((voice, at) =>
      speakers.map((centre, speaker) => ({ at, speaker, score: dot(voice, centre) })),
    )
    .filter(({ score }) => score >= MIN_KNOWN)
    .sort((a, b) => b.score - a.score);
  const found = speakers.map((): number | null => null);
  for (const { at, speaker } of pairs) {
    if (found[speaker] === null && !found.includes(at)) found[speaker] = at;
  }
  return found;
}
