import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const openConnection = vi.fn<() => Promise<unknown>>();

vi.mock('#transport/open-connection.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  openConnection: () => openConnection(),
}));

const { findHost } = await import('./find-host.ts');
const { HostRefusedError, WireVersionError } = await import('#transport/open-connection.ts');

beforeEach(() => {
  vi.useFakeTimers();
  const page = { postMessage: () => {} };
  vi.stubGlobal('self', { clients: { matchAll: async () => [page, page] } });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  openConnection.mockReset();
});

test.each([
  new WireVersionError('This page and the page that runs the models are of different versions.'),
  new HostRefusedError('This browser does not store data.'),
])('reports failures that a retry cannot fix immediately: $name', async (reason) => {
  openConnection.mockResolvedValueOnce(null).mockRejectedValueOnce(reason);
  await expect(findHost()).rejects.toBe(reason);
  expect(openConnection).toHaveBeenCalledTimes(2);
});

test('waits for a page that the browser does not list yet', async () => {
  const page = { postMessage: () => {} };
  const matchAll = vi.fn(async () => [page]).mockResolvedValueOnce([]);
  vi.stubGlobal('self', { clients: { matchAll } });
  const connection = { isLost: true };
  openConnection.mockResolvedValue(connection);
  const found = findHost();
  await vi.advanceTimersByTimeAsync(200);
  expect(await found).toBe(connection);
});

test('gives up after three seconds without any page', async () => {
  vi.stubGlobal('self', { clients: { matchAll: async () => [] } });
  let found: unknown = 'searching';
  findHost().then((host) => {
    found = host;
  });
  await vi.advanceTimersByTimeAsync(2_900);
  expect(found).toBe('searching');
  await vi.advanceTimersByTimeAsync(300);
  expect(found).toBeNull();
});

test('pauses between rounds in which no page answers, and gives up', async () => {
  openConnection.mockResolvedValue(null);
  const found = findHost();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await found).toBeNull();
  // Two pages, ten rounds a second, fifteen seconds.
  expect(openConnection.mock.calls.length).toBeLessThanOrEqual(302);
});
