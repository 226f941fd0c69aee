import { isRecord } from '#base/guards.ts';
import { newCallId } from '#engine/shape-tokens.ts';
import type { ChatTask, FinishReason, TaskEvent, TokenLogprob } from '#engine/tasks.ts';
import { UpstreamError } from '#engine/upstream-error.ts';
import { notUnderstood, tooLarge } from './call-server.ts';
import { readLegacyLogprobs, readLogprobs } from './read-logprobs.ts';
import { estimateTokens, type RemoteUsage, readUsage } from './read-usage.ts';
import { quote, readErrorObject } from './upstream-message.ts';

const REASONS: ReadonlyMap<string, FinishReason> = new Map([
  ['stop', 'stop'],
  ['length', 'length'],
  ['max_tokens', 'length'],
  ['tool_calls', 'tool_calls'],
  ['tool_use', 'tool_calls'],
  ['function_call', 'tool_calls'],
  ['content_filter', 'content_filter'],
]);
/** Tools that one answer may call. */
const MAX_CALLS = 256;
/** Characters that an answer may have whatever its limit of tokens, and besides for each of these. */
const MIN_CHARACTERS = 262_144;
const CHARACTERS_PER_TOKEN = 32;

interface OpenCall {
  /** Ours; null until the name is known. */
  index: number | null;
  id: string;
  text: string;
}

/** Turns the chunks of a chat, or its one whole answer, into events. */
export class ChatReader {
  readonly #name: string;
  readonly #secrets: readonly string[];
  readonly #promptCharacters: number;
  readonly #maxCharacters: number;
  readonly #calls: OpenCall[] = [];
  /** By the server's index. */
  readonly #byKey = new Map<unknown, OpenCall>();
  #named = 0;
  #usage: RemoteUsage | null = null;
  #reason: FinishReason | null = null;
  #characters = 0;
  #reasoningCharacters = 0;

  constructor(name: string, task: ChatTask, secrets: readonly string[]) {
    this.#name = name;
    this.#promptCharacters = charactersOf(task);
    this.#maxCharacters = MIN_CHARACTERS + CHARACTERS_PER_TOKEN * task.maxTokens;
    this.#secrets = secrets;
  }

