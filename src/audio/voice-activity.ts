import { SAMPLE_RATE } from '#base/audio.ts';
import type { Piece } from './decoded.ts';

/** Samples of one frame: 20 ms. */
export const FRAME = SAMPLE_RATE / 50;
/** Root mean square below which a frame is silence, whatever surrounds it: −90 dB. */
export const SILENCE = 3e-5;
/** Steady sound below this, −66 dB, is the noise of a device; a voice that is as quiet comes and goes. */
const FAINT = 5e-4;
/** How much louder than its background a voice gets. */
const VOICE_RANGE = 4;
/** A frame this much louder than the background (5 dB) counts as a voice. */
const ABOVE_BACKGROUND = 1.8;
/** A frame this close to the loudest ones is not background, even if many frames are as loud. */
const BELOW_LOUDEST = 0.25;
/** Quantiles of the frames by loudness that represent the background and the loudest sound. */
const BACKGROUND_SHARE = 0.1;
const LOUDEST_SHARE = 0.97;
/** Frames retained before and after a voice: soft consonants are below the threshold. */
const MARGIN = 20;
/** Frames of one decision: long enough to hold a pause between words. */
const BLOCK = 1_000;

/** A stretch of sound worth listening to. */
export interface VoiceSpan {
  /** Mono samples, 16 000 Hz. */
  samples: Float32Array;
  /** Where they begin in the recording, in samples. */
  startSample: number;
}

/**
 * Drops the parts of a stream without voice: silence, and frames that are not louder than the background
 * of the last 40 s if anything is. Every pause under 0.8 s stays.
 */
export async function* findVoice(chunks: AsyncIterable<Piece>): AsyncGenerator<VoiceSpan> {
  const block = new Float32Array(BLOCK * FRAME);
  const gate = createGate();
  let filled = 0;
  let startSample = 0;
  function* decide() {
    const samples = block.slice(0, filled);
    yield* gate(samples, startSample);
    startSample += filled;
    filled = 0;
  }
  for await (const chunk of chunks) {
    if ('isSilent' in chunk) {
      yield* decide();
      startSample += chunk.length;
      continue;
    }
    for (let read = 0; read < chunk.length; ) {
      const part = chunk.subarray(read, read + block.length - filled);
      block.set(part, filled);
      filled += part.length;
      read += part.length;
      if (filled === block.length) yield* decide();
    }
  }
  yield* decide();
}

/** Returns the spans of each block that contain a voice; remembers the loudness of the block before. */
function createGate(): (samples: Float32Array, startSample: number) => Generator<VoiceSpan> {
  let before: number[] = [];
  let open = 0;
  return function* select(samples, startSample) {
    const levels = frameLevels(samples);
    const threshold = thresholdOf([...before, ...levels]);
    const isVoice = levels.map(() => false);
    // A voice near the end of the previous block continues into this one.
    isVoice.fill(true, 0, Math.max(0, open));
    for (const [i, level] of levels.entries()) {
      if (level >= threshold) isVoice.fill(true, Math.max(0, i - MARGIN), i + MARGIN + 1);
    }
    const last = levels.findLastIndex((level) => level >= threshold);
    open = last < 0 ? 0 : last + MARGIN + 1 - levels.length;
    before = levels;
    for (let from = isVoice.indexOf(true); from >= 0; ) {
      const end = isVoice.indexOf(false, from);
      const to = end < 0 ? isVoice.length : end;
      const part = samples.subarray(from * FRAME, to * FRAME);
      yield { samples: part, startSample: startSample + from * FRAME };
      from = end < 0 ? -1 : isVoice.indexOf(true, to);
    }
  };
}

/** The loudness from which on a frame among others counts as a voice. */
export function thresholdOf(levels: readonly number[]): number {
  const sorted = [...levels].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  const [background, loudest] = [at(BACKGROUND_SHARE), at(LOUDEST_SHARE)];
  const floor = loudest > VOICE_RANGE * background ? SILENCE : FAINT;
  return Math.max(floor, Math.min(background * ABOVE_BACKGROUND, loudest * BELOW_LOUDEST));
}

/** Root mean square of each frame, the last one perhaps shorter. */
export function frameLevels(samples: Float32Array): number[] {
  const levels: number[] = [];
  for (let at = 0; at < samples.length; at += FRAME) {
    const end = Math.min(at + FRAME, samples.length);
    let sum = 0;
    for (let i = at; i < end; i++) sum += (samples[i] as number) ** 2;
    levels.push(Math.sqrt(sum / (end - at)));
  }
  return levels;
}
