import type { Piece } from '#audio/decoded.ts';
import { SpeechWindows } from '#audio/speech-windows.ts';
import { SAMPLE_RATE } from '#base/audio.ts';
import type { ModelCard } from '#catalog/model-card.ts';
import { speechDecoderOf } from '#catalog/onnx-families.ts';
import type { LeftOut, SpeechSegment, SpeechTask, TaskEvent, WindowEvent } from '#engine/tasks.ts';

type FromWindows = 'kind' | 'samples' | 'isLast' | 'previousText';

export interface SpeechOptions extends Omit<SpeechTask, FromWindows> {
  /** Whether the model goes back to its last timestamp (`seeksTimestamps`). */
  seeks: boolean;
  /** Where to start, and how many windows were transcribed before that. */
  from?: { seconds: number; windows: number };
}

/** Stands for speech that the model could not write down. */
const UNHEARD = ' [inaudible]';
/** Seconds before a segment's end that surely belong to it. */
const EDGE = 0.01;
/** Seconds at a window's end in which its cut is looked for: see `WindowOptions`. */
const SEARCH = { seeking: 4, cutting: 12 };
/** A window that gets on by less than this, twice in a row, is passed over as a whole. */
const MIN_ADVANCE = 5;
/** Characters of earlier text a window is decoded with: a Whisper reads at most 223 tokens. */
const MAX_PREVIOUS = 600;
/** Above this temperature a text is too uncertain to be continued. */
const MAX_TEMPERATURE = 0.5;

/** What one window hands on to the next. */
interface Carry {
  language: string | null;
  /** The text before; empty after one that must not spread. */
  text: string;
  /** Seconds that the last window got on by. */
  advance: number;
}

/** The transcript of one window of a recording. Seconds from the recording's start. */
export interface TranscribedWindow {
  index: number;
  start: number;
  /** The next window starts here, or behind the pause that follows. */
  end: number;
  segments: SpeechSegment[];
  language: string | null;
  leftOut: LeftOut | null;
}

/** Whether a model's timestamps say how far it got in a window. */
export function seeksTimestamps(card: Pick<ModelCard, 'can' | 'family'>): boolean {
  return card.can.timestamps === true && speechDecoderOf(card) !== 'ctc';
}

/**
 * Transcribes a recording window by window, in order. `run` has a model transcribe one of them;
 * meanwhile the sound behind it is decoded.
 */
export async function* transcribe(
  run: (task: SpeechTask) => AsyncIterable<TaskEvent>,
  pieces: AsyncIterable<Piece>,
  { seeks, from = { seconds: 0, windows: 0 }, ...options }: SpeechOptions,
): AsyncGenerator<TranscribedWindow> {
  const windows = new SpeechWindows(pieces, {
    fromSeconds: from.seconds,
    searchSeconds: seeks ? SEARCH.seeking : SEARCH.cutting,
  });
  let carry: Carry = { language: options.language, text: '', advance: Infinity };
  try {
    for (let index = from.windows; ; index++) {
      const window = await windows.next();
      if (!window) return;
      // The first words come soonest when nothing else is done meanwhile.
      if (index > from.windows) windows.readAhead();
      const { samples, isLast, startSeconds, toRecording, endOf } = window;
      const before = { language: carry.language, previousText: carry.text };
      const task = { ...options, kind: 'speech', samples, isLast, ...before } as const;
      const { segments, event } = await collectWindow(run(task));
      const { leftOut } = event;
      const seconds = samples.length / SAMPLE_RATE;
      const isStuck = Math.max(event.transcribedSeconds, carry.advance) < MIN_ADVANCE;
      const advance = isStuck ? seconds : Math.min(seconds, event.transcribedSeconds);
      windows.advance(advance);
      carry = {
        // A window of noise has any language.
        language: carry.language ?? (segments.length > 0 ? event.language : null),
        text: nextContext(carry.text, segments, leftOut),
        advance,
      };
      const end = endOf(advance);
      const placed = isUntranscribed(leftOut)
        ? [{ text: UNHEARD, start: startSeconds, end }]
        : segments.map((segment) => place(segment, toRecording));
      yield {
        index,
        start: startSeconds,
        end,
        segments: placed,
        language: event.language,
        leftOut,
      };
    }
  } finally {
    await windows.close();
  }
}

async function collectWindow(
  events: AsyncIterable<TaskEvent>,
): Promise<{ segments: SpeechSegment[]; event: WindowEvent }> {
  const segments: SpeechSegment[] = [];
  let window: WindowEvent | null = null;
  for await (const event of events) {
    if (event.type === 'segment') segments.push(event.segment);
    if (event.type === 'window') window = event;
  }
  if (!window) throw new Error('The model did not report its window.');
  return { segments, event: window };
}

/** Whether a window contains speech that the model could not transcribe. */
const isUntranscribed = (leftOut: LeftOut | null) => leftOut !== null && leftOut !== 'no-speech';

/** Text for the next window; none after one that is uncertain, or loops would spread. */
function nextContext(
  before: string,
  segments: readonly SpeechSegment[],
  leftOut: LeftOut | null,
): string {
  const isUncertain = segments.some((s) => (s.decoding?.temperature ?? 0) > MAX_TEMPERATURE);
  if (leftOut !== null || isUncertain) return '';
  return (before + segments.map((s) => s.text).join('')).slice(-MAX_PREVIOUS);
}

function place(segment: SpeechSegment, toRecording: (seconds: number) => number): SpeechSegment {
  const span = <T extends { start: number; end: number }>(given: T): T => {
    const start = toRecording(given.start);
    // The last moment of it, not the first after a pause that was left out behind it.
    const end = toRecording(Math.max(given.start, given.end - EDGE)) + EDGE;
    return { ...given, start, end: Math.max(start, end) };
  };
  const { words } = segment;
  return words ? { ...span(segment), words: words.map(span) } : span(segment);
}

/** Segments as one text: their own leading spaces join them, the outermost go. */
export function joinSegments(segments: readonly { text: string }[]): string {
  return segments
    .map((s) => s.text)
    .join('')
    .trim();
}
