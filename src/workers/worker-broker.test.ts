import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type BrokeredStart, OWN_ENTRY } from './broker-messages.ts';
import { installWorkerBroker } from './brokered-worker.ts';
import { needsWorkerBroker, openWorkerBroker } from './worker-broker.ts';

/** A worker of the page: its start options, and whether it was ended. */
class Started extends EventTarget {
  start: BrokeredStart | null = null;
  isEnded = false;
  postMessage(start: BrokeredStart): void {
    this.start = start;
  }
  terminate(): void {
    this.isEnded = true;
  }
}

const started: Started[] = [];
const open = () => {
  const worker = new Started();
  started.push(worker);
  return worker;
};
const Native = globalThis.Worker;
const reported = vi.fn();

class FakeErrorEvent extends Event {
  readonly message: string;
  constructor(type: string, { message = '', ...rest }: ErrorEventInit) {
    super(type, rest);
    this.message = message;
  }
}

beforeEach(() => {
  vi.stubGlobal('location', new URL('https://alcove.example/chat'));
  vi.stubGlobal('ErrorEvent', FakeErrorEvent);
  vi.stubGlobal('reportError', reported);
});
afterEach(() => {
  started.length = 0;
  reported.mockClear();
  vi.unstubAllGlobals();
  globalThis.Worker = Native;
});

/** A worker as its code makes it, with the worker of the page behind it. */
async function startWorker(name = '') {
  const broker = openWorkerBroker({ open });
  installWorkerBroker(broker.port);
  const worker = new Worker('/assets/slot-worker.js', { type: 'module', name });
  await vi.waitFor(() => expect(started[0]?.start).toBeTruthy());
  const behind = started[0] as Started;
  return { broker, worker, behind, start: behind.start as BrokeredStart };
}

test('the page starts a worker for a worker, and messages go both ways', async () => {
  const { broker, worker, start } = await startWorker('em-pthread-1');
  expect(start).toMatchObject({
    url: 'https://alcove.example/assets/slot-worker.js',
    name: 'em-pthread-1',
  });
  start.port.onmessage = ({ data }) => start.port.postMessage({ echo: data });
  const answer = new Promise((resolve) => {
    worker.onmessage = ({ data }) => resolve(data);
  });
  const bytes = new Uint8Array([1, 2, 3]);
  worker.postMessage(bytes, [bytes.buffer]);
  expect(await answer).toEqual({ echo: new Uint8Array([1, 2, 3]) });
  expect(bytes.byteLength).toBe(0);
  broker.close();
});

test('a worker with its own policy is started from its own script', async () => {
  const scripts: (string | undefined)[] = [];
  const broker = openWorkerBroker({
    open: (script) => {
      scripts.push(script);
      return open();
    },
  });
  installWorkerBroker(broker.port);
  new Worker('/assets/relay-worker.js', { type: 'module', name: OWN_ENTRY });
  new Worker('/assets/slot-worker.js', { type: 'module' });
  await vi.waitFor(() => expect(started).toHaveLength(2));
  expect(scripts).toEqual(['https://alcove.example/assets/relay-worker.js', undefined]);
  broker.close();
});

test('an end is passed on, to the workers that it started too', async () => {
  const { broker, worker, behind, start } = await startWorker();
  installWorkerBroker(start.broker);
  const inner = new Worker('/assets/pdf-worker.js', { type: 'module' });
  await vi.waitFor(() => expect(started).toHaveLength(2));
  worker.terminate();
  await vi.waitFor(() => expect(started.map(({ isEnded }) => isEnded)).toEqual([true, true]));
  expect(behind.isEnded).toBe(true);
  inner.terminate();
  broker.close();
});

test('closing the broker ends all workers', async () => {
  const { broker, behind } = await startWorker();
  broker.close();
  expect(behind.isEnded).toBe(true);
});

test('an error reaches the worker that started it, which may handle it', async () => {
  const { broker, worker, behind } = await startWorker();
  const errors: string[] = [];
  worker.onerror = (event) => {
    errors.push(event.message);
    event.preventDefault();
  };
  const event = new FakeErrorEvent('error', { message: 'out of memory', cancelable: true });
  expect(behind.dispatchEvent(event)).toBe(false);
  await vi.waitFor(() => expect(errors).toEqual(['out of memory']));
  expect(reported).not.toHaveBeenCalled();
  worker.onerror = null;
  behind.dispatchEvent(new FakeErrorEvent('error', { message: 'again', cancelable: true }));
  await vi.waitFor(() => expect(reported).toHaveBeenCalledOnce());
  broker.close();
});

test('a script that does not load is an error without a message', async () => {
  const { broker, worker, behind } = await startWorker();
  const failed = new Promise<Event>((resolve) => {
    worker.addEventListener('error', resolve);
  });
  behind.dispatchEvent(new MessageEvent('message', { data: 'not-loaded' }));
  expect('message' in (await failed)).toBe(false);
  broker.close();
});

test('a browser that lets the page start no worker is an error of it', async () => {
  const broker = openWorkerBroker({
    open: () => {
      throw new DOMException('blocked', 'SecurityError');
    },
  });
  installWorkerBroker(broker.port);
  const worker = new Worker('/assets/slot-worker.js', { type: 'module' });
  await new Promise((resolve) => worker.addEventListener('error', resolve));
  broker.close();
});

test('scripts of other origins are refused', () => {
  const { port1 } = new MessageChannel();
  installWorkerBroker(port1);
  expect(() => new Worker('https://elsewhere.example/x.js')).toThrow('this origin only');
  port1.close();
});

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0', true],
  ['Mozilla/5.0 (X11) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0 Safari/537.36', false],
  ['Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/150.0', false],
])('%s needs a broker: %s', (userAgent, needs) => {
  expect(needsWorkerBroker(userAgent)).toBe(needs);
});
