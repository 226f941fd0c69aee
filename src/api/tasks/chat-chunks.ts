import type { FinishReason, TaskEvent, TokenLogprob } from '#engine/tasks.ts';
import { isBeforeContent } from '#engine/with-progress.ts';

/** What all chunks of an answer share. */
export interface ChunkHead {
  id: string;
  created: number;
  model: string;
  system_fingerprint: string;
}

type Delta = Record<string, unknown>;

export function toLogprobs(list: readonly TokenLogprob[]) {
  const content = list.map(({ token, logprob, bytes, top }) => ({
    token,
    logprob,
    bytes,
    top_logprobs: top,
  }));
  return { content, refusal: null };
}

/** Writes the chunks of one streamed answer in the order of the contract (§3.3). */
export class ChunkWriter {
  readonly #head: ChunkHead;
  readonly #withUsage: boolean;
  readonly #write: (json: string) => void;
  #isOpen = false;

  constructor(head: ChunkHead, withUsage: boolean, write: (json: string) => void) {
    this.#head = head;
    this.#withUsage = withUsage;
    this.#write = write;
  }

  /** How much of the prompt has been read, in the form of llama.cpp's server. */
  reading(done: number, total: number): void {
    const progress = { choices: [], prompt_progress: { processed: done, total } };
    this.#write(JSON.stringify({ ...this.#head, object: 'chat.completion.chunk', ...progress }));
  }

  /** Writes an event as chunks; the opening chunk precedes the first. */
  event(event: TaskEvent): void {
    if (isBeforeContent(event)) return;
    if (!this.#isOpen) {
      // No content is announced where a tool call comes instead of text.
      this.#chunk({ role: 'assistant', content: event.type === 'tool-call' ? null : '' });
      this.#isOpen = true;
    }
    this.#say(event);
  }

  #say(event: TaskEvent): void {
    switch (event.type) {
      case 'text':
        this.#chunk({ content: event.text }, null, event.logprobs);
        return;
      case 'reasoning':
        this.#chunk({ reasoning_content: event.text });
        return;
      case 'tool-call': {
        const { index, id, name } = event;
        const call = { index, id, type: 'function', function: { name, arguments: '' } };
        this.#chunk({ tool_calls: [call] });
        return;
      }
      case 'tool-arguments': {
        const call = { index: event.index, function: { arguments: event.text } };
        this.#chunk({ tool_calls: [call] });
        return;
      }
      case 'end':
        this.#chunk({}, event.reason);
        return;
      case 'start':
      case 'reading':
      case 'working':
      case 'prompt':
      case 'vectors':
      case 'segment':
      case 'window':
      case 'audio':
      case 'voices':
      case 'turns':
      case 'page':
        return;
    }
  }

  usage(usage: object): void {
    this.#write(
      JSON.stringify({ ...this.#head, object: 'chat.completion.chunk', choices: [], usage }),
    );
  }

  #chunk(delta: Delta, reason: FinishReason | null = null, logprobs: TokenLogprob[] = []): void {
    const choice = {
      index: 0,
      delta,
      logprobs: logprobs.length > 0 ? toLogprobs(logprobs) : null,
      finish_reason: reason,
    };
    const chunk = { ...this.#head, object: 'chat.completion.chunk', choices: [choice] };
    this.#write(JSON.stringify(this.#withUsage ? { ...chunk, usage: null } : chunk));
  }
}
