import { SHARED_SCRIPTS } from '#base/words.ts';
import type { SpeechWord, SpokenLanguage, TaskEvent } from '#engine/tasks.ts';

/** A word that ends closer to the end of the sound than this, in seconds, may change with more sound. */
const GUARD = 0.35;
/** One that ends closer than this has to be the same in two runs. */
const SURE = 1.2;

/** New words of a run, by whether they may change. */
interface NewWords {
  certain: string;
  provisional: string;
}

/**
 * The words of an utterance. This is the one place that decides which are certain: once reported they do not change. They are
 * once their sound is over, as the attention of the decoder shows (AlignAtt), and more sound has not changed them; with
 * a model that does not time words, once two runs agree (LocalAgreement).
 * @see https://arxiv.org/abs/2305.11408 AlignAtt
 */
export class CertainWords {
  /** All that is certain. */
  transcript = '';
  /** The part of it whose sound is in the window. */
  #said: SpeechWord[] = [];
  /** Words of the last run that were not certain. */
  #guess: string[] = [];
  /** Words whose sound has left, where it may not have left whole. */
  #left: string[] = [];

  /** Words whose sound is in the window, in its seconds. */
  get inWindow(): readonly SpeechWord[] {
    return this.#said;
  }

  get said(): string {
    return textOf(this.#said);
  }

  /** The second of the window up to which words are certain. */
  get until(): number {
    return this.#said.at(-1)?.end ?? 0;
  }

  /** Whether the last run had words that may change. */
  get isOpen(): boolean {
    return this.#guess.length > 0;
  }

  /** `words`: behind those that are certain. `seconds`: of sound; Infinity where no more comes. */
  addTimed(words: readonly SpeechWord[], seconds: number): NewWords {
    const isOpen = ({ text, end }: SpeechWord, i: number) =>
      end > seconds - GUARD || (end > seconds - SURE && this.#guess[i] !== plain(text));
    const fresh = words.slice(overlap(this.#left, words));
    this.#left = [];
    const open = fresh.findIndex(isOpen);
    const count = open < 0 ? fresh.length : open;
    const certain = fresh.slice(0, count);
    this.#said.push(...certain);
    return this.#note(
      certain.map(({ text }) => text),
      fresh.slice(count).map(({ text }) => text),
    );
  }

  /** `text`: of the whole utterance. `isOver`: whether no more comes. */
  addText(text: string, isOver: boolean): NewWords {
    const known = this.transcript.split(/\s+/).filter(Boolean).length;
    const words = (text.match(/\s*\S+/g) ?? []).slice(known);
    const differs = words.findIndex((word, i) => this.#guess[i] !== plain(word));
    const agreed = differs < 0 ? words.length : differs;
    const count = isOver ? words.length : agreed;
    return this.#note(words.slice(0, count), words.slice(count));
  }

  /** Replaces the words whose sound is in the window up to second `last`. @returns the text behind the certain words */
  replace(words: readonly SpeechWord[], last: number): string {
    const { until } = this;
    const left = this.transcript.slice(0, this.transcript.length - this.said.length);
    const fresh = words.slice(overlap(this.#left, words));
    this.#said = fresh.filter((word) => middleOf(word) <= last);
    // Words behind it may still change.
    if (last === Infinity) this.#guess = [];
    this.#left = [];
    this.transcript = left + this.said;
    return textOf(this.#said.filter((word) => middleOf(word) > until));
  }

  #note(certain: readonly string[], provisional: readonly string[]): NewWords {
    const added = certain.join('');
    this.transcript += added;
    this.#guess = provisional.map(plain);
    return { certain: added, provisional: provisional.join('') };
  }

  /** Whether another reading of these words says a phrase twice that this one says once: a search may loop. */
  isLoopedBy(words: readonly SpeechWord[]): boolean {
    return repeatsOf(words) > repeatsOf(this.#said);
  }

  /** Whether another reading of these words has characters of a script that is not in this one: then it is of something else. */
  isInOtherScript(words: readonly SpeechWord[]): boolean {
    const known = scriptsOf(this.transcript);
    const found = scriptsOf(textOf(words));
    return known.length > 0 && found.some((script) => !known.includes(script));
  }

  /** Whether words are far enough from the last certain one to leave. */
  canLeave(lastSeconds: number): boolean {
    return this.#said.some(({ end }) => end <= this.until - lastSeconds);
  }

  /**
   * Takes words out whose sound leaves the window: whole sentences where there are, and never the last seconds; with 0
   * seconds all of them. @returns them, their text and the second at which they end; null where nothing can leave.
   */
  leave(lastSeconds: number): { words: SpeechWord[]; text: string; end: number } | null {
    const isFar = ({ end }: SpeechWord) => end <= this.until - lastSeconds;
    const sentence = this.#said.findLastIndex(
      (word) => isFar(word) && /[.!?。！？]$/.test(word.text),
    );
    const last = sentence >= 0 && lastSeconds > 0 ? sentence : this.#said.findLastIndex(isFar);
    const cut = this.#said[last];
    if (!cut) return null;
    const left = this.#said.slice(0, last + 1);
    if (lastSeconds === 0) this.#left = left.map((word) => plain(word.text));
    const text = textOf(left);
    this.#said = this.#said.slice(last + 1).map((word) => laterBy(-cut.end, word));
    return { words: left, text, end: cut.end };
  }
}

/** A word whose times count from another place, which is `seconds` earlier. */
export const laterBy = (seconds: number, word: SpeechWord): SpeechWord => ({
  ...word,
  start: word.start + seconds,
  end: word.end + seconds,
});

/** Words at the end that follow themselves directly: of a phrase of three or more; else 0. */
function repeatsOf(words: readonly SpeechWord[]): number {
  const all = words.map(({ text }) => plain(text)).filter((text) => text !== '');
  for (let count = Math.floor(all.length / 2); count >= 3; count--) {
    const last = all.slice(-count);
    if (last.every((word, i) => word === all[all.length - 2 * count + i])) return count;
  }
  return 0;
}

const scriptsOf = (text: string) => SHARED_SCRIPTS.filter(([script]) => script.test(text));

const middleOf = ({ start, end }: SpeechWord) => (start + end) / 2;

/** A word as it is compared: its sign at the end comes with later words. */
const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

export const textOf = (words: readonly SpeechWord[]) => words.map(({ text }) => text).join('');

/** How many words at the beginning of `words` are the end of `left`, whose sound they repeat. Signs alone are no words. */
function overlap(left: readonly string[], words: readonly SpeechWord[]): number {
  const before = left.filter((word) => word !== '');
  const again = words.flatMap(({ text }, i) =>
    plain(text) === '' ? [] : [{ word: plain(text), i }],
  );
  for (let count = Math.min(before.length, again.length); count > 0; count--) {
    const isSame = before.slice(-count).every((word, i) => word === again[i]?.word);
    // With the signs behind the last of them.
    if (isSame) return again[count]?.i ?? words.length;
  }
  return 0;
}

/** The words of a run. `avgLogprob`: of its least likely segment; 0 where the model has none. */
export async function readRun(events: AsyncIterable<TaskEvent>) {
  const words: SpeechWord[] = [];
  let text = '';
  let spoken: SpokenLanguage = { language: null };
  let avgLogprob = 0;
  for await (const event of events) {
    if (event.type === 'window') spoken = event;
    if (event.type !== 'segment') continue;
    const { segment } = event;
    words.push(...(segment.words ?? []));
    text += segment.text;
    avgLogprob = Math.min(avgLogprob, segment.decoding?.avgLogprob ?? 0);
  }
  const { language, languageProbability } = spoken;
  return {
    ...{ words, text, avgLogprob, language },
    ...(languageProbability !== undefined && { languageProbability }),
  };
}

/** Mean log probability of tokens below which an answer is a guess, as of a wrong language; Whisper decodes again there. */
const TRUSTED = -1;

/** Whether the answer of a run may be anything. */
export const isGuess = ({ text, avgLogprob }: { text: string; avgLogprob: number }): boolean =>
  text === '' || avgLogprob < TRUSTED;
