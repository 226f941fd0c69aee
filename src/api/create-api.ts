import {
  type ApiDependencies,
  type Call,
  type CallUsage,
  newCall,
  type Via,
} from '#api/call/call.ts';
import { startRecording } from '#api/call/recording.ts';
import { toApiError } from '#api/call/to-api-error.ts';
import {
  answerBatch,
  answerBatches,
  answerCancelBatch,
  answerCreateBatch,
} from '#api/endpoints/batches.ts';
import { answerChat } from '#api/endpoints/chat.ts';
import { answerCompletions } from '#api/endpoints/completions.ts';
import { answerEmbeddings } from '#api/endpoints/embeddings.ts';
import {
  answerDeleteFile,
  answerFile,
  answerFileContent,
  answerFiles,
  answerUpload,
} from '#api/endpoints/files.ts';
import { answerCountTokens, answerMessages } from '#api/endpoints/messages.ts';
import { answerModel, answerModels } from '#api/endpoints/models.ts';
import { answerOcr } from '#api/endpoints/ocr.ts';
import { answerReasoning } from '#api/endpoints/reasoning.ts';
import { answerRerank } from '#api/endpoints/rerank.ts';
import { answerCountInput, answerResponses } from '#api/endpoints/responses.ts';
import { answerSpeech } from '#api/endpoints/speech.ts';
import {
  answerCancelResponse,
  answerDeleteResponse,
  answerInputItems,
  answerStoredResponse,
} from '#api/endpoints/stored-responses.ts';
import { answerTranscription } from '#api/endpoints/transcription.ts';
import {
  answerAddStoreFile,
  answerCancelFileBatch,
  answerChangeStoreFile,
  answerCreateFileBatch,
  answerDeleteStoreFile,
  answerFileBatch,
  answerFileBatchFiles,
  answerStoreFile,
  answerStoreFileContent,
  answerStoreFiles,
} from '#api/endpoints/vector-store-files.ts';
import {
  answerChangeVectorStore,
  answerCreateVectorStore,
  answerDeleteVectorStore,
  answerSearchVectorStore,
  answerVectorStore,
  answerVectorStores,
} from '#api/endpoints/vector-stores.ts';
import { authorize } from '#api/http/authorize.ts';
import { finishCall } from '#api/http/finish-call.ts';
import { createRouter, type Handler } from '#api/http/router.ts';
import { writePassed } from '#api/routing/plan-route.ts';
import { ANSWER_HEADERS, type ApiError } from '#contract/api-error.ts';
import { BOUNDARY_HEADER } from '#contract/boundary.ts';
import type { Endpoint } from '#contract/endpoints/endpoint.ts';
import type { EndpointName } from '#contract/endpoints/endpoints.ts';
import { EXPOSED_HEADERS, IGNORED_HEADER } from '#contract/headers.ts';
import { messageErrorResponse } from '#contract/messages-error.ts';
import { isMessagesPath } from '#contract/paths.ts';

const HANDLERS: Readonly<Record<EndpointName, Handler>> = {
  chat: answerChat,
  responses: answerResponses,
  'stored-response': answerStoredResponse,
  'count-input-tokens': answerCountInput,
  'input-items': answerInputItems,
  'cancel-response': answerCancelResponse,
  'delete-response': answerDeleteResponse,
  messages: answerMessages,
  'count-message-tokens': answerCountTokens,
  completions: answerCompletions,
  embeddings: answerEmbeddings,
  rerank: answerRerank,
  'audio-reasoning': answerReasoning,
  ocr: answerOcr,
  speech: answerSpeech,
  transcriptions: (call) => answerTranscription(call, false),
  translations: (call) => answerTranscription(call, true),
  'upload-file': answerUpload,
  files: answerFiles,
  file: answerFile,
  'delete-file': answerDeleteFile,
  'file-content': answerFileContent,
  'create-vector-store': answerCreateVectorStore,
  'vector-stores': answerVectorStores,
  'vector-store': answerVectorStore,
  'change-vector-store': answerChangeVectorStore,
  'delete-vector-store': answerDeleteVectorStore,
  'search-vector-store': answerSearchVectorStore,
  'add-vector-store-file': answerAddStoreFile,
  'vector-store-files': answerStoreFiles,
  'vector-store-file': answerStoreFile,
  'change-vector-store-file': answerChangeStoreFile,
  'delete-vector-store-file': answerDeleteStoreFile,
  'vector-store-file-content': answerStoreFileContent,
  'create-file-batch': answerCreateFileBatch,
  'file-batch': answerFileBatch,
  'cancel-file-batch': answerCancelFileBatch,
  'file-batch-files': answerFileBatchFiles,
  'create-batch': answerCreateBatch,
  batches: answerBatches,
  batch: answerBatch,
  'cancel-batch': answerCancelBatch,
  models: answerModels,
  model: answerModel,
};

