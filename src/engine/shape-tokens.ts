import { createStopMatcher } from './stop-sequences.ts';
import type { FinishReason, TaskEvent, TokenLogprob } from './tasks.ts';

/** A token as a model makes it: bytes, which may end inside a code point. */
export interface RawToken {
  bytes: Uint8Array;
  logprob?: TokenLogprob;
}

export interface Shape {
  stop: readonly string[];
  /** Most tokens before the answer ends with `length`. */
  maxTokens: number;
}

/**
 * Turns raw tokens into text events: whole code points only, stop sequences cut away, at most
 * `maxTokens`. The source is left (its `return` called) as soon as the answer is over.
 */
export async function* shapeTokens(
  tokens: AsyncIterable<RawToken>,
  { stop, maxTokens }: Shape,
): AsyncGenerator<TaskEvent> {
  const decoder = new TextDecoder();
  const matcher = createStopMatcher(stop);
  let count = 0;
  let unsaid = 0;
  let logprobs: TokenLogprob[] = [];
  let reason: FinishReason = 'stop';
  const say = (text: string): TaskEvent => {
    const event: TaskEvent = { type: 'text', text, tokens: unsaid };
    if (logprobs.length > 0) event.logprobs = logprobs;
    unsaid = 0;
    logprobs = [];
    return event;
  };
  for await (const token of tokens) {
    count++;
    unsaid++;
    if (token.logprob) logprobs.push(token.logprob);
    const { text, stopped } = matcher.push(decoder.decode(token.bytes, { stream: true }));
    if (text) yield say(text);
    if (stopped) {
      yield { type: 'end', reason: 'stop', completionTokens: count, reasoningTokens: 0 };
      return;
    }
    if (count >= maxTokens) {
      reason = 'length';
      break;
    }
  }
  // A sequence of bytes that never became a code point is shown as the replacement character.
  const last = matcher.push(decoder.decode());
  const rest = last.text + (last.stopped ? '' : matcher.flush());
  if (rest || logprobs.length > 0) yield say(rest);
  yield {
    type: 'end',
    reason: last.stopped ? 'stop' : reason,
    completionTokens: count,
    reasoningTokens: 0,
  };
}
