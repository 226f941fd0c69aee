import { cutSpeechWindows } from '#audio/speech-windows.ts';
import type { Turn } from '#engine/slot.ts';
import type { SpeechSegment, SpeechTask } from '#engine/tasks.ts';
import type { TokenCounts } from './usage-fields.ts';

export interface SpeechOptions extends Omit<SpeechTask, 'kind' | 'samples'> {}

/**
 * Transcribes a file window by window within one turn: segments with absolute times, in order.
 * `counts` gathers tokens.
 */
export async function* transcribe(
  turn: Turn,
  pieces: AsyncIterable<Float32Array>,
  options: SpeechOptions,
  counts: TokenCounts,
): AsyncGenerator<SpeechSegment> {
  for await (const window of cutSpeechWindows(pieces)) {
    const task: SpeechTask = { kind: 'speech', samples: window.samples, ...options };
    for await (const event of turn.run(task)) {
      if (event.type === 'start') counts.prompt += event.promptTokens;
      if (event.type === 'end') counts.completion += event.completionTokens;
      if (event.type !== 'segment') continue;
      const { text, start, end } = event.segment;
      const offset = window.startSeconds;
      yield { text, start: start + offset, end: end + offset };
    }
  }
}

/** Segments as one text: their own leading spaces join them, the outermost go. */
export function joinSegments(segments: readonly SpeechSegment[]): string {
  return segments
    .map((s) => s.text)
    .join('')
    .trim();
}
