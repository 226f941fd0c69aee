import { joinSamples, SAMPLE_RATE } from '#base/audio.ts';
import { decodeAudio } from './decode-audio.ts';
import { samplesOf } from './pieces.ts';

/**
 * A stretch of a recording, in seconds: mono samples, −1…1, 16 000 Hz; fewer where the recording ends before. All sound
 * before it is decoded, and none behind it. @throws AudioError
 */
export async function cutClip(
  file: Blob,
  start: number,
  end: number,
  signal: AbortSignal,
): Promise<Float32Array> {
  const [first, last] = [Math.round(start * SAMPLE_RATE), Math.round(end * SAMPLE_RATE)];
  const parts: Float32Array[] = [];
  let at = 0;
  for await (const piece of decodeAudio(file, signal)) {
    const next = at + piece.length;
    if (next > first) parts.push(samplesOf(piece).subarray(Math.max(0, first - at), last - at));
    at = next;
    if (at >= last) break;
  }
  return joinSamples(parts);
}
