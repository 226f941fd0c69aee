import { afterEach, expect, test, vi } from 'vitest';
import { openPageDecoder } from './page-decoder.ts';

afterEach(() => vi.useRealTimers());

test('a page that hangs ends the wait of the sound it was to decode', async () => {
  vi.useFakeTimers();
  const { port1, port2 } = new MessageChannel();
  const decoded = openPageDecoder(port1)(new Uint8Array(8), 16_000);
  const outcome = expect(decoded).rejects.toThrow('did not decode in time');
  await vi.advanceTimersByTimeAsync(60_000);
  await outcome;
  port1.close();
  port2.close();
});
