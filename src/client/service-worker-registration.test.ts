import { afterEach, expect, test, vi } from 'vitest';
import {
  claimControl,
  hasServiceWorker,
  registerServiceWorker,
} from './service-worker-registration.ts';

const stub = (serviceWorker: unknown) => vi.stubGlobal('navigator', { serviceWorker });
const never = new Promise<never>(() => {});

afterEach(() => vi.unstubAllGlobals());

test('a blocked or refused registration resolves immediately without a service worker', async () => {
  // What an extension that blocks them leaves in place.
  stub({ register: async () => undefined, ready: never, getRegistration: async () => undefined });
  expect(await registerServiceWorker()).toBeNull();
  expect(await hasServiceWorker()).toBe(false);
  const register = async () => {
    throw new DOMException('blocked', 'SecurityError');
  };
  stub({ register, ready: never, getRegistration: register });
  expect(await registerServiceWorker()).toBeNull();
  expect(await hasServiceWorker()).toBe(false);
});

test('a script that does not arrive and an installation that fails are tried again, three times', async () => {
  vi.useFakeTimers();
  const register = vi.fn(async () => {
    if (register.mock.calls.length === 1) throw new TypeError('The script did not arrive.');
    const installing = Object.assign(new EventTarget(), { state: 'installing' });
    setTimeout(() => {
      installing.state = 'redundant';
      installing.dispatchEvent(new Event('statechange'));
    });
    return { installing, active: null };
  });
  stub({ register, ready: never });
  const failed = registerServiceWorker();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await failed).toBeNull();
  expect(register).toHaveBeenCalledTimes(3);

  const active = {};
  let tries = 0;
  const flaky = async () => {
    if (++tries === 1) throw new TypeError('The script did not arrive.');
    return { installing: null, active };
  };
  stub({ register: flaky, ready: Promise.resolve({ active }) });
  const registered = registerServiceWorker();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await registered).toEqual({ active });
  vi.useRealTimers();
});

test('a registration that never ends is given up', async () => {
  vi.useFakeTimers();
  stub({ register: () => never, ready: never });
  const registered = registerServiceWorker();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await registered).toBeNull();
  vi.useRealTimers();
});

/** A container whose worker takes control at the given request for it; never, where that is 0. */
function controlledAt(request: number, hasBeenActive = true) {
  const container = Object.assign(new EventTarget(), { controller: null as object | null });
  let asked = 0;
  const postMessage = () => {
    if (++asked !== request) return;
    container.controller = {};
    container.dispatchEvent(new Event('controllerchange'));
  };
  vi.stubGlobal('navigator', { serviceWorker: container, userActivation: { hasBeenActive } });
  return { active: { postMessage } } as unknown as ServiceWorkerRegistration;
}

test('a service worker that misses a request for control is asked again', async () => {
  vi.useFakeTimers();
  const claimed = claimControl(controlledAt(5));
  await vi.advanceTimersByTimeAsync(4_000);
  expect(await claimed).toBe(true);
  const refused = claimControl(controlledAt(0));
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await refused).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

test('a page that is never controlled is loaded again, once, unless somebody uses it', async () => {
  vi.useFakeTimers();
  const reload = vi.fn();
  vi.stubGlobal('location', { reload });
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  for (const [hasBeenActive, reloads] of [
    [true, 0] as const,
    [false, 1] as const,
    [false, 1] as const,
  ]) {
    const claimed = claimControl(controlledAt(0, hasBeenActive));
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await claimed).toBe(false);
    expect(reload).toHaveBeenCalledTimes(reloads);
  }
  vi.useRealTimers();
});
