import { waitForHello } from '#transport/open-connection.ts';
import { PortFetch } from '#transport/port-fetch.ts';
import { WIRE_VERSION } from '#transport/port-protocol.ts';
import {
  CONNECT_VERSION,
  type SiteSignal,
  type ToConsent,
  type ToSite,
} from './connect-messages.ts';
import type { ConnectedAlcove, ConnectOptions } from './types.d.ts';

/** Milliseconds for the host's hello after the person agreed: it may have to start. */
const HELLO_MS = 30_000;
/** Milliseconds between two pings while answers are awaited, and without an answer to one after which the host is gone. */
const PING_MS = 5_000;
const GONE_MS = 20_000;
const LOOK_MS = 300;
const CANCELLED = 'Cancelled.';

/** See `types.d.ts`. */
export async function connect(
  alcove: string,
  { signal }: ConnectOptions = {},
): Promise<ConnectedAlcove> {
  signal?.throwIfAborted();
  const base = new URL(alcove.replace(/\/*$/, '/'));
  const look = 'popup,width=460,height=680';
  const consent = open(new URL('connect', base), '_blank', look);
  if (!consent) throw new Error('The browser blocked the window: connect at a press.');
  const port = await askFor(consent, base.origin, signal);
  const hello = await waitForHello(port, HELLO_MS);
  const connected = watch(port, new PortFetch(port), `${base.href}v1`);
  const problem = problemOf(hello, signal);
  if (problem === null) return connected;
  connected.close();
  throw new Error(problem);
}

function problemOf(hello: Awaited<ReturnType<typeof waitForHello>>, signal?: AbortSignal) {
  if (signal?.aborted) return CANCELLED;
  if (hello?.type !== 'hello') return hello?.message ?? 'The models did not start.';
  return hello.version === WIRE_VERSION ? null : 'This site needs another version of Alcove.';
}

/** The port that the window hands over. */
function askFor(consent: Window, origin: string, signal?: AbortSignal): Promise<MessagePort> {
  return new Promise((resolve, reject) => {
    const done = new AbortController();
    const fail = (sentence: string) => {
      done.abort();
      reject(new Error(sentence));
    };
    const looking = setInterval(() => {
      if (consent.closed) fail('The window was closed or cut off.');
    }, LOOK_MS);
    done.signal.onabort = () => clearInterval(looking);
    signal?.addEventListener(
      'abort',
      () => {
        consent.close();
        fail(CANCELLED);
      },
      done,
    );
    addEventListener(
      'message',
      ({ data, origin: from, source, ports }: MessageEvent<ToSite | null>) => {
        // Other windows may send the same.
        if (from !== origin || source !== consent) return;
        const [port] = ports;
        if (data?.type === 'alcove:ask') {
          const answer: ToConsent = { type: 'alcove:connect', version: CONNECT_VERSION };
          consent.postMessage(answer, origin);
        } else if (data?.type === 'alcove:refused') fail('The connection was refused.');
        else if (data?.type === 'alcove:connected' && port) {
          done.abort();
          resolve(port);
        }
      },
      done,
    );
  });
}

/** A port says nothing of the end of its other side in every browser: it is asked while answers are awaited. */
function watch(port: MessagePort, requests: PortFetch, baseURL: string): ConnectedAlcove {
  const say = (type: SiteSignal['type']) => port.postMessage({ type });
  let livedAt = Date.now();
  port.addEventListener('message', () => {
    livedAt = Date.now();
  });
  const pinging = setInterval(() => {
    if (!requests.isBusy) livedAt = Date.now();
    else if (Date.now() - livedAt > GONE_MS) requests.lose();
    else say('alcove:ping');
  }, PING_MS);
  const closed = new Promise<void>((resolve) => {
    requests.onLost(() => {
      clearInterval(pinging);
      resolve();
    });
  });
  port.addEventListener('close', () => requests.lose());
  const close = () => {
    say('alcove:bye');
    requests.lose();
  };
  addEventListener('pagehide', close);
  return {
    baseURL,
    fetch: async (input, init) => requests.fetch(new Request(input, init)),
    closed,
    close,
  };
}
