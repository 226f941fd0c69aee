import type { PreTrainedTokenizer } from '@huggingface/transformers';
import type { ChatTask, ChatTurn } from '#engine/tasks.ts';
import {
  describeTools,
  TAGGED,
  type ToolFormat,
  toolFormatOf,
  writeCalls,
} from '#grammar/tool-format.ts';

interface Message {
  role: string;
  content: string;
  tool_calls?: object[];
}

/** Turns conversations into tokens, in the model's own template. */
export class ChatPrompt {
  readonly #tokenizer: PreTrainedTokenizer;
  /** The template's own way of calling tools; null where it has none. */
  readonly #native: ToolFormat | null;

  constructor(tokenizer: PreTrainedTokenizer) {
    this.#tokenizer = tokenizer;
    const { chat_template } = tokenizer as { chat_template?: unknown };
    const template = typeof chat_template === 'string' ? chat_template : '';
    this.#native = toolFormatOf(template);
    this.thinking = template.includes('<think>') ? { open: '<think>', close: '</think>' } : null;
  }

  /** Marks around the reasoning that the model's answers begin with; null where they do not. */
  readonly thinking: { open: string; close: string } | null;

  /** How the model writes tool calls. */
  get toolFormat(): ToolFormat {
    return this.#native ?? TAGGED;
  }

  /**
   * Token ids of a conversation, ready for the answer. One that ends with words of the assistant is
   * ready for their continuation.
   */
  encode(task: ChatTask): { ids: number[]; text: string } {
    const { turns } = task;
    const begun = turns.at(-1)?.role === 'assistant' ? (turns.at(-1)?.text ?? '') : '';
    const prompt = this.#tokenizer.apply_chat_template(this.#messages(task) as never, {
      tokenize: false,
      add_generation_prompt: begun === '',
      // A grammar has no room for reasoning before it; templates that know no such word ignore it.
      ...(this.thinking ? { enable_thinking: !isHeld(task) } : {}),
      ...(this.#native && task.tools.length > 0 ? { tools: task.tools.map(toFunction) } : {}),
    }) as string;
    // Templates close every message: what comes after the begun answer is cut off again.
    const end = begun === '' ? -1 : prompt.lastIndexOf(begun);
    const text = end < 0 ? prompt : prompt.slice(0, end + begun.length);
    return { ids: this.#tokenizer.encode(text, { add_special_tokens: false }), text };
  }

  #messages({ turns, tools, toolChoice }: ChatTask): Message[] {
    if (this.#native) return turns.map(toNativeMessage);
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

function toNativeMessage({ role, text, toolCalls }: ChatTurn): Message {
  if (!toolCalls) return { role, content: text };
  const calls = toolCalls.map(({ id, name, argumentsText }) => ({
    id,
    type: 'function',
    function: { name, arguments: parseArguments(argumentsText) },
  }));
  return { role, content: text, tool_calls: calls };
}

/** Templates write arguments as JSON themselves; text that is none is passed on as it is. */
function parseArguments(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** Calls and results as text, for templates that know neither. */
function toPlainMessage({ role, text, toolCalls }: ChatTurn, format: ToolFormat): Message {
  if (role === 'tool') {
    return { role: 'user', content: `<tool_response>\n${text}\n</tool_response>` };
  }
  if (!toolCalls || toolCalls.length === 0) return { role, content: text };
  const calls = writeCalls(toolCalls, format);
  return { role, content: text === '' ? calls : `${text}\n${calls}` };
}
