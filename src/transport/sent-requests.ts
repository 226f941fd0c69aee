import { reportReceived } from './received-bytes.ts';

/** A request that left this origin. Never its headers or its body. */
export interface SentRequest {
  /** Unix milliseconds. */
  at: number;
  host: string;
  /** Which part asked: the download of models, a provider's model, or a page. */
  by: 'models' | 'provider' | 'page';
  /** What it asked for. */
  why: 'page' | 'description' | 'file' | 'answer' | 'provider-models';
  /** Of the address and the body, as far as the length of the body is known. */
  bytes: number;
}

const CHANNEL = 'alcove-sent';

let channel: BroadcastChannel | null = null;

/** Reports a request to the host, which counts it, and to every page. One that stays on this origin is ignored. */
export function reportSent(
  url: string,
  by: SentRequest['by'],
  body: unknown = null,
  why: SentRequest['why'] = 'page',
  origin = self.location.origin,
): void {
  const target = new URL(url, origin);
  if (target.origin === origin || !/^https?:$/.test(target.protocol)) return;
  const bytes = target.href.length + lengthOf(body);
  channel ??= new BroadcastChannel(CHANNEL);
  channel.postMessage({ at: Date.now(), host: target.host, by, why, bytes } satisfies SentRequest);
}

/** Calls back for each request that any thread of this origin reports. @returns a function that stops it. */
export function onSent(listener: (request: SentRequest) => void): () => void {
  const receiver = new BroadcastChannel(CHANNEL);
  receiver.onmessage = ({ data }: MessageEvent<SentRequest>) => listener(data);
  return () => receiver.close();
}

/** `fetch` of the thread that downloads models: each request is reported as it is sent, and its answer as it is read. */
export function reportedFetch(by: 'models', plain: typeof fetch): typeof fetch {
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    // A hub has its files under `resolve`; everything else describes them.
    reportSent(url, by, init?.body, url.includes('/resolve/') ? 'file' : 'description');
    return reportReceived(url, by, await plain(input, init));
  };
}

/** What a request to a provider asked for. */
export const providerReason = (url: string): SentRequest['why'] =>
  /\/models\/?(?:\?|$)/.test(url) ? 'provider-models' : 'answer';

function lengthOf(body: unknown): number {
  if (typeof body === 'string') return new TextEncoder().encode(body).length;
  if (body instanceof Blob) return body.size;
  return body instanceof ArrayBuffer || ArrayBuffer.isView(body) ? body.byteLength : 0;
}
