import type { CheckSchemas, Schemas } from '#api/call/compile-schema.ts';
import type { LargeBodies } from '#api/call/large-bodies.ts';
import { isRecord } from '#base/guards.ts';
import type { ModelCard } from '#catalog/model-card.ts';
import { type ChatRequest, chosenTool } from '#contract/chat-request.ts';
import { invalidSchema, invalidToolSchema, notCompatible } from '#contract/errors.ts';
import { type AskedFormat, askedFormat, askedThinking } from '#contract/format-fields.ts';
import type { ContentPart, Message } from '#contract/messages.ts';
import type { Slot } from '#engine/slot.ts';
import type { ChatTask, ChatTurn, OutputFormat, ToolChoice, ToolSpec } from '#engine/tasks.ts';
import { SchemaError } from '#json-schema/schema.ts';
import { argumentsSchema } from '#json-schema/schema-grammar.ts';
import { decodeAudioData, decodeImage, type MediaReading, readAudioItem } from './media.ts';
import { defaultsOf, plainTask, samplingOf } from './plain-task.ts';

/**
 * Converts a checked request into the engine's task.
 * @throws ApiError `model_not_compatible` for features that the model lacks, and for bad media.
 */
export async function toChatTask(
  request: ChatRequest,
  card: ModelCard,
  { checkSchemas, ...reading }: MediaReading & { checkSchemas: CheckSchemas },
): Promise<ChatTask> {
  const tools = (request.tools ?? []).map((tool, i) =>
    toToolSpec(tool, `tools[${i}].function.parameters`),
  );
  const toolChoice = toToolChoice(request.tool_choice, tools);
  const callable = toolChoice === 'none' ? [] : tools;
  if (callable.length > 0 && !card.can.tools) throw notCompatible(card.id, 'function calling');
  // Its log-probabilities are null elsewhere: a browser's model is refused by name for all it cannot do.
  if (request.logprobs && card.runtime === 'browser') throw notCompatible(card.id, 'logprobs');
  const asked = askedFormat(request);
  const format = toFormat(asked);
  const mayThink = askedThinking(request);
  if (format.kind !== 'text' && !card.can.json) throw notCompatible(card.id, 'JSON output');
  await requireFollowed(callable, asked, (schemas) => checkSchemas(schemas, reading.signal));
  return {
    kind: 'chat',
    turns: await toTurns(request.messages, card, reading),
    maxTokens: card.completionTokens,
    defaults: defaultsOf(request),
    contextTokens: card.contextTokens,
    sampling: samplingOf(request, 0.7),
    stop: toStop(request.stop),
    tools,
    toolChoice,
    ...(request.parallel_tool_calls === false && { maxCalls: 1 }),
    ...(mayThink !== undefined && { mayThink }),
    format,
    topLogprobs: request.logprobs && card.can.logprobs ? (request.top_logprobs ?? 0) : null,
  };
}

/** Messages with their media decoded. @throws ApiError */
export function toTurns(
  messages: readonly Message[],
  card: ModelCard,
  reading: MediaReading,
): Promise<ChatTurn[]> {
  return Promise.all(messages.map((m, i) => toTurn(m, `messages[${i}]`, card, reading)));
}

async function toTurn(
  message: Message,
  param: string,
  card: ModelCard,
  reading: MediaReading,
): Promise<ChatTurn> {
  const role = message.role === 'developer' ? 'system' : message.role;
  if ('audio_content' in message && typeof message.audio_content === 'string') {
    requireAudio(card);
    const at = `${param}.audio_content`;
    const file = await decodeAudioData(message.audio_content, at, reading);
    const samples = await readAudioItem(file, at, reading.signal);
    return { role, text: '', audio: [samples] };
  }
  const turn: ChatTurn = { role, text: '' };
  const content = 'content' in message ? (message.content ?? '') : '';
  const parts: readonly ContentPart[] =
    typeof content === 'string' ? [{ type: 'text', text: content }] : (content as ContentPart[]);
  const texts: string[] = [];
  for (const [i, part] of parts.entries()) {
    if (part.type === 'text') texts.push(part.text);
    else if (part.type === 'refusal') texts.push(part.refusal);
    else await addMedia(turn, part, `${param}.content[${i}]`, card, reading);
  }
  turn.text = texts.join('\n');
  if ('tool_calls' in message && Array.isArray(message.tool_calls)) {
    turn.toolCalls = message.tool_calls.map((c) => ({
      id: c.id,
      name: c.function.name,
      argumentsText: c.function.arguments,
    }));
  }
  if ('tool_call_id' in message) turn.toolCallId = String(message.tool_call_id);
  return turn;
}

