import type { MessageBlock, MessageObject } from '#contract/answers/messages-answer.ts';
import type { TaskEvent } from '#engine/tasks.ts';

type Send = (json: string, type: string) => void;

export interface MessageWriterOptions {
  /** Whether the client asked for the reasoning; without it only the answer is written. */
  withThinking: boolean;
  /** Gets each event of a streamed message. */
  send?: Send;
}

type EndEvent = Extract<TaskEvent, { type: 'end' }>;

/**
 * Builds a message from the events of a chat, and sends each step as an event of a streamed message.
 * @see https://docs.claude.com/en/docs/build-with-claude/streaming
 */
export class MessageWriter {
  readonly message: MessageObject;
  readonly #options: MessageWriterOptions;
  #open: MessageBlock | null = null;
  #arguments = '';
  #isBegun = false;

  constructor(message: MessageObject, options: MessageWriterOptions) {
    this.message = message;
    this.#options = options;
  }

  event(event: TaskEvent): void {
    switch (event.type) {
      case 'start':
        this.message.usage.input_tokens = event.promptTokens;
        this.#begin();
        return;
      case 'reading':
        this.#emit('ping', {});
        return;
      case 'text':
        this.#addText(event.text);
        return;
      case 'reasoning':
        if (this.#options.withThinking) this.#addThinking(event.text);
        return;
      case 'tool-call':
        this.#openCall(event);
        return;
      case 'tool-arguments':
        this.#addArguments(event.text);
        return;
      case 'end':
        this.#end(event);
        return;
      default:
        return;
    }
  }

  #begin(): void {
    if (this.#isBegun) return;
    this.#isBegun = true;
    this.#emit('message_start', { message: this.message });
    this.#emit('ping', {});
  }

  #addText(text: string): void {
    if (text === '') return;
    if (this.#open?.type !== 'text') this.#openBlock({ type: 'text', text: '' });
    const block = this.#open as Extract<MessageBlock, { type: 'text' }>;
    block.text += text;
    this.#delta({ type: 'text_delta', text });
  }

  #addThinking(thinking: string): void {
    if (this.#open?.type !== 'thinking') {
      this.#openBlock({ type: 'thinking', thinking: '', signature: '' });
    }
    const block = this.#open as Extract<MessageBlock, { type: 'thinking' }>;
    block.thinking += thinking;
    this.#delta({ type: 'thinking_delta', thinking });
  }

  #openCall({ id, name }: Extract<TaskEvent, { type: 'tool-call' }>): void {
    this.#arguments = '';
    this.#openBlock({ type: 'tool_use', id: id.replace(/^call_/, 'toolu_'), name, input: {} });
  }

  #addArguments(text: string): void {
    if (this.#open?.type !== 'tool_use') return;
    this.#arguments += text;
    this.#delta({ type: 'input_json_delta', partial_json: text });
  }

  #openBlock(block: MessageBlock): void {
    this.#begin();
    this.#closeBlock();
    this.#open = block;
    this.message.content.push(block);
    this.#emit('content_block_start', { index: this.#index, content_block: block });
  }

  #closeBlock(): void {
    const block = this.#open;
    if (!block) return;
    if (block.type === 'tool_use') block.input = readInput(this.#arguments);
    this.#emit('content_block_stop', { index: this.#index });
    this.#open = null;
  }

  #end({ reason, completionTokens, stopSequence, prompt }: EndEvent): void {
    const { message } = this;
    this.#begin();
    this.#closeBlock();
    if (prompt) message.usage.input_tokens = prompt.tokens;
    message.usage.output_tokens = completionTokens;
    message.stop_sequence = stopSequence ?? null;
    if (reason === 'length') message.stop_reason = 'max_tokens';
    else if (reason === 'tool_calls') message.stop_reason = 'tool_use';
    else message.stop_reason = message.stop_sequence === null ? 'end_turn' : 'stop_sequence';
    const { stop_reason, stop_sequence, usage } = message;
    this.#emit('message_delta', { delta: { stop_reason, stop_sequence }, usage });
    this.#emit('message_stop', {});
  }

  get #index(): number {
    return this.message.content.length - 1;
  }

  #delta(delta: object): void {
    this.#emit('content_block_delta', { index: this.#index, delta });
  }

  #emit(type: string, fields: object): void {
    this.#options.send?.(JSON.stringify({ type, ...fields }), type);
  }
}

/** Arguments of a call; in a truncated answer they may be invalid JSON. */
function readInput(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text || '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
