import type { DecodeRequest } from '#transport/page-decoder.ts';
import type { ConnectMessage, OpenHostMessage } from '#transport/page-messages.ts';
import type { PortRequest, PortUse } from '#transport/port-protocol.ts';

const ELECTION = 'alcove-host';

export interface HostPage {
  /** Whether this page runs the host worker. */
  readonly isHost: boolean;
  /** Hands a port to the host worker; false when this page does not run it. */
  attach: (as: PortUse, port: MessagePort) => boolean;
}

/**
 * Takes part in the election: whichever page holds the lock runs the host worker, and the browser
 * passes the lock on when that page goes away, however it goes.
 */
export function standForHost(scriptedModels: boolean): HostPage {
  let worker: Worker | null = null;
  const attach = (as: PortUse, port: MessagePort): boolean => {
    if (!worker) return false;
    const message: PortRequest = { type: 'attach', as, port };
    worker.postMessage(message, [port]);
    return true;
  };
  const host = () => {
    worker = new Worker(new URL('../host/host-worker.ts', import.meta.url), { type: 'module' });
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<DecodeRequest>) => {
      import('./decode-for-host.ts').then(
        ({ decodeForHost }) => decodeForHost(port1, data),
        reportError,
      );
    };
    const message: OpenHostMessage = { type: 'open', scriptedModels, decoder: port2 };
    worker.postMessage(message, [port2]);
    return new Promise<never>(() => {});
  };
  navigator.locks.request(ELECTION, host).catch(reportError);
  navigator.serviceWorker?.addEventListener('message', (event: MessageEvent<ConnectMessage>) => {
    const [port] = event.ports;
    if (event.data.type !== 'alcove:connect' || !port) return;
    if (!attach('requests', port)) port.close();
  });
  navigator.serviceWorker?.startMessages();
  return {
    get isHost() {
      return worker !== null;
    },
    attach,
  };
}
