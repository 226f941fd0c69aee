import { afterEach, expect, test, vi } from 'vitest';
import { hasServiceWorker, registerServiceWorker } from './service-worker-registration.ts';

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

test('a failed installation resolves immediately without a service worker', async () => {
  const installing = Object.assign(new EventTarget(), { state: 'installing' });
  stub({ register: async () => ({ installing, active: null }), ready: never });
  const registered = registerServiceWorker();
  await Promise.resolve();
  await Promise.resolve();
  installing.state = 'redundant';
  installing.dispatchEvent(new Event('statechange'));
  expect(await registered).toBeNull();
});
