import type { TranscriptChange } from '#storage/transcript-edits.ts';
import type { Speaker, SpeakerCount, StoredSegment } from '#storage/transcript-records.ts';
import { assignSpeakers } from '#transcript-formats/assign-speakers.ts';
import { transcribeText } from '#ui/messages/transcribe.ts';
import { AnswerError } from '#ui/state/answer-error.ts';
import { readEvents } from '#ui/state/read-events.ts';
import type { SessionPorts } from '#ui/state/session-ports.ts';

/** The model that distinguishes speakers: it ships with the app. */
const MODEL = 'alcove-speakers';

/** Seconds in which somebody talks. */
export interface FoundTurn {
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

/** Who speaks when in a stored recording. `onHeard`: seconds so far. @throws AnswerError */
export async function findTurns(
  v1: SessionPorts['v1'],
  id: string,
  { min, max }: SpeakerCount,
  onHeard: (seconds: number) => void,
  signal: AbortSignal,
): Promise<FoundTurn[]> {
  const form = new FormData();
  const fields = {
    model: MODEL,
    recording: id,
    response_format: 'diarized_json',
    min_speakers: min,
    max_speakers: max,
    stream: true,
  };
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
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
  return turns;
}

/**
 * The segments with who speaks in them, split where several do. People that were named before keep their
 * names where they speak most.
 */
export function applyTurns(
  segments: readonly StoredSegment[],
  speakers: readonly Speaker[],
  turns: readonly FoundTurn[],
): TranscriptChange {
  const found = assignSpeakers(segments, turns, ({ word }) => word);
  const labels = [...new Set(found.map(({ speaker }) => speaker))].filter((s) => s !== null);
  const named = nameLabels(labels, segments, speakers, turns);
  const seen = new Set<string>();
  const put = found.map((segment): StoredSegment => {
    const speaker = named.get(segment.speaker ?? '')?.id ?? null;
    const id = seen.has(segment.id) ? `${segment.id}:${crypto.randomUUID()}` : segment.id;
    seen.add(segment.id);
    return { ...segment, id, speaker };
  });
  return { remove: [], put, speakers: [...named.values()] };
}

/** Who each label is: somebody who is known, else a new speaker with a number. */
function nameLabels(
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
  const known = new Map<string, Speaker>();
  for (const { label, speaker } of pairs) {
    if (!known.has(label) && ![...known.values()].includes(speaker)) known.set(label, speaker);
  }
  const names = new Set([...known.values()].map(({ name }) => name));
  let number = 1;
  const next = () => {
    while (names.has(transcribeText.numberedSpeaker(number))) number++;
    const name = transcribeText.numberedSpeaker(number);
    names.add(name);
    return { id: crypto.randomUUID(), name };
  };
  return new Map(labels.map((label) => [label, known.get(label) ?? next()]));
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
