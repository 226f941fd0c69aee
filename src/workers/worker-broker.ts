import { openBrokeredEntry } from './app-workers.ts';
import {
  type BrokeredStart,
  type BrokerFailure,
  type BrokerRequest,
  OWN_ENTRY,
  type UseBrokerMessage,
} from './broker-messages.ts';

/** The part of a worker that is used here. */
interface StartedWorker {
  postMessage: (message: BrokeredStart, transfer: Transferable[]) => void;
  terminate: () => void;
  addEventListener: (type: 'message' | 'error', listener: (event: Event) => void) => void;
}

interface BrokerOptions {
  /** Channel whose messages end the workers, should this page hang. */
  endsOn?: string | null;
  /** @param script The worker's own script, for one that is its own entry. */
  open?: (script?: string) => StartedWorker;
}

interface WorkerBroker {
  /** For the worker that asks. */
  port: MessagePort;
  /** Ends all workers that were started. */
  close: () => void;
}

/**
 * Whether workers that workers start have to be started by the page: Firefox. There, while developer tools or a
 * driver observe workers, `new Worker` blocks the worker that calls it until the main thread has registered the new
 * one, and both wait on one condition variable that is notified once: when the new worker takes the notification, the
 * caller blocks for ever (`WaitForIsDebuggerRegistered`).
 */
export function needsWorkerBroker(userAgent: string): boolean {
  return /\bGecko\/\d/.test(userAgent);
}

function openBrokered(script?: string): Worker {
  if (script !== undefined) return new Worker(new URL(script), { type: 'module' });
  return openBrokeredEntry();
}

/** Starts workers for a worker, and for those workers in turn. */
export function openWorkerBroker(options: BrokerOptions = {}): WorkerBroker {
  const { endsOn = null, open = openBrokered } = options;
  const { port1, port2 } = new MessageChannel();
  const started = new Map<number, () => void>();
  const fail = (id: number, message: string) => {
    const failure: BrokerFailure = { id, message };
    port1.postMessage(failure);
  };
  const start = ({ id, url, name, port }: BrokerRequest & { type: 'start' }) => {
    const worker = name === OWN_ENTRY ? open(url) : open();
    worker.addEventListener('message', () => fail(id, ''));
    worker.addEventListener('error', (event) => {
      // The worker that asked for it handles it, or reports it.
      event.preventDefault();
      fail(id, 'message' in event ? String(event.message) : '');
    });
    const inner = openWorkerBroker(options);
    started.set(id, () => {
      worker.terminate();
      inner.close();
    });
    worker.postMessage({ url, name, port, broker: inner.port, endsOn }, [port, inner.port]);
  };
  port1.onmessage = ({ data }: MessageEvent<BrokerRequest>) => {
    if (data.type === 'end') {
      started.get(data.id)?.();
      started.delete(data.id);
      return;
    }
    try {
      start(data);
    } catch {
      fail(data.id, '');
    }
  };
  return {
    port: port2,
    close() {
      port1.close();
      for (const end of started.values()) end();
      started.clear();
    },
  };
}

/**
 * The same new worker. Where needed, this page starts the workers that it asks for, and ends them with it.
 * @param endsOn Channel whose messages end those workers, should this page hang.
 */
export function withBroker(worker: Worker, endsOn: string | null = null): Worker {
  if (!needsWorkerBroker(navigator.userAgent)) return worker;
  const { port, close } = openWorkerBroker({ endsOn });
  const message: UseBrokerMessage = { type: 'use-broker', broker: port };
  worker.postMessage(message, [port]);
  const end = worker.terminate.bind(worker);
  worker.terminate = () => {
    end();
    close();
  };
  return worker;
}