/** An answer opened as a document runs nothing, loads nothing and cannot be framed. */
const DOCUMENT_HEADERS = Object.entries(ANSWER_HEADERS);

/**
 * The service as one function. From a browser it needs only fetch's classes: the
 * service worker, the pages and the tests all call this same function.
 */
export function createApi(
  api: ApiDependencies,
): (request: Request, blob?: Blob | null, via?: Via) => Promise<Response> {
  const route = createRouter(HANDLERS, answer, failure);
  return async (request, blob = null, via = 'page') => {
    const call = newCall(api, request, blob, via);
    const { pathname } = new URL(request.url);
    api.trace(call.requestId, 'received', { detail: `${request.method} ${pathname}` });
    const response = await withCommonHeaders(call, request, await route(call));
    call.recording?.head(response);
    api.trace(call.requestId, 'answered', { detail: String(response.status) });
    return response;
  };
}

async function answer(
  call: Call,
  { endpoint, handle }: { endpoint: Endpoint; handle: Handler },
): Promise<Response> {
  call.usage.endpoint = endpoint.name;
  call.key = await authorize(call.request, call.api.keys, { optional: endpoint.isPublic === true });
  // Only a model occupies the device.
  const { isBackground = false, use } = call.api;
  if (!isBackground && endpoint.tasks.length > 0) call.endUse = use.enter();
  call.recording = startRecording(call);
  return noteWhole(call, await handle(call));
}

/** A stream writes its own row when it ends; whole answers are done here. */
function noteWhole(call: Call, response: Response): Response {
  const streamed = /^(?:text\/event-stream|audio\/)/.test(
    response.headers.get('content-type') ?? '',
  );
  if (!streamed) finishCall(call, response.status, null);
  return response;
}

/** Whether the client is Anthropic's, with its format of errors and ids. */
function isMessages(request: Request): boolean {
  return isMessagesPath(new URL(request.url).pathname);
}

function failure(call: Call, reason: unknown): Response {
  const error: ApiError = toApiError(reason);
  // The client left: an abort is not an error of the service.
  const isGone = call.request.signal.aborted;
  if (error.status >= 500 && !isGone) call.api.report(reason);
  finishCall(call, isGone ? 499 : error.status, isGone ? 'client_closed_request' : error.code);
  if (isMessagesPath(new URL(call.request.url).pathname))
    return messageErrorResponse(error, call.requestId);
  return error.toResponse(call.requestId);
}

async function withCommonHeaders(
  call: Call,
  request: Request,
  response: Response,
): Promise<Response> {
  // Set in place: a second Response around the same body takes as long as checking the request.
  const { headers } = response;
  headers.set('x-request-id', call.requestId);
  if (isMessages(request)) headers.set('request-id', call.requestId);
  for (const [name, value] of DOCUMENT_HEADERS) headers.set(name, value);
  headers.set('access-control-allow-origin', '*');
  headers.set('access-control-expose-headers', EXPOSED_HEADERS);
  if (call.servedBy) {
    headers.set('x-alcove-served-by', call.servedBy.id);
    headers.set(BOUNDARY_HEADER, call.servedBy.boundary);
  }
  if (call.tried.length > 0) headers.set('x-alcove-tried', call.tried.map(writePassed).join(', '));
  if (call.ignored.length > 0) headers.set(IGNORED_HEADER, call.ignored.join(', '));
  headers.set('openai-processing-ms', String(Math.max(0, Math.round(call.api.now() - call.began))));
  const timing = serverTiming(call.usage);
  if (timing) headers.set('server-timing', timing);
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
  if (request.method === 'OPTIONS') {
    headers.set('access-control-allow-methods', 'GET, HEAD, POST, DELETE, OPTIONS');
    headers.set(
      'access-control-allow-headers',
      request.headers.get('access-control-request-headers') ?? '*',
    );
  }
  const limits = call.key ? await call.api.limits.headers(call.key) : {};
  for (const [name, value] of Object.entries(limits)) headers.set(name, value);
  if (request.method !== 'HEAD') return response;
  return new Response(null, { status: response.status, headers });
}

/** Phases of a request in milliseconds; a stream's headers leave when only the first is known. */
function serverTiming({ loadSeconds, queueSeconds, firstTokenSeconds, totalSeconds }: CallUsage) {
  const write = Math.max(0, totalSeconds - queueSeconds - firstTokenSeconds);
  const phases: [string, number][] = [['load', loadSeconds]];
  if (totalSeconds > 0)
    phases.push(['queue', queueSeconds], ['read', firstTokenSeconds], ['write', write]);
  const known = phases.filter(([, seconds]) => seconds > 0 || totalSeconds > 0);
  return known
    .map(([name, seconds]) => `${name};dur=${Math.round(seconds * 10_000) / 10}`)
    .join(', ');
}
