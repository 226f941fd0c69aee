import { readFileSync } from 'node:fs';
import { AudioSample } from 'mediabunny';
import { expect, test, vi } from 'vitest';
import { silentFlac } from '#testing/audio/silent-flac.ts';
import { decodeAudio, readDuration } from './decode-audio.ts';
import { AudioError } from './decoded.ts';
import { fileParts } from './file-parts.ts';

const RATE = 16_000;

const read = (ending: string, separator = ending.includes('.') ? '-' : '.') =>
  new Uint8Array(
    readFileSync(new URL(`../testing/audio/tone${separator}${ending}`, import.meta.url)),
  );
const join = (...parts: BlobPart[]) => new Blob(parts);

/** Seconds of a file, of the sound in it, where sound begins and where it could not be read. */
async function listen(file: Blob, signal = new AbortController().signal) {
  let samples = 0;
  let made = 0;
  const loud: number[] = [];
  const unread: number[] = [];
  for await (const piece of decodeAudio(file, signal, { onUnread: (at) => unread.push(at) })) {
    if (!('isSilent' in piece)) {
      made += piece.length;
      for (let at = 0; at < piece.length; at += 160) {
        if (piece.subarray(at, at + 160).some((sample) => Math.abs(sample) > 0.02)) {
          loud.push((samples + at) / RATE);
        }
      }
    }
    samples += piece.length;
  }
  // The first second of each stretch of sound.
  const starts = loud.filter((at, i) => at - (loud[i - 1] ?? Number.NEGATIVE_INFINITY) > 0.1);
  return { seconds: samples / RATE, made: made / RATE, starts, unread };
}

/** A WAV file of a tone, in one channel or two of opposite phase. */
function wav(
  seconds: number,
  { channels = 1, level = 0.3, rate = RATE } = {},
): Uint8Array<ArrayBuffer> {
  const frames = Math.round(seconds * rate);
  const bytes = new Uint8Array(44 + frames * channels * 2);
  const view = new DataView(bytes.buffer);
  const text = (at: number, letters: string) => bytes.set(new TextEncoder().encode(letters), at);
  text(0, 'RIFF');
  view.setUint32(4, bytes.length - 8, true);
  text(8, 'WAVEfmt ');
  for (const [at, value] of [
    [16, 16],
    [24, rate],
    [28, rate * channels * 2],
    [40, bytes.length - 44],
  ] as const) {
    view.setUint32(at, value, true);
  }
  for (const [at, value] of [
    [20, 1],
    [22, channels],
    [32, channels * 2],
    [34, 16],
  ] as const) {
    view.setUint16(at, value, true);
  }
  text(36, 'data');
  for (let i = 0; i < frames * channels; i++) {
    const sign = i % channels === 0 ? 1 : -1;
    const frame = Math.floor(i / channels);
    view.setInt16(44 + 2 * i, sign * level * 32_767 * Math.sin((frame * 2_764) / rate), true);
  }
  return bytes;
}

test.each(['mp3', 'ogg', 'oga', 'webm', 'flac'])(
  'both of two .%s files that were joined are read',
  async (extension) => {
    const file = join(read(extension), read(extension));
    const { seconds, starts } = await listen(file);
    expect(seconds).toBeCloseTo(1.4, 1);
    expect(starts.length).toBeGreaterThan(0);
    expect(await readDuration(file)).toBeCloseTo(1.4, 0);
  },
);

test('files of other kinds of one format are read one after another', async () => {
  // Vorbis, then Opus; one rate, then another.
  expect((await listen(join(read('ogg'), read('oga')))).seconds).toBeCloseTo(1.4, 1);
  expect((await listen(join(wav(1), wav(1, { rate: 8_000, channels: 2 })))).seconds).toBeCloseTo(
    2,
    2,
  );
});

test('of a joined file whose second part is damaged the first is read, and the rest named', async () => {
  const broken = read('flac').fill(7, 42);
  const { seconds, unread } = await listen(join(read('flac'), broken));
  expect(seconds).toBeCloseTo(0.7, 1);
  expect(unread.map((at) => Math.round(at * 10))).toEqual([7]);
});

/** A header with other sizes of the file and of its samples. */
function crashed(riff: number, data: number): Blob {
  const bytes = wav(2);
  const view = new DataView(bytes.buffer);
  view.setUint32(4, riff, true);
  view.setUint32(40, data, true);
  return new Blob([bytes]);
}