  /** Tokens of the prompt, estimated: an answer that breaks off has cost them. */
  get promptTokens(): number {
    return estimateTokens(this.#promptCharacters);
  }

  /** Whether the answer says that it is complete. */
  get isComplete(): boolean {
    return this.#reason !== null;
  }

  /** Events of one chunk or of a whole answer. @throws UpstreamError */
  *read(value: unknown): Generator<TaskEvent> {
    if (!isRecord(value)) throw notUnderstood(this.#name, 'a part of it is no object');
    if (value['error'] !== undefined && value['error'] !== null) throw this.#failure(value);
    this.#usage = readUsage(value['usage']) ?? this.#usage;
    const choices = value['choices'];
    if (choices === undefined && value['usage'] !== undefined) return;
    if (!Array.isArray(choices)) throw notUnderstood(this.#name, 'it has no choices');
    const choice: unknown = choices.find((c) => isRecord(c) && (c['index'] ?? 0) === 0);
    if (!isRecord(choice)) return;
    const message = choice['delta'] ?? choice['message'];
    if (isRecord(message)) yield* this.#message(message, choice['logprobs']);
    else if (typeof choice['text'] === 'string') yield* this.#text(choice['text'], choice);
    const reason = choice['finish_reason'];
    if (typeof reason === 'string') this.#reason = REASONS.get(reason) ?? 'stop';
  }

  /** The last event. @throws UpstreamError for a call whose name never came */
  end(): TaskEvent {
    if (this.#named < this.#calls.length)
      throw notUnderstood(this.#name, 'a tool call has no name');
    const counted = this.#usage;
    const wrote = this.#characters + this.#reasoningCharacters > 0;
    // Ignore zero tokens for a non-empty text.
    const isCounted = counted !== null && (counted.completion > 0 || !wrote);
    const completion = isCounted
      ? counted.completion
      : estimateTokens(this.#characters + this.#reasoningCharacters);
    const reasoning = isCounted ? counted.reasoning : estimateTokens(this.#reasoningCharacters);
    const prompt = counted?.prompt || this.promptTokens;
    const reason = this.#reason ?? 'stop';
    return {
      type: 'end',
      // Some servers say "stop" after calls.
      reason: reason === 'stop' && this.#calls.length > 0 ? 'tool_calls' : reason,
      completionTokens: completion,
      reasoningTokens: Math.min(completion, reasoning),
      prompt: { tokens: prompt, cached: counted?.cached ?? 0 },
    };
  }

  *#message(message: Record<string, unknown>, logprobs: unknown): Generator<TaskEvent> {
    const parts = partsOf(message['content']);
    const reasoning = message['reasoning_content'] || message['reasoning'] || parts.reasoning;
    if (typeof reasoning === 'string' && reasoning !== '') {
      this.#reasoningCharacters += reasoning.length;
      this.#requireShort();
      yield { type: 'reasoning', text: reasoning, tokens: estimateTokens(reasoning.length) };
    }
    // A refusal stands in the place of the text.
    const content = parts.text || (message['refusal'] ?? parts.text);
    const tokens = readLogprobs(logprobs);
    if (typeof content === 'string' && (content !== '' || tokens.length > 0)) {
      this.#characters += content.length;
      this.#requireShort();
      yield textEvent(content, tokens);
    }
    const calls = message['tool_calls'];
    if (!Array.isArray(calls)) return;
    for (const [place, call] of calls.entries()) if (isRecord(call)) yield* this.#call(call, place);
  }

  *#text(text: string, choice: Record<string, unknown>): Generator<TaskEvent> {
    if (text === '') return;
    this.#characters += text.length;
    this.#requireShort();
    yield textEvent(text, readLegacyLogprobs(choice['logprobs']));
  }

  /** Some servers send the name of a call after its id, or after its first arguments: they wait for it. */
  *#call(call: Record<string, unknown>, place: number): Generator<TaskEvent> {
    const fn = isRecord(call['function']) ? call['function'] : {};
    const begun = this.#callOf(call, fn, place);
    const text = argumentsOf(fn['arguments']);
    this.#characters += text.length;
    this.#requireShort();
    begun.text += text;
    const name = fn['name'];
    if (begun.index === null && typeof name === 'string' && name !== '') {
      begun.index = this.#named++;
      yield { type: 'tool-call', index: begun.index, id: begun.id || newCallId(), name };
    }
    if (begun.index === null || begun.text === '') return;
    yield {
      type: 'tool-arguments',
      index: begun.index,
      text: begun.text,
      tokens: estimateTokens(begun.text.length),
    };
    begun.text = '';
  }

  /** The call that a part belongs to. Some servers give all calls the index 0: a name with another id begins a new one. */
  #callOf(call: Record<string, unknown>, fn: Record<string, unknown>, place: number): OpenCall {
    const id = typeof call['id'] === 'string' ? call['id'] : '';
    const key = call['index'] ?? call['id'] ?? place;
    const open = this.#byKey.get(key);
    const isOther = open?.index !== null && id !== '' && open?.id !== id && Boolean(fn['name']);
    if (open && !isOther) {
      open.id ||= id;
      return open;
    }
    if (this.#calls.length >= MAX_CALLS) {
      throw notUnderstood(this.#name, 'it calls too many tools');
    }
    const begun = { index: null, id, text: '' };
    this.#calls.push(begun);
    this.#byKey.set(key, begun);
    return begun;
  }

  /** Some servers write on without an end. @throws UpstreamError */
  #requireShort(): void {
    if (this.#characters + this.#reasoningCharacters > this.#maxCharacters) {
      throw tooLarge(this.#name, 'characters');
    }
  }

  #failure(value: Record<string, unknown>): UpstreamError {
    const { message, code } = readErrorObject(value) ?? { message: '', code: null };
    const said = message === '' ? '' : `: "${quote(message, this.#secrets)}"`;
    return new UpstreamError(`${this.#name} failed while it answered${said}.`, {
      fault: 'status',
      status: 500,
      code,
    });
  }
}

function textEvent(text: string, logprobs: TokenLogprob[]): TaskEvent {
  const tokens = logprobs.length || estimateTokens(text.length);
  return { type: 'text', text, tokens, ...(logprobs.length > 0 && { logprobs }) };
}

/** A content that is a list, as Mistral's thinking models write it; the text and the thought in it. */
function partsOf(content: unknown): { text?: string; reasoning?: string } {
  if (typeof content === 'string') return { text: content };
  if (!Array.isArray(content)) return {};
  const thoughts = content.map((part) => (isRecord(part) ? textsIn(part['thinking']) : ''));
  return { text: textsIn(content), reasoning: thoughts.join('') };
}

/** The texts of a list of parts, or the one text. */
function textsIn(parts: unknown): string {
  if (typeof parts === 'string') return parts;
  if (!Array.isArray(parts)) return '';
  return parts
    .map((part) => (isRecord(part) && typeof part['text'] === 'string' ? part['text'] : ''))
    .join('');
}

/** Ollama's own form has an object where the API has text. */
function argumentsOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return isRecord(value) ? JSON.stringify(value) : '';
}

function charactersOf({ turns, raw, tools }: ChatTask): number {
  if (raw) return typeof raw.prompt === 'string' ? raw.prompt.length : raw.prompt.length * 4;
  const said = turns.reduce((sum, turn) => sum + turn.text.length + 16, 0);
  return said + (tools.length > 0 ? JSON.stringify(tools).length : 0);
}
