import { type AudioSample, AudioSampleSink, type InputAudioTrack } from 'mediabunny';
import { SAMPLE_RATE } from '#base/audio.ts';
import { AudioError, type Piece, silence } from './decoded.ts';
import { createMixer } from './mix-down.ts';
import { createResampler, type Resampler } from './resampler.ts';
import { SilenceScan } from './silence-scan.ts';
import { withStallLimit } from './with-stall-limit.ts';

/** Milliseconds without a decoded sample after which a decoder counts as broken. */
const STALL_MS = 15_000;
/** Seconds that a time in a container may be off: many are rounded, and clocks of recorders drift. */
const TOLERANCE = 0.1;
/** Seconds of a gap beyond which the recorder's clock was set. */
const MAX_GAP = 24 * 3_600;
/** Silence up to this many samples is made; more is given by its length. */
const MAX_MADE = 5 * SAMPLE_RATE;
/** Sample rates that Web Audio knows, Hz: one in a header may be anything, and work grows with it. */
const [MIN_RATE, MAX_RATE] = [3_000, 768_000];

/** Seconds of a decoded stream that are sound and not an encoder's padding. `start` is second 0 of the recording. */
export interface Bounds {
  start: number;
  end: number;
  /** Whether the container stores the times of packets; elsewhere they are counted. */
  hasTimes: boolean;
}

/** Time in a part of a file. */
export interface Clock {
  /** What its container calls second 0; null before its first sound. */
  zero: number | null;
  /** Seconds of it that were given. */
  given: number;
}

/** The samples of a track by the clock of its container: missing sound is silence. */
export async function* decodeTrack(
  track: InputAudioTrack,
  bounds: Bounds,
  clock: Clock,
  file: Blob,
  signal: AbortSignal,
): AsyncGenerator<Piece> {
  clock.zero ??= bounds.start;
  const writer = createWriter(Math.round(clock.given * SAMPLE_RATE));
  const mix = createMixer();
  for await (const sample of readSamples(track, bounds, file, signal)) {
    const placed = place(sample, bounds, clock);
    if (!placed) continue;
    yield* writer.to(placed.at, sample.sampleRate);
    yield* writer.push(mix(sample).subarray(placed.from, placed.to));
  }
  yield* writer.flush();
}

/** The frames of a sample that are sound, and their second, unless they follow the previous ones. */
function place(sample: AudioSample, { end }: Bounds, clock: Clock) {
  const { timestamp, sampleRate, numberOfFrames } = sample;
  const isStart = clock.given === 0;
  const zero = clock.zero ?? 0;
  const last = Math.round((end - timestamp) * sampleRate);
  const to = Math.min(numberOfFrames, Math.max(0, last));
  // Silence before the first sample has times below zero.
  const from = isStart ? Math.max(0, Math.round((zero - timestamp) * sampleRate)) : 0;
  if (from >= to) return null;
  const gap = timestamp - zero - clock.given;
  // A stream that was joined to this one, or a clock that was set.
  const isJump = gap > MAX_GAP || (gap < -1 && !isStart);
  if (isJump) clock.zero = zero + gap;
  const isGap = !isJump && gap > (isStart ? 0 : TOLERANCE);
  if (isGap) clock.given += gap;
  const at = isGap ? clock.given : null;
  clock.given += (to - from) / sampleRate;
  return { from, to, at };
}

/** Resamples what it gets, and makes silence. `before`: samples that were given before. */
function createWriter(before: number) {
  let made = before;
  let resampler: Resampler | null = null;
  let rate = 0;
  function* flush(): Generator<Piece> {
    const rest = resampler?.flush();
    resampler = null;
    if (rest) yield* give(rest);
  }
  function* give(piece: Piece): Generator<Piece> {
    made += piece.length;
    if (piece.length > 0) yield piece;
  }
  return {
    /** Prepares for sound at a rate in Hz. `seconds`: where it begins; null where the sound before ends. */
    *to(seconds: number | null, sampleRate: number): Generator<Piece> {
      if (seconds !== null || sampleRate !== rate) yield* flush();
      if (seconds !== null) {
        for (const piece of silent(Math.round(seconds * SAMPLE_RATE) - made)) yield* give(piece);
      }
      if (sampleRate < MIN_RATE || sampleRate > MAX_RATE) {
        throw new AudioError({ problem: 'unsupported_rate', rate: sampleRate });
      }
      rate = sampleRate;
      resampler ??= createResampler(rate, SAMPLE_RATE);
    },
    *push(samples: Float32Array): Generator<Piece> {
      if (resampler) yield* give(resampler.push(samples));
    },
    flush,
  };
}

/** Short silence as samples; long silence by its length, between edges of samples. */
function* silent(length: number): Generator<Piece> {
  if (length <= MAX_MADE) {
    yield new Float32Array(Math.max(0, length));
    return;
  }
  yield new Float32Array(SAMPLE_RATE);
  yield silence(length - 2 * SAMPLE_RATE);
  yield new Float32Array(SAMPLE_RATE);
}

/**
 * Decoded samples, without long silence: its packets hold no sound. After a gap they have its times. Each is closed
 * when the next is asked for.
 */
async function* readSamples(
  track: InputAudioTrack,
  { hasTimes }: Bounds,
  file: Blob,
  signal: AbortSignal,
): AsyncGenerator<AudioSample> {
  const sink = new AudioSampleSink(track);
  const scan = await SilenceScan.open(track, file, hasTimes, signal);
  let from: number | null = null;
  for (;;) {
    const samples: AsyncIterable<AudioSample> = from === null ? sink.samples() : sink.samples(from);
    let behind: number | null = null;
    for await (const sample of withStallLimit(samples, STALL_MS, signal, (s) => s.close())) {
      try {
        behind = (await scan?.endOfRun(sample.timestamp)) ?? null;
        if (behind !== null) break;
        yield sample;
      } finally {
        sample.close();
      }
    }
    if (behind === null) return;
    from = behind;
  }
}
