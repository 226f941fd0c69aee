import {
  ALL_FORMATS,
  type AudioCodec,
  AudioSampleSink,
  BlobSource,
  Input,
  type InputAudioTrack,
  MP3,
  OGG,
} from 'mediabunny';
import { SAMPLE_RATE } from '#base/audio.ts';
import { can } from '#device/capabilities.ts';
import { AudioError, BrowserAudioError } from './audio-error.ts';
import { isReplaced, replaceDecoder } from './decoders/fallback-decoder.ts';
import { readMp3Trim } from './mp3-trim.ts';
import { createResampler } from './resampler.ts';
import { wholeOggPages } from './whole-ogg-pages.ts';
import { StalledError, withStallLimit } from './with-stall-limit.ts';

/** Sample rate of all audio inside Alcove, Hz. */

/** Milliseconds without a decoded sample after which a decoder counts as broken. */
const STALL_MS = 15_000;

/**
 * Decodes a file piece by piece: mono samples, −1…1, 16 000 Hz, in time order. The container is
 * found by its content; name and type of the file do not matter. Memory does not grow with length.
 * @throws AudioError when there is no audio track, or none that can be decoded.
 */
export async function* decodeAudio(file: Blob, signal: AbortSignal): AsyncGenerator<Float32Array> {
  const attempt: Attempt = { codec: null, hasSound: false };
  for (;;) {
    try {
      return yield* decodeOnce(file, signal, attempt);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof AudioError) throw error;
      if (!(error instanceof StalledError)) {
        throw new AudioError('The audio could not be decoded.', { cause: error });
      }
      if (!(await canRetry(attempt))) throw new BrowserAudioError(attempt.codec, { cause: error });
    }
  }
}

interface Attempt {
  codec: AudioCodec | null;
  /** Whether samples were given already, which a second attempt would give again. */
  hasSound: boolean;
}

/** Whether there is another decoder, which is used from now on. */
async function canRetry({ codec, hasSound }: Attempt): Promise<boolean> {
  return codec !== null && !hasSound && !isReplaced(codec) && replaceDecoder(codec);
}

async function* decodeOnce(
  whole: Blob,
  signal: AbortSignal,
  attempt: Attempt,
): AsyncGenerator<Float32Array> {
  const file = await wholeOggPages(whole);
  const input = new Input({ source: new BlobSource(file), formats: ALL_FORMATS });
  try {
    const track = await openTrack(input);
    attempt.codec = track.codec;
    for await (const piece of decodeTrack(track, await findBounds(input, track, file), signal)) {
      attempt.hasSound = true;
      yield piece;
    }
  } finally {
    input.dispose();
  }
}

/** The container's duration in seconds, without decoding; null when it has none. */
export async function readDuration(file: Blob): Promise<number | null> {
  const input = new Input({ source: new BlobSource(file), formats: ALL_FORMATS });
  try {
    const track = await input.getPrimaryAudioTrack();
    return track ? await track.computeDuration() : null;
  } catch {
    // Ignored: decoding reports the error.
    return null;
  } finally {
    input.dispose();
  }
}

async function openTrack(input: Input): Promise<InputAudioTrack> {
  const track = await input.getPrimaryAudioTrack();
  if (!track) throw new AudioError('The file has no audio track.');
  const { codec } = track;
  if (!codec) throw new BrowserAudioError(codec);
  if (!(await can('audioDecoder'))) await replaceDecoder(codec);
  if (await track.canDecode()) return track;
  if ((await replaceDecoder(codec)) && (await track.canDecode())) return track;
  throw new BrowserAudioError(codec);
}

/** Seconds of a decoded stream that are sound and not an encoder's padding. */
interface Bounds {
  start: number;
  end: number;
}

/** Encoders pad the first and last frame; formats store the padding in different places. */
async function findBounds(input: Input, track: InputAudioTrack, file: Blob): Promise<Bounds> {
  const format = await input.getFormat();
  // The last page says where the sound ends; some recorders write no times.
  if (format === OGG) return { start: 0, end: await track.computeDuration().catch(() => Infinity) };
  const trim = format === MP3 ? await readMp3Trim(file) : null;
  if (!trim) return { start: 0, end: Infinity };
  const end = (await track.computeDuration()) - trim.end / track.sampleRate;
  return { start: trim.start / track.sampleRate, end };
}

async function* decodeTrack(
  track: InputAudioTrack,
  bounds: Bounds,
  signal: AbortSignal,
): AsyncGenerator<Float32Array> {
  let resampler: ReturnType<typeof createResampler> | null = null;
  let rate = 0;
  const samples = new AudioSampleSink(track).samples();
  for await (const sample of withStallLimit(samples, STALL_MS, signal, (s) => s.close())) {
    try {
      if (sample.sampleRate !== rate) {
        if (resampler) yield resampler.flush();
        rate = sample.sampleRate;
        requireRate(rate);
        resampler = createResampler(rate, SAMPLE_RATE);
      }
      // Silence before the first sample of other formats has times below zero.
      const skip = Math.max(0, Math.round((bounds.start - sample.timestamp) * rate));
      const max = Math.round((bounds.end - sample.timestamp) * rate);
      const last = Math.min(sample.numberOfFrames, Math.max(0, max));
      if (skip >= last || !resampler) continue;
      const ready = resampler.push(mixDown(sample).subarray(skip, last));
      if (ready.length > 0) yield ready;
    } finally {
      sample.close();
    }
  }
  if (resampler) yield resampler.flush();
}

interface PlanarSample {
  numberOfFrames: number;
  numberOfChannels: number;
  copyTo(to: Float32Array, options: { planeIndex: number; format: 'f32-planar' }): void;
}

/** Sample rates that Web Audio knows, Hz: one in a header may be anything, and work grows with it. */
const [MIN_RATE, MAX_RATE] = [3_000, 768_000];

/** @throws AudioError */
function requireRate(rate: number): void {
  if (rate >= MIN_RATE && rate <= MAX_RATE) return;
  throw new AudioError(`The file has a sample rate of ${rate} Hz; supported: 3,000 to 768,000 Hz.`);
}

/** The mean of all channels. */
function mixDown(sample: PlanarSample): Float32Array {
  const mono = new Float32Array(sample.numberOfFrames);
  sample.copyTo(mono, { planeIndex: 0, format: 'f32-planar' });
  if (sample.numberOfChannels === 1) return mono;
  const other = new Float32Array(sample.numberOfFrames);
  for (let channel = 1; channel < sample.numberOfChannels; channel++) {
    sample.copyTo(other, { planeIndex: channel, format: 'f32-planar' });
    for (let i = 0; i < mono.length; i++) mono[i] = (mono[i] as number) + (other[i] as number);
  }
  for (let i = 0; i < mono.length; i++) mono[i] = (mono[i] as number) / sample.numberOfChannels;
  return mono;
}
