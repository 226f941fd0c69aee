import { cutSpeechWindows, type SpeechWindow } from '#audio/speech-windows.ts';
import type { LeftOut, SpeechSegment, SpeechTask, TaskEvent } from '#engine/tasks.ts';
import type { TokenCounts } from './usage-fields.ts';

export interface SpeechOptions extends Omit<SpeechTask, 'kind' | 'windows'> {
  /** Windows heard side by side once the first is done, which goes alone so that text comes soon. */
  windowsAtOnce: number;
  /** Windows at the start that were heard before: they are cut, and passed over. */
  skipWindows?: number;
}

/** Seconds before a segment's end that surely belong to it. */
const EDGE = 0.01;

/** What was said in one window of a recording. Seconds from the recording's start. */
export interface HeardWindow {
  index: number;
  start: number;
  end: number;
  segments: SpeechSegment[];
  language: string | null;
  leftOut: LeftOut | null;
}

/**
 * Transcribes a recording window by window, in order. `run` has a model hear some of them; meanwhile
 * the next are decoded. `counts` gathers tokens.
 */
export async function* transcribe(
  run: (task: SpeechTask) => AsyncIterable<TaskEvent>,
  pieces: AsyncIterable<Float32Array>,
  { windowsAtOnce, skipWindows = 0, ...options }: SpeechOptions,
  counts: TokenCounts,
): AsyncGenerator<HeardWindow> {
  const windows = cutSpeechWindows(pieces);
  for (let i = 0; i < skipWindows; i++) await windows.next();
  let next = takeSome(windows, 1);
  const decodeOn = () => {
    next = takeSome(windows, windowsAtOnce);
    // A failure of the decoder is told when its turn comes.
    next.catch(() => {});
  };
  try {
    for (let isFirst = true; ; isFirst = false) {
      const some = await next;
      if (some.length === 0) return;
      // The first words come soonest when nothing else is done meanwhile.
      if (!isFirst) decodeOn();
      const task = { kind: 'speech', windows: some.map((w) => w.samples), ...options } as const;
      yield* hear(run(task), some, counts);
      if (isFirst) decodeOn();
    }
  } finally {
    await next.catch(() => {});
    await windows.return(undefined);
  }
}

async function takeSome(
  windows: AsyncGenerator<SpeechWindow>,
  most: number,
): Promise<SpeechWindow[]> {
  const some: SpeechWindow[] = [];
  while (some.length < most) {
    const { value, done } = await windows.next();
    if (done) break;
    some.push(value);
  }
  return some;
}

async function* hear(
  events: AsyncIterable<TaskEvent>,
  windows: readonly SpeechWindow[],
  counts: TokenCounts,
): AsyncGenerator<HeardWindow> {
  let segments: SpeechSegment[] = [];
  for await (const event of events) {
    if (event.type === 'start') counts.prompt += event.promptTokens;
    if (event.type === 'end') counts.completion += event.completionTokens;
    if (event.type === 'segment') segments.push(event.segment);
    if (event.type !== 'window') continue;
    const { index, startSeconds, endSeconds, toRecording } = windows[event.window] as SpeechWindow;
    const placed = segments.map(({ text, start, end }) => {
      const from = toRecording(start);
      // A segment's last moment, not the first after a pause that was left out behind it.
      return {
        text,
        start: from,
        end: Math.max(from, toRecording(Math.max(start, end - EDGE)) + EDGE),
      };
    });
    segments = [];
    const { language, leftOut } = event;
    yield { index, start: startSeconds, end: endSeconds, segments: placed, language, leftOut };
  }
}

/** Segments as one text: their own leading spaces join them, the outermost go. */
export function joinSegments(segments: readonly SpeechSegment[]): string {
  return segments
    .map((s) => s.text)
    .join('')
    .trim();
}
