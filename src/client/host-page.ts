import { isMetered } from '#device/browser.ts';
import type { BrowserCallMessage } from '#transport/browser-model.ts';
import { endLifeline } from '#transport/lifeline.ts';
import type { DecodeRequest } from '#transport/page-decoder.ts';
import {
  type ConnectMessage,
  type HostMessage,
  type LeaveMessage,
  type OpenHostMessage,
  type PingMessage,
  type ServiceWorkerMessage,
  type StayAwakeMessage,
  TAKE_OVER_CHANNEL,
} from '#transport/page-messages.ts';
import { type PortRequest, type PortUse, refusePort } from '#transport/port-protocol.ts';
import { openHostWorker } from '#workers/app-workers.ts';
import { withBroker } from '#workers/worker-broker.ts';
import { type HostWatch, watchHost } from './host-watch.ts';
import { ELECTION, SITE } from './own-site.ts';
import { claimWorkers } from './service-worker-registration.ts';

const NOT_STARTED = 'The models could not be started. Reload the page.';

export interface HostPage {
  /** Hands a port to the host worker; false when this page does not run it. */
  attach: (as: PortUse, port: MessagePort) => boolean;
  /** Whether this page runs the host. */
  readonly isElected: boolean;
  /** No host answers: runs one here from now on. The host of this page itself is restarted if it hangs. */
  takeOver: () => void;
}

export interface HostOptions {
  scriptedModels: boolean;
  /** Whether the worker starts with the first request: on a first visit its code would compete with the page's for the connection. */
  startsOnDemand: boolean;
}

/**
 * Takes part in the election: whichever page holds the lock runs the host worker, and the browser
 * passes the lock on when that page ends in any way.
 */
export function standForHost({ scriptedModels, startsOnDemand }: HostOptions): HostPage {
  let isElected = false;
  let isContinued = false;
  let host: Host | null = null;
  const open = () => {
    const options = { scriptedModels, isContinued };
    isContinued = true;
    host = openHost(options, () => {
      reportError(new Error('The host worker stopped answering and was restarted.'));
      host?.abandon();
      open();
    });
  };
  const run = (lock: Lock | null) => {
    if (!lock) return stand({});
    isElected = true;
    if (!startsOnDemand) open();
    return new Promise<never>(() => {});
  };
  const stand = (options: LockOptions) => {
    // A page that waits follows another one.
    isContinued ||= !options.ifAvailable;
    navigator.locks.request(ELECTION, options, run).catch((error: unknown) => {
      // Another page took over while this one hung: end the worker here, or both would answer.
      host?.close();
      host = null;
      isElected = false;
      if (error instanceof DOMException && error.name === 'AbortError') stand({});
      else reportError(error);
    });
  };
  stand({ ifAvailable: true });
  // WebKit caches a page on navigation together with its host worker: suspended, it would hold its locks and answer no request.
  // The worker of a page that is not cached ends with it: what it has to store may still be on time.
  window.addEventListener('pagehide', ({ persisted }) =>
    persisted ? host?.close() : host?.leave(),
  );
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload();
  });
  return {
    get isElected() {
      return isElected;
    },
    attach: (as, port) => {
      if (isElected && !host) open();
      host?.attach(as, port);
      return host !== null;
    },
    takeOver() {
      if (host) {
        host.check();
        return;
      }
      const channel = new BroadcastChannel(TAKE_OVER_CHANNEL);
      channel.postMessage(null);
      channel.close();
      stand({ steal: true });
    },
  };
}

interface Host {
  attach: (as: PortUse, port: MessagePort) => void;
  /** A request got no answer: check immediately whether the worker hangs. */
  check: () => void;
  close: () => void;
  /** Its page is closing. */
  leave: () => void;
  /** Closes it, and ends the requests it was answering even if the browser cannot end its thread. */
  abandon: () => void;
}

/** The host worker. Once it has failed to start, every port receives the reason instead of waiting for a hello. */
function openHost(
  options: Pick<OpenHostMessage, 'scriptedModels' | 'isContinued'>,
  onHung: () => void,
): Host {
  let failure: string | null = null;
  let worker: Worker | null = null;
  let watch: HostWatch | null = null;
  const hostId = `alcove-host:${crypto.randomUUID()}`;
  const close = () => {
    watch?.stop();
    worker?.terminate();
  };
  try {
    worker = withBroker(openHostWorker(), TAKE_OVER_CHANNEL);
    worker.onmessage = ({ data }: MessageEvent<HostMessage>) => {
      if (data.type === 'pong') watch?.onAnswer();
      else if (data.type === 'worker-started') claimWorkers();
      else failure = data.type === 'failed' ? data.message : null;
    };
    worker.onerror = (event) => {
      // Errors of its code are reported as such; this is a script that was not loaded.
      if (!(event instanceof ErrorEvent)) failure = NOT_STARTED;
    };
    const decoder = openDecoder();
    const browserModel = 'LanguageModel' in window ? openBrowserModel() : undefined;
    const message: OpenHostMessage = {
      type: 'open',
      hostId,
      ...options,
      isMetered: isMetered(),
      decoder,
      ...(browserModel && { browserModel }),
      ...(SITE && { site: SITE }),
    };
    worker.postMessage(message, browserModel ? [decoder, browserModel] : [decoder]);
    const ping: PingMessage = { type: 'ping' };
    watch = watchHost(() => worker?.postMessage(ping), onHung);
  } catch (error) {
    reportError(error);
    failure = NOT_STARTED;
  }
  return {
    attach(as, port) {
      if (failure !== null || !worker) {
        refusePort(port, failure ?? NOT_STARTED);
        return;
      }
      const message: PortRequest = { type: 'attach', as, port };
      worker.postMessage(message, [port]);
    },
    check: () => watch?.check(),
    close,
    leave: () => worker?.postMessage({ type: 'leave' } satisfies LeaveMessage),
    abandon() {
      close();
      endLifeline(hostId);
    },
  };
}

/** The far end of a channel on which this page decodes audio that the host cannot. */
function openDecoder(): MessagePort {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }: MessageEvent<DecodeRequest>) => {
    import('./decode-for-host.ts').then(
      ({ decodeForHost }) => decodeForHost(port1, data),
      reportError,
    );
  };
  return port2;
}

/** The far end of a channel on which this page asks the language model of its browser. */
function openBrowserModel(): MessagePort {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }: MessageEvent<BrowserCallMessage>) => {
    import('./browser-model-for-host.ts').then(
      ({ browserModelForHost }) => browserModelForHost(data),
      reportError,
    );
  };
  return port2;
}

/** Handles the service worker's requests to pages. `relay` hands a port over by this page's own connection. */
export function answerServiceWorker(
  { attach, takeOver }: HostPage,
  relay: (port: MessagePort) => Promise<unknown>,
): void {
  navigator.serviceWorker?.addEventListener(
    'message',
    (event: MessageEvent<ConnectMessage | StayAwakeMessage>) => {
      if (event.data.type === 'alcove:stay-awake') {
        const message: ServiceWorkerMessage = { type: 'alcove:awake' };
        event.source?.postMessage(message);
        return;
      }
      const [port] = event.ports;
      if (event.data.type !== 'alcove:connect' || !port) return;
      if (attach('requests', port)) {
        // Asked again: the host did not answer the first time.
        if (event.data.relay) takeOver();
        return;
      }
      if (!event.data.relay) port.close();
      else relay(port).catch(() => port.close());
    },
  );
  navigator.serviceWorker?.startMessages();
}
