import { readFileSync } from 'node:fs';
import { beforeAll, expect, test, vi } from 'vitest';
import { decodeAudio, readDuration } from './decode-audio.ts';
import { AudioError, samplesOf } from './decoded.ts';
import { setDecodeWhole } from './decoders/fallback-decoder.ts';

// Node has no WebCodecs, as Safari before 26: everything here goes through the other decoders.

const tone = (extension: string) =>
  new Blob([readFileSync(new URL(`../testing/audio/tone.${extension}`, import.meta.url))]);

async function decode(file: Blob): Promise<Float32Array> {
  const pieces: number[] = [];
  for await (const piece of decodeAudio(file, new AbortController().signal)) {
    pieces.push(...samplesOf(piece));
  }
  return Float32Array.from(pieces);
}

/** Zero crossings upwards per second. */
function frequency(samples: Float32Array): number {
  const middle = samples.subarray(1_600, samples.length - 1_600);
  let crossings = 0;
  for (let i = 1; i < middle.length; i++) {
    if ((middle[i - 1] as number) < 0 && (middle[i] as number) >= 0) crossings++;
  }
  return (crossings * 16_000) / middle.length;
}

test.each([
  ['mp3', 0.01],
  ['flac', 0.01],
  ['ogg', 0.01],
  ['oga', 0.01],
  // mediabunny does not report the padding of the last packet.
  ['webm', 0.02],
])('decodes %s without WebCodecs at its length and pitch', async (extension, off) => {
  const samples = await decode(tone(extension));
  expect(Math.abs(samples.length / 16_000 - 0.7)).toBeLessThan(off);
  expect(frequency(samples)).toBeCloseTo(440, -1);
});

/** Why a file gives no sound. */
const faultOf = (file: Blob) =>
  decode(file).then(
    () => null,
    (error: unknown) => (error instanceof AudioError ? error.fault : error),
  );

const NO_AAC = { problem: 'unsupported_codec', codec: 'AAC' };

test('names the codec when there is no decoder for it', async () => {
  expect(await faultOf(tone('m4a'))).toEqual(NO_AAC);
});

test('names the codec when the decoder of whole files fails immediately', async () => {
  setDecodeWhole(() => Promise.reject(new Error('EncodingError')));
  expect(await faultOf(tone('m4a'))).toEqual(NO_AAC);
});

test('decodes AAC by a decoder of whole files, which gets frames that describe themselves', async () => {
  const files: Uint8Array[] = [];
  // A decoder that leaves the first of 1,024 samples a frame out, as Firefox does.
  setDecodeWhole(async (file, sampleRate) => {
    files.push(file);
    expect(sampleRate).toBe(44_100);
    const count = (countFrames(file) - 1) * 1_024;
    return [Float32Array.from({ length: count }, (_, i) => Math.sin((i * 880 * Math.PI) / 44_100))];
  });
  const samples = await decode(tone('m4a'));
  expect(Math.abs(samples.length / 16_000 - 0.7)).toBeLessThan(0.03);
  expect(frequency(samples)).toBeCloseTo(440, -1);
  // Sync word, MPEG-4, no checksum; AAC LC at 44,100 Hz, mono.
  expect([...(files[0] as Uint8Array).subarray(0, 4)]).toEqual([0xff, 0xf1, 0x50, 0x40]);
});

/** Frames by the lengths in their headers. */
function countFrames(file: Uint8Array): number {
  let count = 0;
  for (let at = 0; at < file.length; count++) {
    const [a = 0, b = 0, c = 0] = file.subarray(at + 3, at + 6);
    at += ((a & 3) << 11) | (b << 3) | (c >> 5);
  }
  return count;
}

test('blames the file when it is not audio', async () => {
  expect(await faultOf(new Blob(['no audio at all']))).toEqual({ problem: 'unknown_format' });
});

beforeAll(async () => {
  expect(await readDuration(tone('flac'))).toBeCloseTo(0.7, 1);
});

/** The two pages of headers and the page of sound of an Ogg file, without the time at its end. */
async function readOgg(extension = 'ogg') {
  const bytes = new Uint8Array(await tone(extension).arrayBuffer());
  const start = bytes.findLastIndex((_, i) => bytes[i] === 79 && bytes[i + 3] === 83);
  const sound = bytes.slice(start);
  sound[5] = 0;
  sound.fill(255, 6, 14);
  return { headers: bytes.slice(0, start), sound };
}

/** A page of packets that no decoder reads. */
function damagedPage(sound: Uint8Array): Uint8Array<ArrayBuffer> {
  const page = new Uint8Array(27 + 255 + 255 * 9).fill(255);
  page.set(sound.subarray(0, 26));
  page.fill(9, 27, 27 + 255);
  return page;
}

test.each([5, 30, 500])('an Ogg file whose last page is cut after %i bytes', async (length) => {
  const { headers, sound } = await readOgg();
  const whole = await decode(new Blob([headers, sound]));
  expect(whole.length).toBeGreaterThan(0.69 * 16_000);
  const cut = await decode(new Blob([headers, sound, sound.subarray(0, length)]));
  expect(cut.length).toBe(whole.length);
});

test('a damaged Ogg file is refused in a moment, and is not the browser’s fault', async () => {
  const { headers, sound } = await readOgg();
  const start = performance.now();
  const page = damagedPage(sound);
  // The time at its end: a million samples.
  page.set([0, 0, 16, 0, 0, 0, 0, 0], 6);
  expect(await faultOf(new Blob([headers, page]))).toEqual({ problem: 'damaged' });
  expect(performance.now() - start).toBeLessThan(10_000);
});

test.each(['ogg', 'oga'])('a damaged part of .%s is silence of its length', async (extension) => {
  const { headers, sound } = await readOgg(extension);
  const samples = await decode(new Blob([headers, sound, damagedPage(sound), sound]));
  expect(samples.length).toBeGreaterThan(3 * 16_000);
  expect(frequency(samples.subarray(0, 0.6 * 16_000))).toBeCloseTo(440, -1);
  expect(frequency(samples.subarray(-0.6 * 16_000))).toBeCloseTo(440, -1);
  // The decoder of Opus logs each damaged packet.
  vi.spyOn(console, 'error').mockClear();
});

/** Half a second of 16-bit sound whose header names another sample rate. */
function wav(rate: number): Blob {
  const head = new DataView(new ArrayBuffer(44));
  for (const [at, text] of [
    [0, 'RIFF'],
    [8, 'WAVEfmt '],
    [36, 'data'],
  ] as const)
    for (let i = 0; i < text.length; i++) head.setUint8(at + i, text.charCodeAt(i));
  head.setUint32(4, 16_036, true);
  head.setUint32(16, 16, true);
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ] as const)
    head.setUint16(at, value, true);
  head.setUint32(24, rate, true);
  head.setUint32(28, (rate * 2) % 2 ** 32, true);
  head.setUint32(40, 16_000, true);
  return new Blob([head.buffer, new Int16Array(8_000).fill(99)]);
}

test.each([1, 2_999, 768_001, 0xfffffffe, 0xffffffff])(
  'a sample rate of %s Hz is refused',
  async (rate) => {
    expect(await faultOf(wav(rate))).toEqual({ problem: 'unsupported_rate', rate });
  },
);

test.each([3_000, 383_999, 767_999])(
  'an odd sample rate of %s Hz takes little time',
  async (rate) => {
    const start = performance.now();
    expect((await decode(wav(rate))).length).toBe(Math.round((8_000 * 16_000) / rate));
    expect(performance.now() - start).toBeLessThan(5_000);
  },
);
