import type { Call } from '#api/call/call.ts';
import { withDeadline } from '#api/http/answer-whole.ts';
import { parseForm, readJson } from '#api/http/read-body.ts';
import { isMultipart, readForm } from '#api/http/read-form.ts';
import type { ChunkHead } from '#api/tasks/chat-chunks.ts';
import { toTurns } from '#api/tasks/chat-task.ts';
import { requireModel } from '#api/tasks/find-model.ts';
import { readAudioItem } from '#api/tasks/media.ts';
import { DEFAULT_MAX_TOKENS, plainTask } from '#api/tasks/plain-task.ts';
import { missingParameter } from '#contract/errors.ts';
import { plainText } from './answer-transcript.ts';
import { chunkHead, completeChat, prepareChat, streamChat, type WholeChat } from './chat.ts';

/** POST /v1/audio/reasoning */
export async function answerReasoning(call: Call): Promise<Response> {
  const multipart = isMultipart(call.request);
  const request = multipart
    ? await parseForm(call, 'reasoning', await readForm(call.request))
    : await readJson(call, 'reasoning');
  const card = requireModel(call, request.model, ['audio-chat'], 'audio reasoning');
  const { signal } = call.controller;
  const askedFor = request.max_tokens ?? null;
  const reading = { ...call.api, signal };
  const prepare = async () => {
    const turns = await toTurns(request.messages, card, reading);
    const audio = await Promise.all(
      (request.file ?? []).map((file) => readAudioItem(file, 'file', signal)),
    );
    const last = turns.findLast((turn) => turn.role === 'user');
    if (audio.length > 0 && last) last.audio = [...(last.audio ?? []), ...audio];
    if (!turns.some((turn) => (turn.audio?.length ?? 0) > 0)) {
      throw missingParameter(multipart ? 'file' : 'messages');
    }
    const task = plainTask(turns, request.temperature ?? 0);
    const limit = askedFor ?? Math.min(DEFAULT_MAX_TOKENS, card.contextTokens);
    return prepareChat(call, card, task, limit, signal);
  };
  const head = chunkHead(call, card, call.api.uuid());
  if (request.stream) {
    const includeUsage = request.stream_options?.include_usage === true;
    return streamChat(call, await prepare(), head, includeUsage);
  }
  return withDeadline(call, async () => {
    const whole = await completeChat(call, await prepare());
    if (request.response_format === 'text') return plainText(whole.text);
    return Response.json(toReasoning(head, whole), { headers: { 'cache-control': 'no-store' } });
  });
}

/** Both `message` and `delta`, so that readers of either form find the answer. */
function toReasoning(head: ChunkHead, whole: WholeChat) {
  const said = { role: 'assistant', content: whole.text };
  const choice = {
    index: 0,
    message: said,
    delta: said,
    logprobs: null,
    finish_reason: whole.reason,
  };
  return { ...head, object: 'chat.completion', choices: [choice], usage: whole.usage };
}