test.each([
  [0, 0],
  [36, 0],
  [36, 64_000],
  [0xffffffff, 0xffffffff],
  [64_036, 90_000],
  [16_036, 16_000],
])('a WAV file whose recorder left the sizes %i and %i is read to its end', async (riff, data) => {
  expect((await listen(crashed(riff, data))).seconds).toBeCloseTo(2, 2);
});

test('a WebM file that is cut off has the sound of its last cluster', async () => {
  const whole = read('webm');
  const { seconds, starts } = await listen(join(whole.subarray(0, whole.length * 0.7)));
  expect(seconds).toBeGreaterThan(0.4);
  expect(seconds).toBeLessThan(0.6);
  expect(starts).toHaveLength(1);
});

test('FLAC in Ogg is read, cut off and joined too', async () => {
  const whole = read('flac.oga');
  expect((await listen(join(whole))).seconds).toBeCloseTo(0.7, 1);
  expect(await readDuration(join(whole, whole))).toBeCloseTo(1.4, 1);
  const twice = await listen(join(whole, whole));
  expect(twice.seconds).toBeCloseTo(1.4, 1);
  expect(twice.unread).toEqual([]);
  const cut = await listen(join(whole.subarray(0, whole.length * 0.7)));
  expect(cut.starts).toHaveLength(1);
  expect(cut.seconds).toBeLessThan(0.7);
});

/** The same stream under another number, as two encoders choose theirs; checksums are not read. */
function renumbered(ogg: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const view = new DataView(ogg.buffer);
  for (let at = 0; at < ogg.length; ) {
    view.setUint32(at + 14, view.getUint32(at + 14, true) ^ 1, true);
    const segments = ogg.subarray(at + 27, at + 27 + view.getUint8(at + 26));
    at += 27 + segments.length + segments.reduce((sum, size) => sum + size, 0);
  }
  return ogg;
}

test('both of two joined files of FLAC in Ogg are read where their streams have numbers of their own', async () => {
  const file = join(read('flac.oga'), renumbered(read('flac.oga')));
  const { seconds, unread } = await listen(file);
  expect(seconds).toBeCloseTo(1.4, 1);
  expect(unread).toEqual([]);
});

test('FLAC in Ogg of many pages, empty ones among them, is put together whole', async () => {
  const whole = read('flac.oga');
  const serial = new DataView(whole.buffer).getUint32(14, true);
  const head =
    27 + (whole[26] ?? 0) + whole.subarray(27, 27 + (whole[26] ?? 0)).reduce((a, b) => a + b, 0);
  const empty = page(serial, 0, 0, []);
  const byte = page(serial, 0, 0, [Uint8Array.of(1)]);
  const pages = [...new Array(2_500).fill(byte), ...new Array(500).fill(empty)];
  const parts: Blob[] = [];
  for await (const part of fileParts(join(whole.subarray(0, head), ...pages)))
    parts.push(part.file);
  const [flac, ...more] = parts;
  expect(more).toEqual([]);
  const bytes = new Uint8Array((await flac?.arrayBuffer()) ?? []);
  expect(String.fromCharCode(...bytes.subarray(0, 4))).toBe('fLaC');
  expect(bytes.subarray(-2_500).every((one) => one === 1)).toBe(true);
  expect(bytes.length).toBe(head - 28 - 9 + 2_500);
});

test('chunks behind the samples of a WAV file are not sound', async () => {
  const list = Uint8Array.from([...new TextEncoder().encode('LIST'), 4, 0, 0, 0, 1, 2, 3, 4]);
  expect((await listen(join(wav(1), list))).seconds).toBe(1);
});

test('a WAV file names the codec that cannot be read, and an MP3 stream in one is read', async () => {
  const bytes = wav(1);
  new DataView(bytes.buffer).setUint16(20, 0x11, true);
  const error = await listen(new Blob([bytes])).catch((e: unknown) => e);
  expect(error instanceof AudioError && error.fault).toEqual({
    problem: 'unsupported_codec',
    codec: 'IMA ADPCM',
  });
  const head = wav(0);
  const mp3 = read('mp3');
  new DataView(head.buffer).setUint16(20, 0x55, true);
  new DataView(head.buffer).setUint32(40, mp3.length, true);
  expect((await listen(join(head, mp3))).seconds).toBeCloseTo(0.7, 1);
});

test('stereo of opposite phase is not cancelled out', async () => {
  const { starts } = await listen(new Blob([wav(1, { channels: 2 })]));
  expect(starts).toEqual([0]);
});

