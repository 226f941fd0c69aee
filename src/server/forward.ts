import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError, engineUnavailable } from '#contract/api-error.ts';
import { isOllamaPath, servicePath } from '#contract/paths.ts';
import { bodyTooLarge, methodNotAllowed, missingKey, queueFull } from '#contract/service-errors.ts';
import type { PortFetch } from '#transport/port-fetch.ts';
import { LOOPBACK } from './allowed.ts';
import { Metrics, type Passed } from './metrics.ts';
import { answerOllama } from './ollama/answer-ollama.ts';
import {
  announcedBytes,
  awaitsContinue,
  isSmall,
  MAX_BODY_BYTES,
  readLarge,
  readSmall,
} from './read-upload.ts';
import type { Tabs } from './tabs.ts';
import { tokensOf, writeAnswer, writeError } from './write-answer.ts';

export const METHODS = ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS'];
const MAX_RUNNING = 64;
const MAX_UPLOADS = 8;
/** Milliseconds that a request waits for a tab which was there a moment ago, or is being opened. */
export const WAIT_MS = 10_000;
/** Milliseconds a client has after its answer to end its body. */
const LINGER_MS = 1_000;
/** Of one connection, or of browsers alone: nothing behind them reads these. */
const LEFT_OUT =
  /^(?:connection|host|keep-alive|transfer-encoding|content-length|upgrade|expect|te|trailer|cookie|origin|referer|proxy-.*|sec-.*)$/;

export interface ForwardOptions {
  tabs: Tabs;
  /** What a person must do when no tab answers. */
  howToOpen: () => string;
  /** A tab comes back by itself, however long it was away: the server runs the browser. */
  isTabExpected: boolean;
  /** Prints a line for each request; null prints none. */
  log: ((line: string) => void) | null;
  /** The key for requests that bring none, as Ollama's clients do; null refuses them. */
  keyForKeyless: () => string | null;
  /** Milliseconds to wait for a tab; shorter in tests. */
  waitMs?: number;
}

/** One request on its way. */
interface Passing {
  request: IncomingMessage;
  response: ServerResponse;
  /** Announced; null where the client does not say. */
  bytes: number | null;
  gone: AbortController;
  /** The request to the tab. Held here: Node's Request follows its signal only while something holds the Request. */
  asked: Request;
}

/** Passes a request of `/v1` on to the tab, and its answer back. */
export class Forwarder {
  readonly #options: ForwardOptions;
  readonly #running = new Set<Passing>();
  readonly #metrics = new Metrics();
  #onIdle = () => {};

  constructor(options: ForwardOptions) {
    this.#options = options;
  }

