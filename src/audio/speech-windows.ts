import { SAMPLE_RATE } from './decode-audio.ts';
import { FRAME, findVoice, frameLevels, type VoiceSpan } from './voice-activity.ts';

const WINDOW_SECONDS = 30;
/** A cut is looked for in this last part of a full window. */
const SEARCH_SECONDS = 12;
/** A window opens with no more silence than this: recognisers expect some before the first sound. */
const LEAD_FRAMES = 10;

/** Samples of a window from `at` on come from `startSample` of the recording on. */
interface Piece {
  at: number;
  startSample: number;
}

export interface SpeechWindow {
  /** 0, 1, 2, … in one recording. */
  index: number;
  /** Mono samples, at most 30 s; pauses without voice are left out. */
  samples: Float32Array;
  startSeconds: number;
  endSeconds: number;
  /** Seconds in the window as seconds in the recording. */
  toRecording: (seconds: number) => number;
}

/**
 * Cuts a recording into windows of at most 30 s of voice, without overlap, at the quietest moment
 * near their end. What holds no voice is left out. The same samples always give the same windows.
 */
export async function* cutSpeechWindows(
  chunks: AsyncIterable<Float32Array>,
): AsyncGenerator<SpeechWindow> {
  const packer = createPacker();
  for await (const span of findVoice(chunks)) yield* packer.add(span);
  yield* packer.rest();
}

function createPacker() {
  const buffer = new Float32Array(WINDOW_SECONDS * SAMPLE_RATE);
  let filled = 0;
  let pieces: Piece[] = [];
  let index = 0;

  function* take(length: number): Generator<SpeechWindow> {
    const samples = buffer.slice(0, length);
    const mine = pieces.filter((p) => p.at < length);
    const next = pieceAt(pieces, length);
    const window = withoutLead(samples, mine);
    buffer.copyWithin(0, length, filled);
    filled -= length;
    const later = pieces.filter((p) => p.at > length).map((p) => ({ ...p, at: p.at - length }));
    pieces = filled > 0 ? [{ at: 0, startSample: next }, ...later] : [];
    if (window) yield { index: index++, ...window };
  }

  return {
    *add({ samples, startSample }: VoiceSpan): Generator<SpeechWindow> {
      for (let read = 0; read < samples.length; ) {
        const part = samples.subarray(read, read + buffer.length - filled);
        const expected = pieces.length > 0 ? pieceAt(pieces, filled) : null;
        if (expected !== startSample + read) {
          pieces.push({ at: filled, startSample: startSample + read });
        }
        buffer.set(part, filled);
        filled += part.length;
        read += part.length;
        if (filled === buffer.length) yield* take(quietestCut(buffer));
      }
    },
    *rest(): Generator<SpeechWindow> {
      if (filled > 0) yield* take(filled);
    },
  };
}

/** The recording's sample that stands at `at` in the window. */
function pieceAt(pieces: readonly Piece[], at: number): number {
  const piece = pieces.findLast((p) => p.at <= at) ?? { at: 0, startSample: 0 };
  return piece.startSample + at - piece.at;
}

/** Sample at the middle of the quietest fifth of a second near the end of a full window. */
function quietestCut(buffer: Float32Array): number {
  const wide = 10;
  const first = buffer.length - SEARCH_SECONDS * SAMPLE_RATE;
  const levels = frameLevels(buffer.subarray(first));
  let best = levels.length;
  let least = Infinity;
  let sum = 0;
  for (const [i, level] of levels.entries()) {
    sum += level - (levels[i - wide] ?? 0);
    // Of equally quiet places the latest: windows stay long.
    if (i >= wide - 1 && sum <= least) {
      least = sum;
      best = i - wide / 2 + 1;
    }
  }
  return first + best * FRAME;
}

/** Null for a window of nothing but digital silence. */
function withoutLead(samples: Float32Array, pieces: Piece[]): Omit<SpeechWindow, 'index'> | null {
  const loud = frameLevels(samples).findIndex((level) => level >= 5e-4);
  if (loud < 0) return null;
  const cut = Math.max(0, loud - LEAD_FRAMES) * FRAME;
  const toRecording = (seconds: number) =>
    pieceAt(pieces, cut + Math.round(seconds * SAMPLE_RATE)) / SAMPLE_RATE;
  return {
    samples: samples.subarray(cut),
    startSeconds: toRecording(0),
    // The last sample's place, not the next one's: that may lie behind a pause.
    endSeconds: toRecording((samples.length - cut - 1) / SAMPLE_RATE) + 1 / SAMPLE_RATE,
    toRecording,
  };
}
