import type { Call } from '#api/call/call.ts';
import { toApiError } from '#api/call/to-api-error.ts';
import { answerStream } from '#api/http/answer-stream.ts';
import { withDeadline } from '#api/http/answer-whole.ts';
import { readJson } from '#api/http/read-body.ts';
import { chatFacts } from '#api/routing/chat-facts.ts';
import { openSlot } from '#api/tasks/admit.ts';
import { toChatTask } from '#api/tasks/chat-task.ts';
import { requireModel } from '#api/tasks/find-model.ts';
import type { FoundFiles } from '#api/tasks/found-files.ts';
import { ResponseWriter } from '#api/tasks/response-writer.ts';
import { type ResponsesChat, renameParam, toChat } from '#api/tasks/responses-chat.ts';
import { runChat } from '#api/tasks/run-chat.ts';
import { requireKnown, routed } from '#api/tasks/run-route.ts';
import { requireSearchAllowed, searchFor } from '#api/tasks/search-files.ts';
import { storeResponse } from '#api/tasks/store-response.ts';
import { type ModelCard, shownId } from '#catalog/model-card.ts';
import type { ResponseObject } from '#contract/answers/responses-answer.ts';
import type { ResponsesRequest } from '#contract/responses-request.ts';
import { CHAT_TASKS, type Prepared, prepareChat } from './chat.ts';
import { readEarlier } from './stored-responses.ts';

/** POST /v1/responses: the chat's own path, spoken as items and typed events. */
export async function answerResponses(call: Call): Promise<Response> {
  const request = await readJson(call, 'responses');
  const tasks = CHAT_TASKS;
  const named = { model: request.model, tasks, capability: 'chat completions' } as const;
  requireKnown(call, named);
  await requireSearchAllowed(call, request);
  const earlier = await readEarlier(call, request);
  const found = await withDeadline(call, () =>
    searchFor(call, request, earlier, call.controller.signal),
  );
  const { chat, paramOf } = toChat(request, earlier, found);
  const askedFor = request.max_output_tokens ?? null;
  const asked = { ...named, facts: () => chatFacts(chat, askedFor) };
  const prepare = async () => {
    const { card, prepared } = await routed(call, asked, async (one, signal) => {
      const task = await toChatTask(chat, one, { ...call.api, signal });
      const isCut = request.truncation === 'auto';
      return prepareChat(call, one, task, askedFor, signal, isCut);
    });
    return { prepared, response: emptyResponse(call, request, card) };
  };
  try {
    if (request.stream) {
      const { prepared, response } = await prepare();
      return streamResponse(call, request, prepared, response, { paramOf, found });
    }
    return await withDeadline(call, async () => {
      const { prepared, response } = await prepare();
      const writer = new ResponseWriter(response, call.api.uuid);
      if (found) writer.search(found, request.include);
      await writeResponse(call, prepared, writer, () => {});
      await storeResponse(call, request, response);
      return Response.json(response, { headers: { 'cache-control': 'no-store' } });
    });
  } catch (error) {
    const known = toApiError(error);
    throw known.status < 500 ? renameParam(known, paramOf) : error;
  }
}

/** POST /v1/responses/input_tokens */
export async function answerCountInput(call: Call): Promise<Response> {
  const request = await readJson(call, 'input-tokens');
  const card = requireModel(call, request.model, CHAT_TASKS, 'chat completions');
  await requireSearchAllowed(call, request);
  const { controller, api } = call;
  return withDeadline(call, async () => {
    const earlier = await readEarlier(call, request);
    const found = await searchFor(call, request, earlier, controller.signal);
    const { chat, paramOf } = toChat(request, earlier, found);
    try {
      const task = await toChatTask(chat, card, { ...api, signal: controller.signal });
      const slot = await openSlot(call, card);
      if (call.key) await api.limits.admit(call.key, 0);
      call.usage.admitted = true;
      const [tokens = 0] = await slot.countTokens(task);
      return Response.json({ object: 'response.input_tokens', input_tokens: tokens });
    } catch (error) {
      const known = toApiError(error);
      throw known.status < 500 ? renameParam(known, paramOf) : error;
    }
  });
}

