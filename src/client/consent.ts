import { transfer } from 'comlink';
import { CONNECT_VERSION, type ToConsent, type ToSite } from '#connect/connect-messages.ts';
import type { SiteGrant } from '#transport/host-control.ts';
import type { Connection } from './connection.ts';

/** Milliseconds for the page that opened this window to say who it is, and between two questions. */
const ANSWER_MS = 10_000;
const ASK_MS = 300;

/** A site that opened this window and asks to be connected. */
export interface AskingSite {
  /** As the browser names it: a page cannot choose it. */
  origin: string;
  /**
   * Hands it a port of the host, under a new grant or, without one, the grant it has.
   * @returns false where it has none
   */
  connect: (grant: SiteGrant | null) => Promise<boolean>;
  refuse: () => void;
}

/** The site that opened this window; null where there is none, or it is cut off. */
export async function findAskingSite({ control }: Connection): Promise<AskingSite | null> {
  const opener = window.opener as Window | null;
  // In a frame the person might not see what they press.
  if (opener === null || window.top !== window) return null;
  const origin = await askOrigin(opener);
  if (origin === null) return null;
  const send = (message: ToSite, ports: MessagePort[] = []) =>
    // A page of another origin that took its place gets nothing.
    opener.postMessage(message, origin, ports);
  return {
    origin,
    async connect(grant) {
      let port: MessagePort | null = null;
      const isConnected = await control((c) => {
        // For each host that is asked: a port is handed over once.
        const { port1, port2 } = new MessageChannel();
        port = port1;
        return c.connectSite(origin, grant, transfer(port2, [port2]));
      });
      if (isConnected && port) send({ type: 'alcove:connected' }, [port]);
      return isConnected;
    },
    refuse: () => send({ type: 'alcove:refused' }),
  };
}

/** The first origin that answers for the page that opened this window: a later one is another page. */
function askOrigin(opener: Window): Promise<string | null> {
  const ask = () => opener.postMessage({ type: 'alcove:ask' } satisfies ToSite, '*');
  return new Promise((resolve) => {
    const done = new AbortController();
    const settle = (origin: string | null) => {
      done.abort();
      clearInterval(asking);
      clearTimeout(late);
      resolve(origin);
    };
    const asking = setInterval(ask, ASK_MS);
    const late = setTimeout(() => settle(null), ANSWER_MS);
    addEventListener(
      'message',
      ({ data, origin, source }: MessageEvent<ToConsent | null>) => {
        if (source !== opener || data?.type !== 'alcove:connect') return;
        if (data.version === CONNECT_VERSION && /^https?:\/\//.test(origin)) settle(origin);
      },
      done,
    );
    ask();
  });
}
