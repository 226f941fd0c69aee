import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deferred } from '#base/promises.ts';

beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllGlobals());

test('a probe that throws means unsupported, and runs once', async () => {
  const { can } = await import('./capabilities.ts');
  const getDirectory = vi.fn(async () => {
    throw new DOMException('Security error when calling GetDirectory', 'SecurityError');
  });
  vi.stubGlobal('navigator', { storage: { getDirectory } });
  expect([await can('opfs'), await can('opfs')]).toEqual([false, false]);
  expect(getDirectory).toHaveBeenCalledOnce();
});

test('an isolated page without shared memory has no threads', async () => {
  const { can, hasThreads } = await import('./capabilities.ts');
  vi.stubGlobal('crossOriginIsolated', true);
  expect(hasThreads()).toBe(true);
  vi.stubGlobal('SharedArrayBuffer', undefined);
  Reflect.deleteProperty(globalThis, 'SharedArrayBuffer');
  expect(await can('threads')).toBe(false);
});

test('everything is probed where nothing is there', async () => {
  const { probeCapabilities } = await import('./capabilities.ts');
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('indexedDB', undefined);
  vi.stubGlobal('WebAssembly', undefined);
  expect(await probeCapabilities()).toMatchObject({
    opfs: false,
    createWritable: false,
    locks: false,
    wasm: false,
    webgpu: false,
    blobsInIndexedDb: false,
  });
});

test('a database that never opens counts as none', async () => {
  vi.useFakeTimers();
  const { can } = await import('./capabilities.ts');
  vi.stubGlobal('indexedDB', { open: () => ({}) });
  const found = can('blobsInIndexedDb');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await found).toBe(false);
  vi.useRealTimers();
});

test.each([
  ['is silent', () => new Promise(() => {})],
  [
    'throws',
    () => {
      throw new TypeError('No.');
    },
  ],
  ['describes no GPU', async () => ({})],
])('a driver that %s counts as no GPU', async (_, requestAdapter) => {
  vi.useFakeTimers();
  const { can, findGpu } = await import('./capabilities.ts');
  vi.stubGlobal('navigator', { gpu: { requestAdapter } });
  const found = Promise.all([findGpu(), can('webgpu')]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await found).toEqual([null, false]);
  vi.useRealTimers();
});

test('a probe that answers late counts once it has answered', async () => {
  vi.useFakeTimers();
  const { can } = await import('./capabilities.ts');
  const late = deferred();
  vi.stubGlobal('navigator', { storage: { getDirectory: () => late.promise } });
  const found = can('opfs');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await found).toBe(false);
  late.resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect(await can('opfs')).toBe(true);
  vi.useRealTimers();
});

test('a device is measured where the browser does not describe its storage', async () => {
  const { measureDevice } = await import('./measure-device.ts');
  const fails = async () => Promise.reject(new TypeError('No.'));
  for (const storage of [undefined, {}, { estimate: fails }, { estimate: async () => ({}) }]) {
    vi.stubGlobal('navigator', { storage, hardwareConcurrency: 4 });
    expect(await measureDevice()).toMatchObject({ cores: 4, storage: null, webgpu: null });
  }
});

test("WebKit's WebCodecs count as absent: they hang on formats they claim", async () => {
  vi.stubGlobal('AudioDecoder', class {});
  const webKit =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15';
  vi.stubGlobal('navigator', { userAgent: webKit });
  expect(await (await import('./capabilities.ts')).can('audioDecoder')).toBe(false);
  vi.resetModules();
  vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 Gecko/20100101 Firefox/153.0' });
  expect(await (await import('./capabilities.ts')).can('audioDecoder')).toBe(true);
});
