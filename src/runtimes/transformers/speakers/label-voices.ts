import { dot } from '#base/numbers.ts';
import type { LocalVoice } from '#engine/tasks.ts';
import { meanOf, samplesOf, unit } from './voice-vectors.ts';

/** How much the pieces that a window took for one voice count, next to the piece itself. */
const TRACK_WEIGHT = 0.5;
/** Seconds that two pieces share before they are of two people: a window may change the track of one. */
const MIN_OVERLAP = 0.3;
/** Seconds between the starts of pieces that overlap at most: they last two seconds. */
const MAX_APART = 4;

/** The speaker of each piece: by its voice, and by the others of its track. Two that overlap are of two people. */
export function labelVoices(
  voices: readonly LocalVoice[],
  centres: readonly Float32Array[],
): number[] {
  if (centres.length === 0) return voices.map(() => 0);
  const tracks = new Map<string, LocalVoice[]>();
  for (const voice of voices) {
    tracks.set(voice.track, [...(tracks.get(voice.track) ?? []), voice]);
  }
  const ofTrack = new Map([...tracks].map(([name, all]) => [name, meanOf(samplesOf(all))]));
  const scores = voices.map(({ vector, track }) => {
    const whole = ofTrack.get(track);
    if (!whole?.some((x) => x !== 0)) return null;
    const own = vector && unit(vector);
    return centres.map(
      (centre) => (own ? dot(own, centre) : 0) + TRACK_WEIGHT * dot(whole, centre),
    );
  });
  const labels = voices.map((): number | null => null);
  for (const i of clearestFirst(scores)) {
    const free = freeOf(centres.length, voices, labels, i);
    const own = scores[i];
    const best = own && Math.max(...free.map((speaker) => own[speaker] ?? 0));
    labels[i] = own
      ? own.findIndex((score, s) => score === best && free.includes(s))
      : near(voices, labels, i, free);
  }
  return labels.map((label) => label ?? 0);
}

/** Pieces whose speaker is least in doubt first; those without a voice last, in the order of time. */
function clearestFirst(scores: readonly (readonly number[] | null)[]): number[] {
  const margins = scores.map((own) => {
    if (!own) return -1;
    const [best = 0, next = 0] = own.toSorted((a, b) => b - a);
    return best - next;
  });
  return margins.map((_, i) => i).sort((a, b) => (margins[b] ?? 0) - (margins[a] ?? 0) || a - b);
}

/** Speakers that a piece may have: pieces that overlap it take theirs away, unless that leaves none. */
function freeOf(
  count: number,
  voices: readonly LocalVoice[],
  labels: readonly (number | null)[],
  at: number,
): number[] {
  const { start, end } = voices[at] as LocalVoice;
  const taken = new Set<number | null>();
  const look = (step: 1 | -1) => {
    for (let i = at + step; ; i += step) {
      const other = voices[i];
      if (!other || Math.abs(other.start - start) > MAX_APART) return;
      const shared = Math.min(end, other.end) - Math.max(start, other.start);
      if (shared >= MIN_OVERLAP) taken.add(labels[i] ?? null);
    }
  };
  look(-1);
  look(1);
  const all = Array.from({ length: count }, (_, speaker) => speaker);
  const free = all.filter((speaker) => !taken.has(speaker));
  return free.length > 0 ? free : all;
}

/** The speaker of the nearest piece that is one of `free`: first of those before. */
function near(
  voices: readonly LocalVoice[],
  labels: readonly (number | null)[],
  at: number,
  free: readonly number[],
): number | null {
  const { start, end } = voices[at] as LocalVoice;
  const isFree = (label: number | null | undefined) => label !== null && free.includes(label ?? -1);
  const before = labels.findLastIndex((label, i) => i < at && isFree(label));
  const after = labels.findIndex((label, i) => i > at && isFree(label));
  const gapBefore = start - (voices[before]?.end ?? -Infinity);
  const gapAfter = (voices[after]?.start ?? Infinity) - end;
  return labels[gapAfter < gapBefore ? after : before] ?? null;
}
