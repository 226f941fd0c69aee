import type { ChatRequest } from '#contract/chat-request.ts';
import type { RouteFacts } from './routing.ts';

/** Tokens that an image or a recording takes, roughly. */
const MEDIA_TOKENS = 1_000;
const CHARACTERS = 4;

/** What of a chat decides where it may go: read before anything is decoded. */
export function chatFacts(
  request: Pick<ChatRequest, 'messages' | 'tools' | 'response_format' | 'logprobs'>,
  maxTokens: number | null,
): RouteFacts {
  const needs = new Set<string>();
  let characters = 0;
  let media = 0;
  for (const message of request.messages) {
    const content: unknown = 'content' in message ? message.content : null;
    if ('audio_content' in message) needs.add('audio');
    if (typeof content === 'string') characters += content.length;
    if (!Array.isArray(content)) continue;
    for (const part of content as { type?: string; text?: string }[]) {
      characters += part.text?.length ?? 0;
      if (part.type === 'image_url') needs.add('images');
      if (part.type === 'input_audio' || part.type === 'audio_content') needs.add('audio');
      if (part.text === undefined) media++;
    }
  }
  if (request.tools?.length) {
    needs.add('tools');
    characters += JSON.stringify(request.tools).length;
  }
  if (request.response_format && request.response_format.type !== 'text') needs.add('json_schema');
  if (request.logprobs) needs.add('logprobs');
  const tokens = Math.ceil(characters / CHARACTERS) + media * MEDIA_TOKENS + (maxTokens ?? 0);
  return { task: 'chat', needs: [...needs], tokens };
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
