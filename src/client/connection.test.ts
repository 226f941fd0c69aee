import { afterEach, expect, test, vi } from 'vitest';
import type { HostControl } from '#transport/host-control.ts';
import type { PortFetch } from '#transport/port-fetch.ts';

interface Double extends Pick<PortFetch, 'fetch' | 'attach' | 'onLost'> {
  isLost: boolean;
  lose: () => void;
}

const opened: Double[] = [];
let outcome: () => Promise<Double | null> = async () => openDouble();

function openDouble(): Double {
  const listeners = new Set<(error: never) => void>();
  const double: Double = {
    isLost: false,
    fetch: async () => new Response('{}'),
    attach: (_, port) => port.close(),
    onLost: (listener) => {
      listeners.add(listener as (error: never) => void);
      return () => listeners.delete(listener as (error: never) => void);
    },
    lose() {
      double.isLost = true;
      for (const listener of listeners) listener(new Error('The host is gone.') as never);
    },
  };
  opened.push(double);
  return double;
}

vi.mock('#transport/open-connection.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  openConnection: () => outcome(),
}));

const { createConnection } = await import('./connection.ts');
const { HostRefusedError } = await import('#transport/open-connection.ts');

const page = () => {
  const host = { attach: () => true, takeOver: vi.fn(), isElected: true };
  return { host, connection: createConnection(host, Promise.resolve(null)) };
};

afterEach(() => {
  opened.length = 0;
  outcome = async () => openDouble();
});

const never = (_: HostControl) => new Promise<string>(() => {});

test('a control call is made once more to the next host, and ends with that one', async () => {
  const { connection } = page();
  const call = connection.control(never);
  await vi.waitFor(() => expect(opened).toHaveLength(1));
  setTimeout(() => opened[0]?.lose());
  await vi.waitFor(() => expect(opened).toHaveLength(2));
  setTimeout(() => opened[1]?.lose());
  await expect(call).rejects.toThrow('The host is gone.');
  expect(opened).toHaveLength(2);
});

test('a control call is answered by the host that takes over', async () => {
  const { connection } = page();
  let calls = 0;
  const call = connection.control(() => {
    calls++;
    return calls === 1 ? new Promise<string>(() => {}) : Promise.resolve('answered');
  });
  await vi.waitFor(() => expect(calls).toBe(1));
  opened[0]?.lose();
  expect(await call).toBe('answered');
});

test('a control call ends with its signal', async () => {
  const { connection } = page();
  const controller = new AbortController();
  const call = connection.control(never, controller.signal);
  setTimeout(() => controller.abort(new Error('stopped')), 5);
  await expect(call).rejects.toThrow('stopped');
});

test('a host that refuses is reported immediately with its own message', async () => {
  outcome = async () => {
    throw new HostRefusedError('This browser does not store data.');
  };
  const { connection } = page();
  const began = performance.now();
  const response = await connection.fetch(new Request('http://localhost/v1/models'));
  expect(performance.now() - began).toBeLessThan(10_000);
  expect(response.status).toBe(503);
  expect((await response.json()).error.message).toBe('This browser does not store data.');
});

test('another page takes over from a host page that hangs', async () => {
  vi.useFakeTimers();
  try {
    outcome = async () => null;
    const { connection, host } = page();
    const response = connection.fetch(new Request('http://localhost/v1/models'));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(host.takeOver).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(host.takeOver).toHaveBeenCalledTimes(1);
    outcome = async () => openDouble();
    await vi.advanceTimersByTimeAsync(1_000);
    expect((await response).status).toBe(200);
  } finally {
    vi.useRealTimers();
  }
});

test('a page becomes its own host where service workers are blocked', async () => {
  const host = { attach: vi.fn(() => true), takeOver: vi.fn(), isElected: true };
  // The lock comes a moment after the first request; the registration never settles.
  host.attach.mockReturnValueOnce(false);
  const connection = createConnection(host, new Promise(() => {}));
  const began = performance.now();
  const response = await connection.fetch(new Request('http://localhost/v1/models'));
  expect(response.status).toBe(200);
  expect(performance.now() - began).toBeLessThan(5_500);
});

test('every host that is found is announced', async () => {
  const host = { attach: () => true, takeOver: vi.fn(), isElected: true };
  const onHost = vi.fn();
  const connection = createConnection(host, Promise.resolve(null), onHost);
  const ask = () => connection.fetch(new Request('http://localhost/v1/models'));
  await ask();
  await ask();
  expect(onHost).toHaveBeenCalledTimes(1);
  opened[0]?.lose();
  await ask();
  expect(onHost).toHaveBeenCalledTimes(2);
});
