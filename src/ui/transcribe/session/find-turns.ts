import type { TranscriptChange } from '#storage/transcript-edits.ts';
import type { Speaker, SpeakerCount, StoredSegment } from '#storage/transcript-records.ts';
import { assignSpeakers } from '#transcript-formats/assign-speakers.ts';
import { nameOverlaps } from '#transcript-formats/overlaps.ts';
import { transcribeText } from '#ui/messages/transcribe.ts';
import { AnswerError } from '#ui/state/describe-error.ts';
import { readEvents } from '#ui/state/read-events.ts';
import type { SessionPorts } from '#ui/state/session-ports.ts';
import type { KnownVoices } from './known-voices.ts';

/** The model that distinguishes speakers: it ships with the app. */
const MODEL = 'alcove-speakers';

/** Seconds in which somebody talks. */
interface FoundTurn {
  start: number;
  end: number;
  /** The same for all turns of a person. */
  speaker: string;
}

interface SpeakersEvent {
  type?: string;
  audio?: { decoded_seconds?: number };
  start?: number;
  end?: number;
  speaker?: string;
}

/** Turns of speakers, and which of their labels are names of known voices: the others are letters. */
export interface FoundTurns {
  turns: readonly FoundTurn[];
  names: ReadonlySet<string>;
}

interface TurnSearch {
  /** Of the recording. */
  id: string;
  count: SpeakerCount;
  voices: Pick<KnownVoices, 'addTo'>;
  /** Seconds so far. */
  onHeard: (seconds: number) => void;
}

/** Who speaks when in a stored recording. @throws AnswerError */
export async function findTurns(
  v1: SessionPorts['v1'],
  { id, count, voices, onHeard }: TurnSearch,
  signal: AbortSignal,
): Promise<FoundTurns> {
  const form = new FormData();
  const fields = {
    model: MODEL,
    recording: id,
    response_format: 'diarized_json',
    min_speakers: count.min,
    max_speakers: count.max,
    stream: true,
  };
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  const names = await voices.addTo(form);
  const response = await v1('/v1/audio/transcriptions', form, signal);
  const turns: FoundTurn[] = [];
  let isDone = false;
  for await (const event of readEvents<SpeakersEvent>(response)) {
    const { type, audio, start = 0, end = 0, speaker = '' } = event;
    if (audio?.decoded_seconds !== undefined) onHeard(audio.decoded_seconds);
    if (type === 'transcript.text.segment') turns.push({ start, end, speaker });
    if (type === 'transcript.text.done') isDone = true;
  }
  signal.throwIfAborted();
  if (!isDone) throw new AnswerError(transcribeText.speakersNotFound);
  return { turns, names };
}

/**
 * The segments with who speaks in them, split where several do. People that were named before keep their
 * names where they speak most; a number gives way to the name of a known voice.
 */
export function applyTurns(
  segments: readonly StoredSegment[],
  speakers: readonly Speaker[],
  { turns, names }: FoundTurns,
): TranscriptChange {
  const found = assignSpeakers(segments.map(withoutOverlaps), turns, ({ word }) => word);
  const labels = [...new Set(found.map(({ speaker }) => speaker))].filter((s) => s !== null);
  const before = whoIsWho(labels, segments, speakers, turns);
  const named = nameLabels(labels, before, names);
  const seen = new Set<string>();
  const put = found.map((segment): StoredSegment => {
    const speaker = named.get(segment.speaker ?? '')?.id ?? null;
    const id = seen.has(segment.id) ? `${segment.id}:${crypto.randomUUID()}` : segment.id;
    seen.add(segment.id);
    const { overlaps, ...rest } = segment;
    const own = nameOverlaps(overlaps, (label) => named.get(label)?.id);
    return { ...rest, id, speaker, ...(own.length > 0 && { overlaps: own }) };
  });
  return { remove: [], put, speakers: [...named.values()] };
}

/** As they were before anybody looked for speakers. */
function withoutOverlaps({ overlaps: _, ...segment }: StoredSegment): StoredSegment {
  return segment;
}

/** The speakers of before whose stretches each label mostly has. */
function whoIsWho(
  labels: readonly string[],
  segments: readonly StoredSegment[],
  speakers: readonly Speaker[],
  turns: readonly FoundTurn[],
): Map<string, Speaker> {
  const before = segments.flatMap(({ start, end, speaker }) =>
    speaker === null ? [] : [{ start, end, speaker }],
  );
  const shares = before.length > 0 ? sharedSeconds(turns, before) : new Map<string, number>();
  const pairs = labels
    .flatMap((label) =>
      speakers.map((speaker) => ({ label, speaker, share: shares.get(keyOf(label, speaker.id)) })),
    )
    .filter(({ share }) => share !== undefined)
    .sort((a, b) => (b.share ?? 0) - (a.share ?? 0));
  const found = new Map<string, Speaker>();
  for (const { label, speaker } of pairs) {
    if (!found.has(label) && ![...found.values()].includes(speaker)) found.set(label, speaker);
  }
  return found;
}

/** The numbers that speakers have until a person names them, in every language of the app: a transcript may be older than its choice. */
const NUMBERED = /^(?:Speaker|Sprecher) [1-9]\d*$/;

export const isNumbered = (name: string): boolean => NUMBERED.test(name);

/** Who each label is: who was there before, a known voice, else a new speaker with a number. */
function nameLabels(
  labels: readonly string[],
  before: ReadonlyMap<string, Speaker>,
  known: ReadonlySet<string>,
): Map<string, Speaker> {
  const named = new Map<string, Speaker>();
  const taken = new Set([...before.values()].map(({ name }) => name));
  for (const label of labels) {
    const speaker = before.get(label);
    // What a person has called somebody stays.
    const isTold = speaker && !isNumbered(speaker.name);
    if (isTold || !known.has(label) || taken.has(label)) continue;
    named.set(label, { id: speaker?.id ?? crypto.randomUUID(), name: label });
    taken.add(label);
  }
  let number = 1;
  const next = () => {
    while (taken.has(transcribeText.numberedSpeaker(number))) number++;
    const name = transcribeText.numberedSpeaker(number);
    taken.add(name);
    return { id: crypto.randomUUID(), name };
  };
  return new Map(labels.map((label) => [label, named.get(label) ?? before.get(label) ?? next()]));
}

const keyOf = (label: string, id: string) => `${label} ${id}`;

/** Seconds in which a label and a speaker of before talk. Both lists are sorted by their start. */
function sharedSeconds(
  turns: readonly FoundTurn[],
  before: readonly FoundTurn[],
): Map<string, number> {
  const shares = new Map<string, number>();
  let first = 0;
  for (const turn of turns) {
    while ((before[first]?.end ?? Infinity) < turn.start) first++;
    for (let i = first; (before[i]?.start ?? Infinity) < turn.end; i++) {
      const { start, end, speaker } = before[i] ?? turn;
      const shared = Math.min(turn.end, end) - Math.max(turn.start, start);
      const key = keyOf(turn.speaker, speaker);
      if (shared > 0) shares.set(key, (shares.get(key) ?? 0) + shared);
    }
  }
  return shares;
}
