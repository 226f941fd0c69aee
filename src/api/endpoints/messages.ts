import type { Call } from '#api/call/call.ts';
import { toApiError } from '#api/call/to-api-error.ts';
import { answerStream } from '#api/http/answer-stream.ts';
import { withDeadline } from '#api/http/answer-whole.ts';
import { readJson } from '#api/http/read-body.ts';
import { chatFacts } from '#api/routing/chat-facts.ts';
import { openSlot } from '#api/tasks/admit.ts';
import { toChatTask } from '#api/tasks/chat-task.ts';
import { requireModel } from '#api/tasks/find-model.ts';
import { MessageWriter } from '#api/tasks/message-writer.ts';
import { renameMessagesParam, toMessagesChat } from '#api/tasks/messages-chat.ts';
import { runChat } from '#api/tasks/run-chat.ts';
import { requireKnown, routed } from '#api/tasks/run-route.ts';
import { type ModelCard, shownId } from '#catalog/model-card.ts';
import type { MessageObject } from '#contract/answers/messages-answer.ts';
import { toMessageError } from '#contract/messages-error.ts';
import type { MessagesRequest } from '#contract/messages-request.ts';
import type { ChatTask } from '#engine/tasks.ts';
import { CHAT_TASKS, prepareChat } from './chat.ts';

/** POST /v1/messages: the chat's own path in Anthropic's messages, events and errors. */
export async function answerMessages(call: Call): Promise<Response> {
  const request = await readJson(call, 'messages');
  const asked = {
    model: request.model,
    tasks: CHAT_TASKS,
    capability: 'chat completions',
    facts: () => chatFacts(toMessagesChat(request).chat, request.max_tokens),
  } as const;
  requireKnown(call, asked);
  const options = { withThinking: isThinking(request) };
  const prepare = async () => {
    const { card, prepared } = await routed(call, asked, async (one, signal) => {
      const task = await toTask(call, request, one, signal);
      return prepareChat(call, one, task, request.max_tokens, signal);
    });
    return { prepared, message: emptyMessage(call, card) };
  };
  if (!request.stream) {
    return withDeadline(call, async () => {
      const { prepared, message } = await prepare();
      const writer = new MessageWriter(message, options);
      await runChat(call, prepared, (event) => writer.event(event));
      return Response.json(message);
    });
  }
  const { prepared, message } = await prepare();
  return answerStream(
    call,
    prepared.admission,
    async (stream, idle) => {
      const writer = new MessageWriter(message, { ...options, send: stream.send });
      await runChat(call, prepared, (event) => {
        idle.progress();
        writer.event(event);
      });
    },
    {
      ending: '',
      writeError: (stream, error) =>
        stream.send(JSON.stringify(toMessageError(error, call.requestId)), 'error'),
    },
  );
}

/** POST /v1/messages/count_tokens */
export async function answerCountTokens(call: Call): Promise<Response> {
  const request = await readJson(call, 'count-tokens');
  const card = requireModel(call, request.model, CHAT_TASKS, 'chat completions');
  return withDeadline(call, async () => {
    const task = await toTask(call, request, card, call.controller.signal);
    const slot = await openSlot(call, card);
    if (call.key) await call.api.limits.admit(call.key, 0);
    call.usage.admitted = true;
    const [tokens = 0] = await slot.countTokens(task);
    return Response.json({ input_tokens: tokens });
  });
}

async function toTask(
  call: Call,
  request: MessagesRequest,
  card: ModelCard,
  signal: AbortSignal,
): Promise<ChatTask> {
  const { chat, paramOf } = toMessagesChat(request);
  try {
    const task = await toChatTask(chat, card, { ...call.api, signal });
    // The default of this API, which models here apply.
    const sampling = { ...task.sampling, temperature: request.temperature ?? 1 };
    return { ...task, sampling, mayThink: isThinking(request) };
  } catch (error) {
    const known = toApiError(error);
    throw known.status < 500 ? renameMessagesParam(known, paramOf) : error;
  }
}

function isThinking({ thinking }: MessagesRequest): boolean {
  return thinking?.type === 'enabled' || thinking?.type === 'adaptive';
}

function emptyMessage(call: Call, card: ModelCard): MessageObject {
  return {
    id: `msg_${call.api.uuid()}`,
    type: 'message',
    role: 'assistant',
    model: shownId(card),
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: {
      input_tokens: 0,
      output_tokens: 0,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
    },
  };
}
