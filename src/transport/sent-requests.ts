/** A request that left this origin. Never its headers or its body. */
export interface SentRequest {
  /** Unix milliseconds. */
  at: number;
  host: string;
  /** Which part asked: the download of models, a provider's model, or a page. */
  by: 'models' | 'provider' | 'page';
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
  origin = self.location.origin,
): void {
  const target = new URL(url, origin);
  if (target.origin === origin || !/^https?:$/.test(target.protocol)) return;
  const bytes = target.href.length + lengthOf(body);
  channel ??= new BroadcastChannel(CHANNEL);
  channel.postMessage({ at: Date.now(), host: target.host, by, bytes } satisfies SentRequest);
}

/** Calls back for each request that any thread of this origin reports. @returns a function that stops it. */
export function onSent(listener: (request: SentRequest) => void): () => void {
  const receiver = new BroadcastChannel(CHANNEL);
  receiver.onmessage = ({ data }: MessageEvent<SentRequest>) => listener(data);
  return () => receiver.close();
}

/** `fetch` of a thread whose policy lets it leave this origin: each request is reported as it is sent. */
export function reportedFetch(by: SentRequest['by'], plain: typeof fetch): typeof fetch {
  return (input, init) => {
    reportSent(input instanceof Request ? input.url : String(input), by, init?.body);
    return plain(input, init);
  };
}

function lengthOf(body: unknown): number {
  if (typeof body === 'string') return new TextEncoder().encode(body).length;
  if (body instanceof Blob) return body.size;
  return body instanceof ArrayBuffer || ArrayBuffer.isView(body) ? body.byteLength : 0;
}
