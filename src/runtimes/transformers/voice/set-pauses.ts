/** Seconds whose level decides whether there is speech. */
const FRAME_SECONDS = 0.01;
/** Share of the loudest frame from which on a frame is speech: 46 dB below it, where an f at the end of a word still is. */
const SPEECH_SHARE = 0.005;
/** Root mean square of a frame below which nothing can be noticed, however quiet the rest is. */
const SILENCE = 1e-4;
/** Sounds begin and end more softly than a frame shows. */
const MARGIN_SECONDS = 0.03;
/** A cut fades: a step would click. */
const FADE_SECONDS = 0.004;

/** Seconds of silence at both ends, the margin of soft sounds not counted. */
export interface Pauses {
  before: number;
  after: number;
}

/**
 * Speech with just the silence that is wanted at both ends. Networks of speech leave a quarter to half a second there, whatever
 * stands before and after. @returns the samples, and by how many seconds everything comes earlier (negative for later)
 */
export function setPauses(
  samples: Float32Array,
  rate: number,
  { before, after }: Pauses,
): { samples: Float32Array; earlier: number } {
  const speech = findSpeech(samples, rate);
  if (!speech) return { samples, earlier: 0 };
  const lead = Math.round(before * rate);
  const kept = samples.subarray(speech.start, speech.end);
  const out = new Float32Array(lead + kept.length + Math.round(after * rate));
  out.set(kept, lead);
  fade(out.subarray(lead, lead + kept.length), Math.round(FADE_SECONDS * rate));
  return { samples: out, earlier: (speech.start - lead) / rate };
}

/** The first and last sample that may be speech; null where all is silent. */
function findSpeech(samples: Float32Array, rate: number): { start: number; end: number } | null {
  const size = Math.max(1, Math.round(FRAME_SECONDS * rate));
  const levels = Array.from({ length: Math.ceil(samples.length / size) }, (_, i) =>
    levelOf(samples.subarray(i * size, (i + 1) * size)),
  );
  const loudest = levels.reduce((most, level) => Math.max(most, level), 0);
  const isSpeech = (level: number) => level >= Math.max(SILENCE, loudest * SPEECH_SHARE);
  const [first, last] = [levels.findIndex(isSpeech), levels.findLastIndex(isSpeech)];
  if (first < 0) return null;
  const margin = Math.round(MARGIN_SECONDS * rate);
  return {
    start: Math.max(0, first * size - margin),
    end: Math.min(samples.length, (last + 1) * size + margin),
  };
}

function levelOf(frame: Float32Array): number {
  return Math.sqrt(frame.reduce((sum, x) => sum + x * x, 0) / frame.length);
}

/** At both ends, in place. */
function fade(samples: Float32Array, length: number): void {
  for (let i = 0; i < Math.min(length, samples.length); i++) {
    const share = i / length;
    const end = samples.length - 1 - i;
    samples[i] = (samples[i] ?? 0) * share;
    samples[end] = (samples[end] ?? 0) * share;
  }
}