type MediaPart = Exclude<ContentPart, { type: 'text' } | { type: 'refusal' }>;

async function addMedia(
  turn: ChatTurn,
  part: MediaPart,
  at: string,
  card: ModelCard,
  reading: MediaReading,
): Promise<void> {
  if (part.type === 'image_url') {
    if (!card.can.images) throw notCompatible(card.id, 'image input');
    const isPlain = typeof part.image_url === 'string';
    const url = typeof part.image_url === 'string' ? part.image_url : part.image_url.url;
    turn.images ??= [];
    const param = isPlain ? `${at}.image_url` : `${at}.image_url.url`;
    turn.images.push(await decodeImage(url, param, reading));
    return;
  }
  requireAudio(card);
  const { data, at: path } = audioOf(part, at);
  turn.audio ??= [];
  const file = await decodeAudioData(data, path, reading);
  turn.audio.push(await readAudioItem(file, path, reading.signal));
}

type AudioPart =
  | { type: 'audio_content'; audio_content: string | { content: string } }
  | { type: 'input_audio'; input_audio: { data: string } };

function audioOf(part: AudioPart, at: string): { data: string; at: string } {
  if (part.type === 'input_audio')
    return { data: part.input_audio.data, at: `${at}.input_audio.data` };
  const { audio_content: content } = part;
  return typeof content === 'string'
    ? { data: content, at: `${at}.audio_content` }
    : { data: content.content, at: `${at}.audio_content.content` };
}

function requireAudio(card: ModelCard): void {
  if (!card.can.audio) throw notCompatible(card.id, 'audio input');
}

function toToolSpec(definition: Record<string, unknown>, param: string): ToolSpec {
  const inner = isRecord(definition['function']) ? definition['function'] : definition;
  const { name, description = '', parameters } = inner;
  try {
    return {
      name: String(name),
      description: String(description ?? ''),
      parameters: argumentsSchema(isRecord(parameters) ? parameters : { properties: {} }),
    };
  } catch (error) {
    if (error instanceof SchemaError) throw invalidToolSchema(param, String(name), error.message);
    throw error;
  }
}

/** @throws ApiError `invalid_json_schema` for parameters or a format that no answer can be held to. */
export async function requireFollowed(
  tools: readonly ToolSpec[],
  format: AskedFormat | null,
  check: (schemas: Schemas) => ReturnType<CheckSchemas>,
): Promise<void> {
  const schemas = tools.map((tool) => tool.parameters);
  if (format && format.kind !== 'json') schemas.push(format.schema);
  const problem = await check(schemas);
  if (!problem) return;
  const { index, reason } = problem;
  const tool = tools[index];
  if (tool) throw invalidToolSchema(`tools[${index}].function.parameters`, tool.name, reason);
  throw invalidSchema(format?.kind === 'schema' ? format.name : '', reason, format?.param);
}

function toToolChoice(choice: unknown, tools: readonly ToolSpec[]): ToolChoice {
  if (tools.length === 0) return 'none';
  if (isRecord(choice)) return { name: String(chosenTool(choice)) };
  return choice === 'none' || choice === 'required' ? choice : 'auto';
}

export function toFormat(asked: AskedFormat | null): OutputFormat {
  if (asked === null) return { kind: 'text' };
  const { param: _, ...format } = asked;
  return format;
}

function toStop(stop: ChatRequest['stop']): string[] {
  const list = typeof stop === 'string' ? [stop] : (stop ?? []);
  return list.filter((s) => s.length > 0);
}

/** Counts the tokens of messages in a loaded model's template. @throws ApiError, EngineError */
export async function countChatTokens(
  slot: Slot,
  messages: readonly object[],
  largeBodies: LargeBodies,
): Promise<number> {
  const { signal } = new AbortController();
  const turns = await toTurns(messages as Message[], slot.card, { largeBodies, signal });
  const [count] = await slot.countTokens(plainTask(turns, 0));
  return count ?? 0;
}
