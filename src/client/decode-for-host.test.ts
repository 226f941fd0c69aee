import { afterEach, expect, test, vi } from 'vitest';
import { openPageDecoder } from '#transport/page-decoder.ts';
import { decodeForHost } from './decode-for-host.ts';

const open: MessagePort[] = [];

afterEach(() => {
  vi.unstubAllGlobals();
  for (const port of open.splice(0)) port.close();
});

/** Both ends, with a page whose decoder is given. */
function connect(decodeAudioData: (file: ArrayBuffer) => Promise<object>, rates: number[] = []) {
  class Context {
    constructor(_channels: number, _length: number, rate: number) {
      rates.push(rate);
    }
    decodeAudioData = decodeAudioData;
  }
  vi.stubGlobal('OfflineAudioContext', Context);
  const { port1, port2 } = new MessageChannel();
  open.push(port1, port2);
  port1.onmessage = ({ data }) => decodeForHost(port1, data);
  return openPageDecoder(port2);
}

test('a page decodes a file at the rate asked for, each channel', async () => {
  const rates: number[] = [];
  const decode = connect(async (file) => {
    const samples = Float32Array.from(new Uint8Array(file));
    return { numberOfChannels: 2, getChannelData: (i: number) => samples.map((s) => s + i) };
  }, rates);
  const [left, right] = await decode(Uint8Array.of(1, 2, 3), 44_100);
  expect([[...(left ?? [])], [...(right ?? [])], rates]).toEqual([[1, 2, 3], [2, 3, 4], [44_100]]);
});

test('a page that cannot decode a file rejects it, and decodes the next', async () => {
  const decode = connect(async (file) => {
    if (file.byteLength === 1) throw new Error('no audio');
    return { numberOfChannels: 0, getChannelData: () => new Float32Array(0) };
  });
  await expect(decode(Uint8Array.of(1), 8_000)).rejects.toThrow('no audio');
  expect(await decode(Uint8Array.of(1, 2), 8_000)).toEqual([]);
});
