import type { ChatRequest } from '#contract/chat-request.ts';
import type { RouteFacts } from './routing.ts';

/** Approximate tokens of an image or a recording. */
const MEDIA_TOKENS = 1_000;
const CHARACTERS = 4;

/** The facts of a chat that routing needs, read before anything is decoded. */
export function chatFacts(
  request: Pick<ChatRequest, 'messages' | 'tools' | 'response_format' | 'logprobs'>,
  maxTokens: number | null,
): RouteFacts {
  const parts = request.messages.flatMap(partsOf);
  const needs = new Set(parts.flatMap(({ type }) => NEEDS[type ?? ''] ?? []));
  if (request.tools?.length) needs.add('tools');
  if (request.response_format && request.response_format.type !== 'text') needs.add('json_schema');
  if (request.logprobs) needs.add('logprobs');
  const tools = request.tools ? JSON.stringify(request.tools).length : 0;
  const characters = parts.reduce((sum, { text }) => sum + (text?.length ?? 0), tools);
  const media = parts.filter(({ text }) => text === undefined).length;
  const tokens = Math.ceil(characters / CHARACTERS) + media * MEDIA_TOKENS + (maxTokens ?? 0);
  return { task: 'chat', needs: [...needs], tokens };
}

interface Part {
  type?: string;
  text?: string;
}

/** What a part of a message asks of a model. */
const NEEDS: Readonly<Record<string, string>> = {
  image_url: 'images',
  input_audio: 'audio',
  audio_content: 'audio',
};

function partsOf(message: ChatRequest['messages'][number]): Part[] {
  if ('audio_content' in message) return [{ type: 'audio_content' }];
  const content: unknown = 'content' in message ? message.content : null;
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return Array.isArray(content) ? (content as Part[]) : [];
}

/** The same of requests that are texts alone. */
export function textFacts(
  task: RouteFacts['task'],
  texts: readonly string[],
  more = 0,
): RouteFacts {
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  return { task, needs: [], tokens: Math.ceil(characters / CHARACTERS) + more };
}
