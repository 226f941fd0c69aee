import type { ModelCard } from '#catalog/model-card.ts';
import { EngineError } from '#engine/engine-error.ts';
import type { ChatTask } from '#engine/tasks.ts';
import { answerGrammar } from '#grammar/answer-grammar.ts';
import { TAGGED } from '#grammar/tool-format.ts';
import { toMessages, type WebllmMessage } from './to-messages.ts';
import { type ConversationTemplate, writePrompt } from './write-prompt.ts';

/** What both kinds of request say alike. */
interface Sampled {
  stream: true;
  stream_options: { include_usage: true };
  max_tokens: number;
  temperature: number;
  top_p: number;
  presence_penalty: number;
  frequency_penalty: number;
  stop: string[];
  seed?: number;
  logprobs?: true;
  top_logprobs?: number;
}

/** The part of WebLLM's chat request that is used here. */
export interface WebllmRequest extends Sampled {
  messages: WebllmMessage[];
  response_format?:
    | { type: 'grammar'; grammar: string }
    | { type: 'structural_tag'; structural_tag: object };
  extra_body?: { enable_thinking: false };
}

/** A request that continues a text. */
export interface WebllmContinuation extends Sampled {
  prompt: string;
}

/** WebLLM reports no more. */
const MAX_LOGPROBS = 5;
/** Any JSON object: what `json_object` asks for. */
const ANY_OBJECT = { type: 'object', additionalProperties: true };

/**
 * A task as a WebLLM request. Tools are described and parsed here, and held to a grammar: its own
 * `tools` work for five models only and forbid a system prompt.
 * @throws EngineError `not-supported` for what WebLLM cannot do.
 */
export async function toWebllmRequest(task: ChatTask, card: ModelCard): Promise<WebllmRequest> {
  const grammar = grammarOf(task);
  return {
    messages: await toMessages(task),
    ...toSampled(task),
    ...(grammar === null ? {} : { response_format: toFormat(grammar) }),
    // A grammar allows no reasoning before it.
    ...(grammar !== null && /^Qwen3/.test(card.id)
      ? { extra_body: { enable_thinking: false } }
      : {}),
  };
}

/** Whether the conversation ends with the beginning of an answer. */
export function isBegun({ turns }: ChatTask): boolean {
  return turns.at(-1)?.role === 'assistant';
}

/**
 * A task that continues an answer: its chat requests would close it, so it is text to continue
 * with. `start`: the beginning of every prompt, as text.
 * @throws EngineError `not-supported` for answers that follow a grammar, which such a request cannot
 *   have, and for media.
 */
export async function toContinuation(
  task: ChatTask,
  template: ConversationTemplate,
  start: string,
): Promise<WebllmContinuation> {
  if (grammarOf(task) !== null) {
    const message = 'This model cannot continue an answer that must follow a grammar.';
    throw new EngineError('not-supported', message);
  }
  const turns = task.turns.slice(0, -1);
  const begun = task.turns.at(-1)?.text ?? '';
  const messages = await toMessages({ ...task, turns });
  return { prompt: start + writePrompt(messages, begun, template), ...toSampled(task) };
}

/** @throws EngineError `not-supported` for sampling that WebLLM lacks */
function toSampled({ sampling, topLogprobs, stop, maxTokens }: ChatTask): Sampled {
  if (sampling.avoidsRepetition) {
    const message = 'This model does not support "avoid_repetition".';
    throw new EngineError('not-supported', message, undefined, 'avoid_repetition');
  }
  return {
    stream: true,
    stream_options: { include_usage: true },
    max_tokens: maxTokens,
    temperature: sampling.temperature,
    top_p: sampling.topP,
    presence_penalty: sampling.presencePenalty,
    frequency_penalty: sampling.frequencyPenalty,
    stop,
    ...(sampling.seed === null ? {} : { seed: sampling.seed }),
    ...(topLogprobs === null
      ? {}
      : { logprobs: true, top_logprobs: Math.min(MAX_LOGPROBS, topLogprobs) }),
  };
}

function grammarOf({ tools, toolChoice, format, maxCalls }: ChatTask): string | object | null {
  const free = format.kind === 'json' ? ANY_OBJECT : null;
  const schema = 'schema' in format ? format.schema : free;
  const isPlain = format.kind === 'plain';
  const most = maxCalls ? { maxCalls } : {};
  return answerGrammar({ schema, isPlain, tools, choice: toolChoice, format: TAGGED, ...most });
}

function toFormat(grammar: string | object): NonNullable<WebllmRequest['response_format']> {
  return typeof grammar === 'string'
    ? { type: 'grammar', grammar }
    : { type: 'structural_tag', structural_tag: grammar };
}