/** An Ogg page; its checksum is not read. */
function page(
  serial: number,
  flags: number,
  granule: number,
  packets: readonly Uint8Array[],
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(
    27 + packets.length + packets.reduce((sum, { length }) => sum + length, 0),
  );
  const view = new DataView(bytes.buffer);
  bytes.set([0x4f, 0x67, 0x67, 0x53, 0, flags]);
  view.setBigInt64(6, BigInt(granule), true);
  view.setUint32(14, serial, true);
  view.setUint8(26, packets.length);
  let at = 27 + packets.length;
  for (const [i, packet] of packets.entries()) {
    view.setUint8(27 + i, packet.length);
    bytes.set(packet, at);
    at += packet.length;
  }
  return bytes;
}

/** The pages of the Opus fixture: two of headers, one of sound. */
function opusPages(): { headers: Uint8Array<ArrayBuffer>[]; sound: Uint8Array<ArrayBuffer> } {
  const bytes = read('oga');
  const starts = [...bytes.keys()].filter(
    (i) =>
      bytes[i] === 0x4f && bytes[i + 1] === 0x67 && bytes[i + 2] === 0x67 && bytes[i + 3] === 0x53,
  );
  const pages = starts.map((at, i) => bytes.slice(at, starts[i + 1]));
  const [first, second, sound] = pages;
  if (!first || !second || !sound) throw new Error('The fixture has other pages.');
  return { headers: [first, second], sound };
}

/** The page of sound at another time. */
function soundAt(seconds: number): Uint8Array<ArrayBuffer> {
  const { sound } = opusPages();
  sound[5] = 0;
  const view = new DataView(sound.buffer);
  view.setBigInt64(6, view.getBigInt64(6, true) + BigInt(Math.round(seconds * 48_000)), true);
  return sound;
}

test('sound behind pages that are missing is at the time at which it was said', async () => {
  const file = join(...opusPages().headers, soundAt(0), soundAt(8), soundAt(9.7));
  const { starts, seconds } = await listen(file);
  expect(starts.map((at) => Math.round(at))).toEqual([0, 8, 10]);
  expect(seconds).toBeCloseTo(10.2, 0);
});

test('a gap of hours is silence that is not made', async () => {
  const { seconds, made } = await listen(join(...opusPages().headers, soundAt(0), soundAt(20_000)));
  expect(seconds).toBeCloseTo(20_000.7, 0);
  expect(made).toBeLessThan(5);
});

/** Opus of an hour a hundred kilobytes: packets of 120 ms that say nothing. */
function silentOpus(hours: number): Blob {
  const { headers } = opusPages();
  const serial = new DataView(headers[0]?.buffer ?? new ArrayBuffer(18)).getUint32(14, true);
  // Six frames of 20 ms, each empty.
  const packet = Uint8Array.of(0x0b, 6);
  const packets = Array.from({ length: 250 }, () => packet);
  const pages = Array.from({ length: hours * 120 }, (_, i) =>
    page(serial, 0, (i + 1) * 250 * 5_760, packets),
  );
  return new Blob([...headers, ...pages, soundAt(hours * 3_600)]);
}

test('a small file of a day of silence is a small piece of work, with the sound at its end', async () => {
  const { seconds, made, starts } = await listen(silentOpus(24));
  expect(seconds).toBeCloseTo(86_400.7, 0);
  expect(made).toBeLessThan(60);
  expect(starts.map((at) => Math.round(at))).toEqual([86_400]);
}, 60_000);

test('so is a FLAC file of a day of silence, which has one number for each block', async () => {
  const file = silentFlac(24);
  expect(file.size).toBeLessThan(250_000);
  const { seconds, made, starts } = await listen(file);
  expect(seconds).toBeCloseTo(86_400, -1);
  expect(made).toBeLessThan(90);
  expect(starts.map((at) => Math.round(at))).toEqual([Math.round(seconds - 1)]);
}, 300_000);

test('an abort ends the search for sound in silence', async () => {
  // Read to its end it takes most of a minute.
  const file = silentFlac(24, 4_608);
  const controller = new AbortController();
  const samples = vi.spyOn(AudioSample.prototype, 'setTimestamp');
  let abortedAt = Infinity;
  const read = async () => {
    for await (const _ of decodeAudio(file, controller.signal)) {
      // The search begins behind the first block.
      setTimeout(() => {
        controller.abort();
        abortedAt = performance.now();
      }, 50);
    }
  };
  await expect(read()).rejects.toThrow('aborted');
  expect(performance.now() - abortedAt).toBeLessThan(30_000);
  // Decoded sound that is not closed is held, outside JavaScript's memory, until a collection of garbage.
  expect(samples).toHaveBeenCalled();
  for (const sample of samples.mock.contexts as AudioSample[]) {
    expect(() => sample.clone()).toThrow('closed');
  }
}, 120_000);
