import { afterEach, expect, test, vi } from 'vitest';
import { withDownloads } from './with-workers.ts';

/** A worker whose code cannot be loaded. */
class Unloadable extends EventTarget {
  constructor() {
    super();
    queueMicrotask(() => this.dispatchEvent(new Event('error')));
  }
  postMessage() {}
  terminate() {}
}

afterEach(() => vi.unstubAllGlobals());

test.each([
  [false, 'This device is offline. Connect to a network and try again.'],
  [true, 'The download could not be started. Check the connection and try again.'],
])('says why a download does not start, online: %s', async (onLine, sentence) => {
  vi.stubGlobal('Worker', Unloadable);
  vi.stubGlobal('navigator', { onLine });
  const work = () => new Promise<never>(() => {});
  await expect(withDownloads(work)).rejects.toThrow(sentence);
});
