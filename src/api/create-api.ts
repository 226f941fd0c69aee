import { Hono } from 'hono';
import { answerChat } from '#api/endpoints/chat.ts';
import { answerEmbeddings } from '#api/endpoints/embeddings.ts';
import { answerReasoning } from '#api/endpoints/reasoning.ts';
import { answerTranscription } from '#api/endpoints/transcription.ts';
import { authorize } from '#api/http/authorize.ts';
import type { ApiDependencies, Call } from '#api/http/call.ts';
import { finishCall } from '#api/http/finish-call.ts';
import { toApiError } from '#api/http/to-api-error.ts';
import { findModel, toModelObject } from '#api/tasks/find-model.ts';
import type { ApiError } from '#contract/api-error.ts';
import { allowedMethods, matchEndpoint } from '#contract/paths.ts';
import { methodNotAllowed, modelNotFound, unknownUrl } from '#contract/service-errors.ts';

const EXPOSED = [
  'x-request-id',
  'retry-after',
  'retry-after-ms',
  ...['limit', 'remaining', 'reset'].flatMap((part) => [
    `x-ratelimit-${part}-requests`,
    `x-ratelimit-${part}-requests-day`,
  ]),
].join(', ');

/**
 * The service as one function. It needs nothing of a browser beyond fetch's own classes: the
 * service worker, the pages and the tests all call this same function.
 */
export function createApi(api: ApiDependencies): (request: Request) => Promise<Response> {
  const app = new Hono<{ Bindings: { call: Call } }>({ strict: false });
  app.options('*', () => new Response(null, { status: 204 }));
  app.all('*', (c) => route(c.env.call));
  app.onError((error, c) => failure(c.env.call, error));
  return async (request) => {
    const call = newCall(api, request);
    const response = await app.fetch(request, { call });
    return withCommonHeaders(call, request, response);
  };
}

async function route(call: Call): Promise<Response> {
  const { request, api } = call;
  const { pathname } = new URL(request.url);
  const endpoint = matchEndpoint(pathname);
  if (!endpoint) throw unknownUrl(request.method, pathname);
  call.usage.endpoint = endpoint.name;
  const allowed = allowedMethods(endpoint.name);
  if (!allowed.includes(request.method)) {
    throw methodNotAllowed(request.method, pathname, allowed);
  }
  const optional = endpoint.name === 'models' || endpoint.name === 'model';
  call.key = await authorize(request, api.keys, { optional });
  switch (endpoint.name) {
    case 'models':
      return noteWhole(call, Response.json({ object: 'list', data: listModels(api) }));
    case 'model': {
      const ready = findModel(api.models(), endpoint.id);
      const card = ready ?? findModel(api.available(), endpoint.id);
      if (!card) throw modelNotFound(endpoint.id);
      return noteWhole(call, Response.json(toModelObject(card, ready !== null)));
    }
    case 'chat':
      return noteWhole(call, await answerChat(call));
    case 'embeddings':
      return noteWhole(call, await answerEmbeddings(call));
    case 'audio-reasoning':
      return noteWhole(call, await answerReasoning(call));
    case 'transcriptions':
      return noteWhole(call, await answerTranscription(call, false));
    case 'translations':
      return noteWhole(call, await answerTranscription(call, true));
  }
}

function listModels(api: ApiDependencies) {
  return [
    ...Array.from(api.models(), (card) => toModelObject(card, true)),
    ...Array.from(api.available(), (card) => toModelObject(card, false)),
  ];
}

/** A stream writes its own row when it ends; whole answers are done here. */
function noteWhole(call: Call, response: Response): Response {
  const streamed = response.headers.get('content-type')?.startsWith('text/event-stream');
  if (!streamed) finishCall(call, response.status, null);
  return response;
}

function failure(call: Call, reason: unknown): Response {
  const error: ApiError = toApiError(reason);
  if (error.status >= 500) call.api.report(reason);
  finishCall(call, error.status, error.code);
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
  headers.set('access-control-allow-origin', '*');
  headers.set('access-control-expose-headers', EXPOSED);
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
  if (request.method === 'OPTIONS') {
    headers.set('access-control-allow-methods', 'GET, HEAD, POST, OPTIONS');
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

function newCall(api: ApiDependencies, request: Request): Call {
  const usage = {
    model: '',
    endpoint: '',
    promptTokens: 0,
    completionTokens: 0,
    queueSeconds: 0,
    firstTokenSeconds: 0,
    totalSeconds: 0,
    admitted: false,
  };
  return { request, requestId: api.uuid(), api, key: null, usage };
}
