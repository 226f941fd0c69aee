import { isRecord } from '#base/guards.ts';
import { BASE } from '#contract/app-path.ts';
import { MAX_JSON_BYTES } from '#contract/body-limits.ts';
import { isServicePath } from '#contract/paths.ts';
import type { PortRequest, PortResponse, RequestPort } from '#transport/port-protocol.ts';

/** Requests of a site that may run and wait at the same time. */
const MAX_OPEN = 16;
const MAX_URL = 2_000;
const MAX_HEADERS = 50;
const MAX_HEADER = 4_000;
const MAX_NAME = 100;
/** Bytes of a body: a file of 25 MB in a form. */
const MAX_BODY = MAX_JSON_BYTES;
const METHODS = new Set(['GET', 'POST', 'DELETE', 'HEAD', 'OPTIONS']);
/** What a site may say about its requests; its key is the grant. */
const HEADERS = /^(?:accept|content-type|anthropic-version|anthropic-beta|x-alcove-boundary)$/;

type Request = Extract<PortRequest, { type: 'request' }>;

interface SitePortOptions {
  /** Sent as the key of each request. */
  key: string;
  /** The site's page was left. */
  onLeft: () => void;
}

/**
 * The port of a site as the host serves it. All that comes over it is a stranger's: requests for `/v1` and their ends
 * pass, in the one shape they have, and everything else is dropped.
 */
export class SitePort implements RequestPort {
  onmessage: ((event: MessageEvent) => void) | null = null;
  readonly #port: MessagePort;
  readonly #open = new Set<number>();
  readonly #options: SitePortOptions;

  constructor(port: MessagePort, options: SitePortOptions) {
    this.#port = port;
    this.#options = options;
    port.onmessage = ({ data }: MessageEvent<unknown>) => this.#receive(data);
    // Chromium alone reports the end of the other side.
    port.addEventListener('close', options.onLeft);
  }

  postMessage(message: PortRequest | PortResponse, transfer: Transferable[] = []): void {
    if (isLast(message)) this.#open.delete(message.id);
    this.#port.postMessage(message, transfer);
  }

  close(): void {
    this.#port.close();
  }

  #receive(data: unknown): void {
    if (!isRecord(data)) return;
    switch (data['type']) {
      case 'request': {
        const request = this.#parse(data);
        if (request) this.#pass(request);
        return;
      }
      case 'cancel': {
        const { id } = data;
        if (!isId(id) || !this.#open.delete(id)) return;
        this.#pass({ type: 'cancel', id });
        return;
      }
      case 'alcove:ping':
        this.#port.postMessage({ type: 'alcove:ping' });
        return;
      case 'alcove:bye':
        this.#options.onLeft();
        return;
    }
  }

  #pass(message: PortRequest): void {
    if (message.type === 'request') this.#open.add(message.id);
    this.onmessage?.(new MessageEvent('message', { data: message }));
  }

  /** Null for anything but a request. One that cannot be served is answered with the reason. */
  #parse({ id, method, url, headers, body }: Record<string, unknown>): Request | null {
    if (!isId(id) || this.#open.has(id)) return null;
    const pairs = parseHeaders(headers);
    if (typeof method !== 'string' || pairs === null || !isBody(body)) return null;
    const target = parseTarget(url);
    if (target === null || !METHODS.has(method)) {
      this.#refuse(id, 'Sites may call /v1 and nothing else.');
      return null;
    }
    if (this.#open.size >= MAX_OPEN) {
      this.#refuse(id, `A site may have ${MAX_OPEN} requests at the same time.`);
      return null;
    }
    pairs.push(['authorization', `Bearer ${this.#options.key}`]);
    const sent = method === 'POST' ? body : null;
    return { type: 'request', id, method, url: target, headers: pairs, body: sent };
  }

  #refuse(id: number, message: string): void {
    this.#port.postMessage({ type: 'failed', id, message } satisfies PortResponse);
  }
}

const isId = (id: unknown): id is number => Number.isSafeInteger(id);

/** The same path of this origin; null for one that is not the service's. */
function parseTarget(url: unknown): string | null {
  if (typeof url !== 'string' || url.length > MAX_URL || !URL.canParse(url)) return null;
  const { pathname, search } = new URL(url);
  if (!isServicePath(pathname, BASE)) return null;
  return `${self.location.origin}${pathname}${search}`;
}

function parseHeaders(headers: unknown): [string, string][] | null {
  if (!Array.isArray(headers) || headers.length > MAX_HEADERS) return null;
  const pairs: [string, string][] = [];
  for (const pair of headers as unknown[]) {
    if (!Array.isArray(pair)) return null;
    const [name, value] = pair as unknown[];
    if (typeof name !== 'string' || typeof value !== 'string') return null;
    if (name.length > MAX_NAME || value.length > MAX_HEADER) continue;
    if (HEADERS.test(name.toLowerCase())) pairs.push([name, value]);
  }
  return pairs;
}

function isBody(body: unknown): body is Blob | ArrayBuffer | null {
  if (body === null) return true;
  if (body instanceof Blob) return body.size <= MAX_BODY;
  return body instanceof ArrayBuffer && body.byteLength <= MAX_BODY;
}

function isLast(message: PortRequest | PortResponse): message is PortResponse & { id: number } {
  switch (message.type) {
    case 'whole':
    case 'end':
    case 'failed':
      return true;
    case 'head':
      return message.body === 'none';
    case 'chunk':
      return message.isLast;
    default:
      return false;
  }
}
