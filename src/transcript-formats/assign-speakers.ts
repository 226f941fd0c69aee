import { type Overlap, type Turn, withOverlaps } from './overlaps.ts';

/** Words around a change of speakers where the end of a sentence is looked for, and seconds it may be away. */
const NEAR_WORDS = 2;
const NEAR_SECONDS = 0.7;
/** Words of somebody else in the middle of another's sentence that are more likely a mistake. */
const MAX_STRAY = 1;
const SENTENCE_END = /[.?!。？！…]["'”’»)\]]*\s*$/u;

interface TimedWord {
  start: number;
  end: number;
}

/** A stretch of speech, with the times of its words where the model has them. */
interface TimedText<W extends TimedWord> {
  text: string;
  start: number;
  end: number;
  words?: readonly W[] | undefined;
}

/**
 * Segments with who says them: one that several people say becomes several, between words. Changes move to
 * the end of a sentence that is near. A segment without times of words stays whole. `turns` may overlap, and are
 * sorted by their start; a segment has its speaker, and who else speaks in it.
 */
export function assignSpeakers<W extends TimedWord, T extends TimedText<W>, S>(
  segments: readonly (T & TimedText<W>)[],
  turns: readonly Turn<S>[],
  textOf: (word: W) => string,
): (T & { speaker: S | null; overlaps?: Overlap<S>[] })[] {
  return withOverlaps(splitBySpeaker(segments, turns, textOf), turns);
}

function splitBySpeaker<W extends TimedWord, T extends TimedText<W>, S>(
  segments: readonly (T & TimedText<W>)[],
  turns: readonly Turn<S>[],
  textOf: (word: W) => string,
): (T & { speaker: S | null })[] {
  const speakerOf = finder(turns);
  return segments.flatMap((segment): (T & { speaker: S | null })[] => {
    const words: readonly W[] = segment.words ?? [];
    if (words.length === 0) {
      return [{ ...segment, speaker: speakerOf(segment.start, segment.end) }];
    }
    const named = withoutStrays(words.map((word) => speakerOf(word.start, word.end)));
    const runs = toRuns(settle(words, named, textOf));
    const [only] = runs;
    if (runs.length === 1 && only) return [{ ...segment, speaker: only.speaker }];
    const texts = splitText(segment.text, words, runs, textOf);
    return runs.map(({ from, to, speaker }, i) => {
      const part = words.slice(from, to);
      const start = i === 0 ? segment.start : (part[0]?.start ?? segment.start);
      const end = i === runs.length - 1 ? segment.end : (part.at(-1)?.end ?? segment.end);
      const text = texts[i] ?? '';
      return { ...segment, text, start, end: Math.max(start, end), words: part, speaker };
    });
  });
}

/** The text of each run, cut where its first word stands. */
function splitText<W>(
  text: string,
  words: readonly W[],
  runs: readonly { from: number }[],
  textOf: (word: W) => string,
): string[] {
  const places: number[] = [];
  let at = 0;
  for (const word of words) {
    const plain = textOf(word).trim();
    const found = text.indexOf(plain, at);
    places.push(found < 0 ? at : found);
    if (found >= 0) at = found + plain.length;
  }
  const cuts = runs.map(({ from }, i) => (i === 0 ? 0 : (places[from] ?? text.length)));
  return cuts.map((cut, i) => {
    const part = text.slice(cut, cuts[i + 1]).trimEnd();
    return i > 0 && text.charAt(cut - 1) === ' ' ? ` ${part}` : part;
  });
}

/** Seconds around a stretch in which turns are looked at: most are shorter. */
const REACH = 60;

/** Who talks most in a stretch, else who talks nearest to it. Stretches are asked for in the order of time. */
function finder<S>(turns: readonly Turn<S>[]): (start: number, end: number) => S | null {
  let first = 0;
  return (start, end) => {
    // However many turns there are, those long before play no part any more.
    while (first < turns.length - 1 && (turns[first]?.end ?? 0) < start - REACH) first++;
    const last = turns.findIndex((turn, i) => i > first && turn.start > end + REACH);
    const near = turns.slice(first, last < 0 ? undefined : last);
    const sums = new Map<S, number>();
    for (const turn of near) {
      const shared = sharedSeconds(turn, start, end);
      if (shared > 0) sums.set(turn.speaker, (sums.get(turn.speaker) ?? 0) + shared);
    }
    const [most] = [...sums].sort((a, b) => b[1] - a[1]);
    if (most) return most[0];
    const shared = near.map((turn) => sharedSeconds(turn, start, end));
    return near[shared.indexOf(Math.max(...shared))]?.speaker ?? null;
  };
}

/** Below 0, how far a turn is away. */
function sharedSeconds(turn: Turn<unknown>, start: number, end: number): number {
  return Math.min(end, turn.end) - Math.max(start, turn.start);
}

function withoutStrays<S>(speakers: readonly (S | null)[]): (S | null)[] {
  const runs = toRuns(speakers);
  return runs.flatMap(({ from, to, speaker }, i) => {
    const [before, after] = [runs[i - 1], runs[i + 1]];
    const isStray = to - from <= MAX_STRAY && before && after && before.speaker === after.speaker;
    return new Array<S | null>(to - from).fill(isStray ? before.speaker : speaker);
  });
}

/** Moves each change to the end of a sentence that is near. */
function settle<W extends TimedWord, S>(
  words: readonly W[],
  speakers: readonly (S | null)[],
  textOf: (word: W) => string,
): (S | null)[] {
  const settled = [...speakers];
  for (const { from, speaker } of toRuns(speakers).slice(1)) {
    const at = words[from]?.start ?? 0;
    const places = Array.from({ length: 2 * NEAR_WORDS + 1 }, (_, i) => from + i - NEAR_WORDS)
      .filter((place) => {
        const [before, word] = [words[place - 1], words[place]];
        if (!before || !word || !SENTENCE_END.test(textOf(before))) return false;
        return Math.abs(word.start - at) <= NEAR_SECONDS;
      })
      .sort((a, b) => Math.abs(a - from) - Math.abs(b - from));
    const [place] = places;
    if (place === undefined || place === from) continue;
    if (place < from) settled.fill(speaker, place, from);
    else settled.fill(settled[from - 1] ?? null, from, place);
  }
  return settled;
}

function toRuns<S>(speakers: readonly S[]): { from: number; to: number; speaker: S }[] {
  const runs: { from: number; to: number; speaker: S }[] = [];
  for (const [i, speaker] of speakers.entries()) {
    const last = runs.at(-1);
    if (last && last.speaker === speaker) last.to = i + 1;
    else runs.push({ from: i, to: i + 1, speaker });
  }
  return runs;
}