  /** `extra`: headers for the site that asks. Never rejects. */
  async forward(
    request: IncomingMessage,
    response: ServerResponse,
    extra: Readonly<Record<string, string>>,
  ): Promise<void> {
    const { method = 'GET', url = '/' } = request;
    if (method === 'TRACE') {
      // Fetch has no such requests.
      await writeError(response, methodNotAllowed(method, url, METHODS), extra);
      return;
    }
    const { log } = this.#options;
    const began = performance.now();
    const gone = new AbortController();
    response.once('close', () => {
      gone.abort();
      const passed = factsOf(request, response, performance.now() - began);
      this.#metrics.add(passed);
      log?.(lineOf(request, response, passed));
    });
    const bytes = announcedBytes(request);
    addKey(request, this.#options.keyForKeyless);
    const asked = toRequest(request, gone.signal);
    const passing: Passing = { request, response, bytes, gone, asked };
    try {
      this.#admit(passing);
      await writeAnswer(response, await this.#ask(passing), extra);
    } catch (reason) {
      if (response.headersSent || response.destroyed) response.destroy();
      else await writeError(response, toError(reason), extra);
    } finally {
      this.#running.delete(passing);
      if (this.#running.size === 0) this.#onIdle();
      if (!request.complete) this.#drain(request, response);
    }
  }

  /** Whether a tab answers. */
  get hasTab(): boolean {
    return this.#options.tabs.count > 0;
  }

  /** The counts so far, as Prometheus reads them. */
  writeMetrics(): string {
    return this.#metrics.write({ hasTab: this.hasTab, running: this.#running.size });
  }

  /** Resolves when no request is in flight, after `limitMs` in any case. */
  async whenIdle(limitMs: number): Promise<void> {
    if (this.#running.size === 0) return;
    await new Promise<void>((resolve) => {
      this.#onIdle = resolve;
      setTimeout(resolve, limitMs);
    });
  }

  /** @throws ApiError where it is refused before the tab is asked. */
  #admit(passing: Passing): void {
    const { request, bytes } = passing;
    if (!hasKey(request)) throw missingKey();
    if ((bytes ?? 0) > MAX_BODY_BYTES) throw bodyTooLarge();
    const uploads = [...this.#running].filter((other) => !isSmall(other.bytes)).length;
    const isFull = this.#running.size >= MAX_RUNNING || (!isSmall(bytes) && uploads >= MAX_UPLOADS);
    if (isFull) throw queueFull();
    this.#running.add(passing);
  }

  async #ask({ request, response, bytes, gone, asked }: Passing): Promise<Response> {
    const { tabs, howToOpen, isTabExpected, waitMs = WAIT_MS } = this.#options;
    const tab = await tabs.find(isTabExpected ? waitMs : waitMs - tabs.awayMs);
    if (!tab) throw engineUnavailable(howToOpen());
    const send = async (body: Promise<Body>) =>
      isOllamaPath(request.url ?? '')
        ? answerAsOllama(tab, asked, await body)
        : tab.fetch(asked, body);
    if (bytes === 0) return send(Promise.resolve(null));
    if (takesNoBody(request)) {
      // A body of a GET means nothing; unread, it would end the connection.
      request.resume();
      return send(Promise.resolve(null));
    }
    if (!isSmall(bytes)) {
      // Without a key, the tab does not receive the upload.
      const refusal = await checkKey(tab, asked);
      if (refusal) return refusal;
    }
    if (awaitsContinue.delete(request)) response.writeContinue();
    if (isSmall(bytes)) return send(readSmall(request));
    const tooLarge = (error: Error) => gone.abort(error);
    return send(Promise.resolve(readLarge(request, tooLarge)));
  }

  /** Drains the rest of a body, so that the client reads the answer; ends the connection where it takes long. */
  #drain(request: IncomingMessage, response: ServerResponse): void {
    request.on('error', () => {});
    response.once('error', () => {});
    request.resume();
    // Answers to earlier requests of the connection go first.
    const wait = () => {
      if (request.complete) return;
      const timer = setTimeout(() => request.socket.destroy(), LINGER_MS);
      for (const event of ['end', 'close']) request.once(event, () => clearTimeout(timer));
    };
    if (response.writableFinished) wait();
    else response.once('finish', wait);
  }
}

/** The figures of a request when its answer is over. */
function factsOf({ url = '/' }: IncomingMessage, response: ServerResponse, ms: number): Passed {
  const { prompt, completion } = tokensOf(response);
  return {
    path: url.replace(/[?#].*$/s, '').slice(0, 100),
    model: String(response.getHeader('x-alcove-served-by') ?? ''),
    status: response.writableFinished ? response.statusCode : 'gone',
    seconds: ms / 1_000,
    promptTokens: prompt ?? 0,
    completionTokens: completion ?? 0,
  };
}

/** `200 POST /v1/embeddings local/alcove-embed 84 ms, id`: no text of the request or its answer. */
function lineOf(request: IncomingMessage, response: ServerResponse, passed: Passed): string {
  const { path, model, status, seconds, promptTokens, completionTokens } = passed;
  const hasUsage = tokensOf(response).prompt !== null;
  const tokens = hasUsage ? `, ${promptTokens} + ${completionTokens} tokens` : '';
  const id = String(response.getHeader('x-request-id') ?? '');
  return [status, request.method, path, model, `${Math.round(seconds * 1_000)} ms${tokens},`, id]
    .filter(Boolean)
    .join(' ');
}

function toError(reason: unknown): ApiError {
  return reason instanceof ApiError ? reason : engineUnavailable('The tab could not be asked.');
}

type Body = ArrayBuffer | ReadableStream<Uint8Array> | null;

/** Answers a request of Ollama's API by requests to `/v1`. */
async function answerAsOllama(tab: PortFetch, asked: Request, body: Body): Promise<Response> {
  const { method, signal, url } = asked;
  const bytes = await new Response(body).arrayBuffer();
  return answerOllama({ method, path: new URL(url).pathname }, bytes, (path, json) => {
    const headers = new Headers(asked.headers);
    if (json) headers.set('content-type', 'application/json');
    const init = json ? { method: 'POST', body: JSON.stringify(json) } : {};
    const query = path === 'models' ? '?state=ready' : '';
    return tab.fetch(
      new Request(new URL(`/v1/${path}${query}`, url), { ...init, headers, signal }),
    );
  });
}

const takesNoBody = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD';

/** What programs send for a key where an SDK wants one: the names of servers that have none, or nothing at all. */
const NO_KEY =
  /^Bearer\s*(?:ollama|lm-studio|empty|none|null|undefined|not-needed|sk-no-key-required)?\s*$/i;

/** For programs of this machine alone: others on the network always need a key. */
function addKey({ headers, socket }: IncomingMessage, keyForKeyless: () => string | null): void {
  const { authorization, 'x-api-key': other } = headers;
  if (other !== undefined || (authorization !== undefined && !NO_KEY.test(authorization))) return;
  const key = LOOPBACK.test(socket.remoteAddress ?? '') ? keyForKeyless() : null;
  if (key !== null) headers.authorization = `Bearer ${key}`;
}

/** The key of a request that is no request of HTTP alone; null where it has none. */
export function keyOf(request: IncomingMessage, keyForKeyless: () => string | null): string | null {
  addKey(request, keyForKeyless);
  const { authorization, 'x-api-key': other } = request.headers;
  return authorization?.replace(/^Bearer\s+/i, '') ?? (typeof other === 'string' ? other : null);
}

function hasKey({ headers }: IncomingMessage): boolean {
  return headers.authorization !== undefined || headers['x-api-key'] !== undefined;
}

/** The answer to a wrong key; null for a right one. */
async function checkKey(
  tab: PortFetch,
  { headers, signal, url }: Request,
): Promise<Response | null> {
  const list = new URL('/v1/models', url);
  const names = ['authorization', 'x-api-key'];
  const sent = names.flatMap((name): [string, string][] => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  const answer = await tab.fetch(
    new Request(list, { headers: sent, signal }),
    Promise.resolve(null),
  );
  if (answer.status === 401) return answer;
  await answer.body?.cancel();
  return null;
}

function toRequest(request: IncomingMessage, signal: AbortSignal): Request {
  const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
    value === undefined || LEFT_OUT.test(name) ? [] : [[name, String(value)]],
  );
  const url = new URL(`http://localhost${request.url ?? '/'}`);
  // Other programs show the list as a choice: they get what answers, unless they ask for more.
  if (servicePath(url.pathname) === '/v1/models' && !url.searchParams.has('state')) {
    url.searchParams.set('state', 'ready');
  }
  return new Request(url, { method: request.method ?? 'GET', headers, signal });
}
