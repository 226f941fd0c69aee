import type { LeftOut, SpeechSegment } from '#engine/tasks.ts';

/** The same words this often in a row are a decoder caught in a loop, or a person counting sheep. */
const MAX_REPEATS = 10;
/** Words of a phrase that could be looped. */
const MAX_LOOP_WORDS = 8;
/** Segments that say the same are a rhythm where silence is likelier than this; in clear speech it is 0.14 at most. */
const SAME_SEGMENTS = 3;
const DOUBTFUL = 0.2;
/** Characters per second that no speaker sustains. */
const FASTEST = 45;
/** Seconds of text over which pace is judged: single short words come out faster. */
const MIN_JUDGED_SECONDS = 1.5;

/**
 * The problem with the words of one window, if any. Repeats that a person could have said,
 * each with its time, are let through.
 */
export function judgeWindow(segments: readonly SpeechSegment[]): LeftOut | null {
  // Invalid UTF-8: the decoder has left the language.
  if (segments.some((s) => s.text.includes('\uFFFD'))) return 'implausible';
  if (isRhythm(segments)) return 'no-speech';
  const words = segments.flatMap((s) => s.text.trim().split(/\s+/)).filter(Boolean);
  const spoken = segments.reduce((sum, s) => sum + s.end - s.start, 0);
  if (longestLoop(words) > MAX_REPEATS && spoken / words.length < 0.12) return 'repeated';
  const characters = words.join(' ').length;
  if (characters / Math.max(spoken, MIN_JUDGED_SECONDS) > FASTEST) return 'implausible';
  return null;
}

/** Characters per second of speech, from a slow prayer to an auctioneer. */
const PACE = [2, 30] as const;

/** Whether every segment has the time that a person needs to say it. */
export function couldBeSaid(segments: readonly SpeechSegment[]): boolean {
  return (
    judgeWindow(segments) === null &&
    segments.every(({ text, start, end }) => {
      const pace = text.trim().length / Math.max(end - start, 0.2);
      return pace >= PACE[0] && pace <= PACE[1];
    })
  );
}

/** Music has a decoder write one phrase for every few bars, too slowly for a loop of words. */
function isRhythm(segments: readonly SpeechSegment[]): boolean {
  const texts = new Set(segments.map(({ text }) => text.trim()));
  const noSpeechProb = segments[0]?.decoding?.noSpeechProb ?? 0;
  return segments.length >= SAME_SEGMENTS && texts.size === 1 && noSpeechProb > DOUBTFUL;
}

/** How often some phrase of at most eight words follows itself. */
function longestLoop(words: readonly string[]): number {
  let max = words.length > 0 ? 1 : 0;
  for (let size = 1; size <= MAX_LOOP_WORDS; size++) {
    let same = 0;
    for (let i = size; i < words.length; i++) {
      same = words[i] === words[i - size] ? same + 1 : 0;
      max = Math.max(max, 1 + Math.floor(same / size));
    }
  }
  return max;
}
