import {
  ALL_FORMATS,
  AudioSampleSink,
  BlobSource,
  Input,
  type InputAudioTrack,
  MP3,
  OGG,
} from 'mediabunny';
import { readMp3Trim } from './mp3-trim.ts';
import { createResampler } from './resampler.ts';

/** Sample rate of all audio inside Alcove, Hz. */
export const SAMPLE_RATE = 16_000;

/** A file that holds no audio this browser can decode. */
export class AudioError extends Error {
  override readonly name = 'AudioError';
}

/**
 * Decodes a file piece by piece: mono samples, −1…1, 16 000 Hz, in time order. The container is
 * found by its content; name and type of the file do not matter. Memory does not grow with length.
 * @throws AudioError when there is no audio track, or none that can be decoded.
 */
export async function* decodeAudio(file: Blob, signal: AbortSignal): AsyncGenerator<Float32Array> {
  const input = new Input({ source: new BlobSource(file), formats: ALL_FORMATS });
  try {
    const track = await openTrack(input);
    yield* decodeTrack(track, await findBounds(input, track, file), signal);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AudioError) throw error;
    throw new AudioError('The audio could not be decoded.', { cause: error });
  } finally {
    input.dispose();
  }
}

/** Seconds of sound as the container tells them, without decoding; null where it does not. */
export async function readDuration(file: Blob): Promise<number | null> {
  const input = new Input({ source: new BlobSource(file), formats: ALL_FORMATS });
  try {
    const track = await input.getPrimaryAudioTrack();
    return track ? await track.computeDuration() : null;
  } catch {
    // Decoding says what is wrong with it.
    return null;
  } finally {
    input.dispose();
  }
}

async function openTrack(input: Input): Promise<InputAudioTrack> {
  const track = await input.getPrimaryAudioTrack();
  if (!track) throw new AudioError('The file has no audio track.');
  if (!(await track.canDecode())) throw new AudioError('This browser cannot decode the audio.');
  return track;
}

/** Seconds of a decoded stream that are sound and not an encoder's padding. */
interface Bounds {
  start: number;
  end: number;
}

/** Encoders fill the first and last frame; what they filled is written in different places. */
async function findBounds(input: Input, track: InputAudioTrack, file: Blob): Promise<Bounds> {
  const format = await input.getFormat();
  // The last page says where the sound ends.
  if (format === OGG) return { start: 0, end: await track.computeDuration() };
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
  for await (const sample of new AudioSampleSink(track).samples()) {
    try {
      signal.throwIfAborted();
      if (sample.sampleRate !== rate) {
        if (resampler) yield resampler.flush();
        rate = sample.sampleRate;
        resampler = createResampler(rate, SAMPLE_RATE);
      }
      // Silence before the first sample of other formats has times below zero.
      const skip = Math.max(0, Math.round((bounds.start - sample.timestamp) * rate));
      const most = Math.round((bounds.end - sample.timestamp) * rate);
      const last = Math.min(sample.numberOfFrames, Math.max(0, most));
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