function streamResponse(
  call: Call,
  request: ResponsesRequest,
  prepared: Prepared,
  response: ResponseObject,
  { paramOf, found }: { paramOf: ResponsesChat['paramOf']; found: FoundFiles | null },
): Response {
  let writer: ResponseWriter | null = null;
  return answerStream(
    call,
    prepared.admission,
    async (stream, idle) => {
      writer = new ResponseWriter(response, call.api.uuid, stream.send);
      writer.begin();
      if (found) writer.search(found, request.include);
      await writeResponse(call, prepared, writer, () => idle.progress());
      await storeResponse(call, request, response);
      writer.end();
    },
    {
      writeError: (stream, error) => {
        const { code, message, param } = renameParam(error, paramOf);
        writer ??= new ResponseWriter(response, call.api.uuid, stream.send);
        writer.fail(code, message, param);
      },
    },
  );
}

async function writeResponse(
  call: Call,
  prepared: Prepared,
  writer: ResponseWriter,
  progress: () => void,
): Promise<void> {
  const { counts } = await runChat(call, prepared, (event) => {
    progress();
    writer.event(event);
  });
  writer.response.completed_at = Math.floor(call.api.now() / 1000);
  writer.response.usage = {
    input_tokens: counts.prompt,
    input_tokens_details: { cached_tokens: counts.cached },
    output_tokens: counts.completion,
    output_tokens_details: { reasoning_tokens: counts.reasoning },
    total_tokens: counts.prompt + counts.completion,
  };
}

function emptyResponse(call: Call, request: ResponsesRequest, card: ModelCard): ResponseObject {
  const { text, tools, metadata } = request;
  return {
    ...settingsOf(request),
    id: `resp_${call.api.uuid()}`,
    object: 'response',
    created_at: Math.floor(call.api.now() / 1000),
    completed_at: null,
    status: 'in_progress',
    background: false,
    error: null,
    incomplete_details: null,
    instructions: request.instructions ?? null,
    max_output_tokens: request.max_output_tokens ?? null,
    max_tool_calls: null,
    metadata: metadata ?? {},
    model: shownId(card),
    output: [],
    previous_response_id: request.previous_response_id ?? null,
    reasoning: {
      effort: request.reasoning?.effort ?? request.reasoning_effort ?? null,
      summary: null,
    },
    service_tier: 'default',
    text: { format: text?.format ?? { type: 'text' } },
    tools: (tools ?? []).map(shownTool),
    top_logprobs: request.top_logprobs ?? 0,
    usage: null,
    user: request.user ?? null,
  };
}

function shownTool(tool: NonNullable<ResponsesRequest['tools']>[number]): Record<string, unknown> {
  if (tool.type === 'file_search') {
    const { type, vector_store_ids, max_num_results, ranking_options, filters = null } = tool;
    const stores = vector_store_ids ?? [];
    return { type, vector_store_ids: stores, max_num_results, ranking_options, filters };
  }
  const { type, name, description, parameters, strict } = tool;
  return {
    type,
    name,
    description: description ?? null,
    parameters: parameters ?? null,
    strict: strict ?? null,
  };
}

/** Settings of a request, with defaults. */
function settingsOf(request: ResponsesRequest) {
  return {
    frequency_penalty: request.frequency_penalty ?? 0,
    parallel_tool_calls: request.parallel_tool_calls ?? true,
    presence_penalty: request.presence_penalty ?? 0,
    prompt_cache_key: request.prompt_cache_key ?? null,
    safety_identifier: request.safety_identifier ?? null,
    store: request.store ?? true,
    temperature: request.temperature ?? 0.7,
    tool_choice: request.tool_choice ?? 'auto',
    top_p: request.top_p ?? 1,
    truncation: request.truncation ?? 'disabled',
  };
}
