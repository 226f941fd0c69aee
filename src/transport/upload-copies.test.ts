import { afterEach, expect, test, vi } from 'vitest';
import { ClientSocketPort } from './client-socket-port.ts';
import { HostSocketPort } from './host-socket-port.ts';
import type { PortRequest } from './port-protocol.ts';

const BYTES = 20_000_000;

afterEach(() => vi.restoreAllMocks());

test('an upload is copied twice: into frames, and into the blob that its form is read from', async () => {
  let copied = 0;
  const typed = Object.getPrototypeOf(Uint8Array.prototype) as Uint8Array;
  const { set, slice } = typed;
  vi.spyOn(typed, 'set').mockImplementation(function (this: Uint8Array, source, offset) {
    copied += source.length;
    return set.call(this, source, offset);
  });
  vi.spyOn(typed, 'slice').mockImplementation(function (this: Uint8Array, ...range) {
    copied += this.length;
    return slice.call(this, ...range) as Uint8Array<ArrayBuffer>;
  });
  const host: HostSocketPort = new HostSocketPort((bytes) => client.receive(bytes.buffer));
  const client = new ClientSocketPort((bytes) => host.receive(bytes.buffer));
  const asked = new Promise<PortRequest>((resolve) => {
    host.onmessage = ({ data }: MessageEvent<PortRequest>) => resolve(data);
  });
  // As Node's sockets hand an upload out.
  const part = new Uint8Array(65_536).fill(7);
  let left = BYTES;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(part.subarray(0, Math.min(left, part.length)));
      left -= Math.min(left, part.length);
      if (left === 0) controller.close();
    },
  });
  client.postMessage({
    type: 'request',
    id: 1,
    method: 'POST',
    url: 'http://h/',
    headers: [],
    body,
  });
  const { body: blob } = (await asked) as Extract<PortRequest, { type: 'request' }>;
  if (!(blob instanceof Blob)) throw new Error('The body is no blob.');
  expect(blob.size).toBe(BYTES);
  // The blob is one more; heads of frames are a little.
  const copies = (copied + blob.size) / BYTES;
  expect(copies).toBeGreaterThanOrEqual(2);
  expect(copies).toBeLessThan(2.01);
});
