import type { PreTrainedTokenizer } from '@huggingface/transformers';
import { EngineError } from '#engine/engine-error.ts';
import type { ChatTask, ChatTurn } from '#engine/tasks.ts';
import {
  describeTools,
  TAGGED,
  type ToolFormat,
  toolFormatOf,
  writeCalls,
} from '#grammar/tool-format.ts';
import { MediaContent } from '#runtimes/transformers/media/media-content.ts';
import type { MediaReader } from '#runtimes/transformers/media/media-reader.ts';

interface Message {
  role: string;
  content: string | { type: string; text?: string }[];
  tool_calls?: object[];
}

type TextMessage = Message & { content: string };

const brokenTemplate = (cause?: unknown) =>
  new EngineError('not-compatible', 'The chat template of the model is broken.', cause);

/** Turns conversations into tokens, in the model's own template. */
export class ChatPrompt {
  readonly #tokenizer: PreTrainedTokenizer;
  /** The template's own way of calling tools; null where it has none. */
  readonly #native: ToolFormat | null;
  readonly #hasTemplate: boolean;
  /** Whether the template writes earlier calls itself. */
  readonly #writesCalls: boolean;
  readonly #media: MediaReader | null;
  readonly #content: MediaContent | null;

  /** `media`: what reads pictures and sounds, for models that can. */
  constructor(tokenizer: PreTrainedTokenizer, media: MediaReader | null = null) {
    this.#tokenizer = tokenizer;
    this.#media = media;
    const { chat_template } = tokenizer as { chat_template?: unknown };
    this.#hasTemplate = Boolean(chat_template);
    const template = typeof chat_template === 'string' ? chat_template : '';
    this.#native = toolFormatOf(template);
    this.#writesCalls = /\btool_calls\b/.test(template);
    this.#content = media ? new MediaContent(template, media.senses) : null;
    this.thinking = template.includes('<think>') ? { open: '<think>', close: '</think>' } : null;
  }

  /** Marks around the reasoning that the model's answers begin with; null where they do not. */
  readonly thinking: { open: string; close: string } | null;

  /** How the model writes tool calls. */
  get toolFormat(): ToolFormat {
    return this.#native ?? TAGGED;
  }

  /**
   * Token ids of a conversation, ready for the answer; ids of media are negative. One that ends
   * with words of the assistant is ready for their continuation.
   * @throws EngineError `invalid-image`.
   */
  async encode(task: ChatTask): Promise<{ ids: number[]; text: string }> {
    const text = this.#write(task);
    const media = (await this.#media?.read(task.turns)) ?? [];
    if (!this.#content || media.length === 0) return { ids: this.#encodeText(text), text };
    const pieces = this.#content.split(text);
    if (pieces.length !== media.length + 1) {
      throw new EngineError('not-supported', 'The template of the model has no place for media.');
    }
    const ids = pieces.flatMap((piece, i) => [...this.#encodeText(piece), ...(media[i] ?? [])]);
    return { ids, text };
  }

  #encodeText(text: string): number[] {
    return this.#tokenizer.encode(text, { add_special_tokens: false });
  }

  /** The conversation in the model's template. */
  #write(task: ChatTask): string {
    const { turns } = task;
    if (!this.#hasTemplate) {
      throw new EngineError('not-compatible', 'This is a base model: it has no chat template.');
    }
    const begun = turns.at(-1)?.role === 'assistant' ? (turns.at(-1)?.text ?? '') : '';
    const prompt = this.#render(this.#messages(task), {
      add_generation_prompt: begun === '',
      // A grammar allows no reasoning before it; templates without this option ignore it.
      ...(this.thinking ? { enable_thinking: task.mayThink !== false && !isHeld(task) } : {}),
      ...(this.#native && task.tools.length > 0 ? { tools: task.tools.map(toFunction) } : {}),
    });
    // A decoder reads at least one token.
    if (prompt === '') throw brokenTemplate();
    // Templates close every message: the text after the begun answer is removed.
    const end = begun === '' ? -1 : prompt.lastIndexOf(begun);
    return end < 0 ? prompt : prompt.slice(0, end + begun.length);
  }

  /** @throws EngineError `not-compatible` for a template that is broken, `not-supported` for one that refuses these messages. */
  #render(messages: Message[], options: object): string {
    try {
      return this.#apply(messages, options);
    } catch (error) {
      if (this.#isBroken()) throw brokenTemplate(error);
      const message = 'The chat template of the model refuses these messages.';
      throw new EngineError('not-supported', message, error);
    }
  }

  /** Whether not even the plainest question can be written. */
  #isBroken(): boolean {
    try {
      this.#apply([{ role: 'user', content: 'Hello' }] as Message[], {});
      return false;
    } catch {
      return true;
    }
  }

  #apply(messages: Message[], options: object): string {
    const all = { tokenize: false, ...options };
    return this.#tokenizer.apply_chat_template(messages as never, all) as string;
  }

  #messages(task: ChatTask): Message[] {
    const messages = this.#textMessages(task);
    if (!this.#content) return messages;
    // A message about tools may precede the turns.
    const added = messages.length - task.turns.length;
    return messages.map((message, i) => {
      const content = this.#content?.write(String(message.content), task.turns[i - added]) ?? '';
      return { ...message, content };
    });
  }

  #textMessages({ turns, tools, toolChoice }: ChatTask): TextMessage[] {
    const native = this.#native;
    if (native)
      return turns.map((turn) => toNativeMessage(turn, this.#writesCalls ? null : native));
    const messages = turns.map((turn) => toPlainMessage(turn, this.toolFormat));
    if (tools.length === 0 || toolChoice === 'none') return messages;
    const described = describeTools(tools);
    const [first, ...rest] = messages;
    return first?.role === 'system'
      ? [{ role: 'system', content: `${first.content}\n\n${described}` }, ...rest]
      : [{ role: 'system', content: described }, ...messages];
  }
}

/** Whether the whole answer must follow a grammar. */
function isHeld({ format, tools, toolChoice }: ChatTask): boolean {
  const isForced = toolChoice === 'required' || typeof toolChoice === 'object';
  return format.kind !== 'text' || (tools.length > 0 && isForced);
}

function toFunction(tool: object): object {
  return { type: 'function', function: tool };
}

/** `format`: how calls are written where the template does not. */
function toNativeMessage(turn: ChatTurn, format: ToolFormat | null): TextMessage {
  const { role, text, toolCalls } = turn;
  if (!toolCalls) return { role, content: text };
  if (format) return withCalls(turn, format);
  const calls = toolCalls.map(({ id, name, argumentsText }) => ({
    id,
    type: 'function',
    function: { name, arguments: parseArguments(argumentsText) },
  }));
  return { role, content: text, tool_calls: calls };
}

/** Templates serialise arguments as JSON themselves; invalid JSON is passed on verbatim. */
function parseArguments(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** Calls and results as text, for templates that know neither. */
function toPlainMessage(turn: ChatTurn, format: ToolFormat): TextMessage {
  if (turn.role === 'tool') {
    return { role: 'user', content: `<tool_response>\n${turn.text}\n</tool_response>` };
  }
  return withCalls(turn, format);
}

function withCalls({ role, text, toolCalls }: ChatTurn, format: ToolFormat): TextMessage {
  if (!toolCalls || toolCalls.length === 0) return { role, content: text };
  const calls = writeCalls(toolCalls, format);
  return { role, content: text === '' ? calls : `${text}\n${calls}` };
}
