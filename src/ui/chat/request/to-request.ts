import { blobToBase64 } from '#base/bytes.ts';
import { askPassages } from '#retrieval/ask-passages.ts';
import type {
  ChatDocument,
  ChatSettings,
  Message,
  Source,
  StoredFile,
} from '#storage/chat-records.ts';

/** A message of a `/v1/chat/completions` body. */
export interface WireMessage {
  role: string;
  content: string | object[] | null;
  [field: string]: unknown;
}

/** Reads an attached file as base64 data. */
export type ReadFile = (id: string) => Promise<StoredFile | undefined>;

/** What a model is given of the passages of a message; `isFirst`: of the first of a chat. */
type PartsOf = (message: Message, isFirst: boolean) => readonly Source[];
const allOf: PartsOf = ({ sources = [] }) => sources;

export async function toWireMessages(
  path: readonly Message[],
  system: string,
  read: ReadFile,
  partsOf: PartsOf = allOf,
): Promise<WireMessage[]> {
  const messages: WireMessage[] = [];
  if (system.trim() !== '') messages.push({ role: 'system', content: system });
  for (const [i, message] of path.entries()) {
    // Skip answers without text or calls (stopped immediately, or failed).
    const empty = message.text === '' && !message.toolCalls?.length;
    if (message.role === 'assistant' && empty) continue;
    messages.push(await toWireMessage(message, read, partsOf(message, i === 0)));
  }
  return messages;
}

/** The instructions of a project and the system prompt of its chat, as one. */
export const joinPrompts = (...prompts: readonly string[]): string =>
  prompts
    .map((prompt) => prompt.trim())
    .filter(Boolean)
    .join('\n\n');

/** The system prompt with the pages that could not be read, so that a model does not answer as if it knew them. */
export function withUnreadPages(system: string, documents: readonly ChatDocument[]): string {
  const lines = documents.flatMap(({ name, pages = [] }) => {
    const unread = pages.flatMap(({ state }, i) => (state === 'unreadable' ? [i + 1] : []));
    return unread.length > 0 ? [`${name}: ${unread.join(', ')} of ${pages.length}`] : [];
  });
  if (lines.length === 0) return system;
  const note = `Pages that could not be read, so that nothing is known of them:\n${lines.join('\n')}`;
  return joinPrompts(system, note);
}

async function toWireMessage(
  message: Message,
  read: ReadFile,
  given: readonly Source[],
): Promise<WireMessage> {
  const { role, text, toolCalls } = message;
  if (role === 'tool') return { role, content: text, tool_call_id: message.toolCallId ?? '' };
  if (role === 'assistant') {
    if (!toolCalls?.length) return { role, content: text };
    const calls = toolCalls.map(({ id, name, argumentsText }) => ({
      id,
      type: 'function',
      function: { name, arguments: argumentsText },
    }));
    return { role, content: text === '' ? null : text, tool_calls: calls };
  }
  const passages = given.map((source) => ({
    name: source.documentName,
    text: (source.isTotal && source.computed) || source.text,
    isResult: source.computed !== undefined,
    ...(source.relevance !== undefined && { relevance: source.relevance }),
  }));
  const isWhole = given.every((source, i) => source === message.sources?.[i]);
  // Of likely sentences alone a small model refuses half, whether they answer or not.
  const said = askPassages(text, passages, isWhole ? undefined : false);
  const files = await Promise.all((message.files ?? []).map(read));
  const parts = await Promise.all(files.filter((file) => file !== undefined).map(toPart));
  return parts.length === 0
    ? { role, content: said }
    : { role, content: [{ type: 'text', text: said }, ...parts] };
}

async function toPart(file: StoredFile): Promise<object> {
  const data = await blobToBase64(file.data);
  if (file.type.startsWith('image/')) {
    return { type: 'image_url', image_url: { url: `data:${file.type};base64,${data}` } };
  }
  return {
    type: 'input_audio',
    input_audio: { data, format: file.name.split('.').pop() ?? 'wav' },
  };
}

/** The body of a request as a conversation's settings want it. Absent settings are not sent. */
export function toBody(settings: ChatSettings, model: string, messages: readonly WireMessage[]) {
  const { sampling, tools, outputSchema } = settings;
  const body: Record<string, unknown> = {
    model,
    messages,
    stream: true,
    stream_options: { include_usage: true },
    return_progress: true,
  };
  const optional = {
    temperature: sampling.temperature,
    top_p: sampling.topP,
    top_k: sampling.topK,
    max_completion_tokens: sampling.maxTokens,
    seed: sampling.seed,
    presence_penalty: sampling.presencePenalty,
    frequency_penalty: sampling.frequencyPenalty,
    stop: sampling.stop?.length ? sampling.stop : undefined,
  };
  for (const [name, value] of Object.entries(optional)) if (value !== undefined) body[name] = value;
  if (tools.length > 0) {
    body['tools'] = tools.map(({ name, description, parameters }) => ({
      type: 'function',
      function: { name, description, parameters: JSON.parse(parameters) as object },
    }));
  }
  if (outputSchema.trim() !== '') {
    const schema = JSON.parse(outputSchema) as object;
    body['response_format'] = { type: 'json_schema', json_schema: { name: 'answer', schema } };
  }
  return body;
}
