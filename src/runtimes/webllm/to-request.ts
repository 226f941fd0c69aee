import type { ModelCard } from '#catalog/model-card.ts';
import { EngineError } from '#engine/engine-error.ts';
import type { ChatTask, ChatTurn } from '#engine/tasks.ts';
import { answerGrammar } from '#grammar/answer-grammar.ts';
import { describeTools, TAGGED, writeCalls } from '#grammar/tool-format.ts';

/** A part of a message as WebLLM takes it. */
type Part =
  | { type: 'text'; text: string }
  | { type: 'image_url'; image_url: { url: string } }
  | {
      type: 'input_audio';
      input_audio: { data: Float32Array; format: 'pcm_f32'; sample_rate: number };
    };

interface WebllmMessage {
  role: 'system' | 'user' | 'assistant';
  content: string | Part[];
}

/** The part of WebLLM's request that is used here. */
export interface WebllmRequest {
  messages: WebllmMessage[];
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
  response_format?:
    | { type: 'grammar'; grammar: string }
    | { type: 'structural_tag'; structural_tag: object };
  extra_body?: { enable_thinking: false };
}

/** WebLLM reports no more. */
const MOST_LOGPROBS = 5;
const SAMPLE_RATE = 16_000;
/** Any JSON object: what `json_object` asks for. */
const ANY_OBJECT = { type: 'object', additionalProperties: true };

/**
 * A task in WebLLM's words. Tools are described and parsed here, and held to a grammar: its own
 * `tools` work for five models only and forbid a system prompt.
 * @throws EngineError `not-supported` for what WebLLM cannot do.
 */
export async function toWebllmRequest(task: ChatTask, card: ModelCard): Promise<WebllmRequest> {
  const { sampling, topLogprobs, stop, maxTokens } = task;
  const grammar = grammarOf(task);
  return {
    messages: await toMessages(task),
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
      : { logprobs: true, top_logprobs: Math.min(MOST_LOGPROBS, topLogprobs) }),
    ...(grammar === null ? {} : { response_format: toFormat(grammar) }),
    // A grammar has no room for reasoning before it.
    ...(grammar !== null && /^Qwen3/.test(card.id)
      ? { extra_body: { enable_thinking: false } }
      : {}),
  };
}

function grammarOf({ tools, toolChoice, format }: ChatTask): string | object | null {
  const free = format.kind === 'json' ? ANY_OBJECT : null;
  const schema = format.kind === 'schema' ? format.schema : free;
  return answerGrammar({ schema, tools, choice: toolChoice, format: TAGGED });
}

function toFormat(grammar: string | object): NonNullable<WebllmRequest['response_format']> {
  return typeof grammar === 'string'
    ? { type: 'grammar', grammar }
    : { type: 'structural_tag', structural_tag: grammar };
}

async function toMessages({ turns, tools, toolChoice }: ChatTask): Promise<WebllmMessage[]> {
  // The system prompt is one, and first: several are joined, whoever wrote them.
  const system = turns.filter((t) => t.role === 'system').map((t) => t.text);
  if (tools.length > 0 && toolChoice !== 'none') system.push(describeTools(tools));
  const rest = turns.filter((t) => t.role !== 'system');
  if (rest.at(-1)?.role === 'assistant') {
    const message = 'This model cannot go on with a begun answer: end with a user message.';
    throw new EngineError('not-supported', message);
  }
  const messages = await Promise.all(rest.map(toMessage));
  return system.length === 0
    ? messages
    : [{ role: 'system', content: system.join('\n\n') }, ...messages];
}

async function toMessage(turn: ChatTurn): Promise<WebllmMessage> {
  const { role, text, toolCalls, images = [], audio = [] } = turn;
  if (role === 'tool') {
    return { role: 'user', content: `<tool_response>\n${text}\n</tool_response>` };
  }
  if (role === 'assistant') {
    const calls = toolCalls?.length ? writeCalls(toolCalls, TAGGED) : '';
    return { role, content: [text, calls].filter((part) => part !== '').join('\n') };
  }
  if (images.length + audio.length === 0) return { role: 'user', content: text };
  const parts: Part[] = await Promise.all(
    images.map(async (image) => ({
      type: 'image_url' as const,
      image_url: { url: await toDataUrl(image) },
    })),
  );
  for (const data of audio) {
    const input_audio = { data, format: 'pcm_f32' as const, sample_rate: SAMPLE_RATE };
    parts.push({ type: 'input_audio', input_audio });
  }
  return { role: 'user', content: [...parts, { type: 'text', text }] };
}

/** An image as data: an address would be fetched. */
async function toDataUrl(image: Blob): Promise<string> {
  const bytes = new Uint8Array(await image.arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  return `data:${image.type || 'image/png'};base64,${btoa(text)}`;
}
