import { SAMPLE_RATE } from './decode-audio.ts';

const FRAME = SAMPLE_RATE / 50;
const WINDOW_SECONDS = 30;
/** A cut is looked for in this last part of a full window. */
const SEARCH_SECONDS = 12;
/** Root mean square below which a frame is silence, whatever surrounds it: −66 dB. */
const SILENCE = 5e-4;

export interface SpeechWindow {
  /** Mono samples, at most 30 s. */
  samples: Float32Array;
  startSeconds: number;
}

/**
 * Cuts a stream of samples into windows of at most 30 s, without overlap, at the quietest moment
 * near their end. Silence at a window's start is left out, and so are windows of nothing but silence.
 */
export async function* cutSpeechWindows(
  chunks: AsyncIterable<Float32Array>,
): AsyncGenerator<SpeechWindow> {
  const full = WINDOW_SECONDS * SAMPLE_RATE;
  const buffer = new Float32Array(full);
  let filled = 0;
  let startSample = 0;
  const take = (length: number): SpeechWindow | null => {
    const samples = buffer.slice(0, length);
    const startSeconds = startSample / SAMPLE_RATE;
    buffer.copyWithin(0, length, filled);
    filled -= length;
    startSample += length;
    return withoutLead({ samples, startSeconds });
  };
  for await (const chunk of chunks) {
    let read = 0;
    while (read < chunk.length) {
      const part = chunk.subarray(read, read + full - filled);
      buffer.set(part, filled);
      filled += part.length;
      read += part.length;
      if (filled < full) continue;
      const window = take(quietestCut(buffer));
      if (window) yield window;
    }
  }
  const last = filled > 0 ? take(filled) : null;
  if (last) yield last;
}

/** Sample at the middle of the quietest fifth of a second near the end of a full window. */
function quietestCut(buffer: Float32Array): number {
  const wide = 10;
  const first = buffer.length - SEARCH_SECONDS * SAMPLE_RATE;
  const energies: number[] = [];
  for (let at = first; at + FRAME <= buffer.length; at += FRAME) energies.push(rms(buffer, at));
  let best = energies.length;
  let least = Infinity;
  let sum = 0;
  for (const [i, energy] of energies.entries()) {
    sum += energy - (energies[i - wide] ?? 0);
    // Of equally quiet places the latest: windows stay long.
    if (i >= wide - 1 && sum <= least) {
      least = sum;
      best = i - wide / 2 + 1;
    }
  }
  return first + best * FRAME;
}

function withoutLead({ samples, startSeconds }: SpeechWindow): SpeechWindow | null {
  let at = 0;
  while (at < samples.length && rms(samples, at) < SILENCE) at += FRAME;
  if (at >= samples.length) return null;
  // A little silence stays, as speech recognisers expect some before the first sound.
  const cut = Math.max(0, at - 10 * FRAME);
  return { samples: samples.subarray(cut), startSeconds: startSeconds + cut / SAMPLE_RATE };
}

function rms(samples: Float32Array, at: number): number {
  const end = Math.min(at + FRAME, samples.length);
  let sum = 0;
  for (let i = at; i < end; i++) sum += (samples[i] as number) ** 2;
  return Math.sqrt(sum / Math.max(1, end - at));
}
