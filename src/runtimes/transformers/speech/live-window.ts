import { SAMPLE_RATE } from '#base/audio.ts';
import type { SpeechTask, SpeechWord, SpokenLanguage, TaskEvent } from '#engine/tasks.ts';
import { seeded } from '#runtimes/transformers/chat/sampler.ts';
import type { OrtTensor } from '#runtimes/transformers/ort/session.ts';
import { sampleTokens } from './decode-tokens.ts';
import type { SpeechDecoder } from './speech-decoder.ts';
import type { SpeechFamily } from './speech-family.ts';
import { applyTokenRules, logSumExp } from './token-rules.ts';
import type { Vocabulary } from './vocabulary.ts';
import { judgeWindow } from './window-guards.ts';
import type { HeadAttention } from './word-alignment.ts';
import type { WordTimer } from './word-timer.ts';

/** Tokens that a person says in a second at most; an answer that is longer is a loop. */
const PACE = 7;
const MIN_TOKENS = 4;
/** Seconds of a window in which a noise is as long as a word. */
const SHORT = 1.5;

interface Parts {
  family: SpeechFamily;
  decoder: SpeechDecoder;
  words: WordTimer;
}

interface LiveRun extends SpokenLanguage {
  task: SpeechTask;
  said: string;
  states: OrtTensor;
  vocabulary: Vocabulary | null;
  signal: AbortSignal;
}

/**
 * Continues the words of a window that are certain: one greedy answer without timestamps, so that it is there soon, and
 * the times of its words from the attention of the decoder, which show how close to the end of the sound they are.
 */
export async function* continueLive(parts: Parts, run: LiveRun): AsyncGenerator<TaskEvent> {
  const { family } = parts;
  const { task, language, languageProbability } = run;
  const seconds = task.samples.length / SAMPLE_RATE;
  const said = tokensOf(family, run.said);
  const answer = await decode(parts, run, said, seconds);
  const { avgLogprob, noSpeechProb } = answer;
  const textOf = (some: number[]) =>
    some.length === 0 ? '' : family.tokenizer.decode(some, { skip_special_tokens: true });
  const context = [task.prompt, task.previousText, run.said].join(' ');
  const { ids, words } = await endLoop(answer, {
    isEcho: (some) => isEcho(textOf(some), context),
    timesOf: async (some) =>
      task.withWords ? timeWords(parts, run, { ...answer, ids: some }, said, seconds) : undefined,
  });
  const text = textOf(ids);
  const decoding = { tokens: ids, temperature: 0, avgLogprob, compressionRatio: 1, noSpeechProb };
  const segment = { text, start: 0, end: seconds, decoding };
  const { logprob, noSpeech } = family.thresholds;
  // A click or a breath is soon a likely word or two; of more sound, they are judged as of a whole file.
  const share = seconds < SHORT ? 0.5 : 1;
  const isNoSpeech = noSpeechProb > (noSpeech ?? 1) && avgLogprob < (logprob ?? -Infinity) * share;
  const leftOut = isNoSpeech ? 'no-speech' : judgeWindow([segment]);
  if (!leftOut && /[\p{L}\p{N}]/u.test(text)) {
    yield { type: 'segment', segment: { ...segment, ...(words && { words }) }, tokens: ids.length };
  }
  yield {
    type: 'window',
    ...{ language, leftOut, transcribedSeconds: seconds },
    ...(languageProbability !== undefined && { languageProbability }),
  };
  yield { type: 'end', reason: 'stop', completionTokens: ids.length, reasoningTokens: 0 };
}

/**
 * The tokens of an answer and the times of its words. The rounds of a loop are left out, and all of an answer that says the text
 * before it again: neither ends, or has time.
 */
async function endLoop(
  answer: { ids: number[]; hasEnded: boolean },
  {
    isEcho,
    timesOf,
  }: {
    isEcho: (ids: number[]) => boolean;
    timesOf: (ids: readonly number[]) => Promise<SpeechWord[] | undefined>;
  },
): Promise<{ ids: number[]; words: SpeechWord[] | undefined }> {
  if (answer.ids.length === 0) return { ids: [], words: undefined };
  const words = await timesOf(answer.ids);
  if (answer.hasEnded && couldBeSaid(words ?? [])) return { ids: answer.ids, words };
  const ids = withoutLoop(answer.ids);
  if (isEcho(ids)) return { ids: [], words: undefined };
  return { ids, words: ids.length < answer.ids.length ? await timesOf(ids) : words };
}

/** Words that are judged together, and characters a second that no speaker reaches with them. */
const JUDGED = 6;
const FASTEST = 35;

/**
 * Whether the sound has time for each word. A person says a phrase three times, too; the rounds of a loop have no
 * sound of their own and share the end of the window.
 */
export function couldBeSaid(words: readonly Pick<SpeechWord, 'text' | 'start' | 'end'>[]): boolean {
  for (let to = JUDGED; to <= words.length; to++) {
    const some = words.slice(to - JUDGED, to);
    const seconds = (some.at(-1)?.end ?? 0) - (some[0]?.start ?? 0);
    const characters = some.reduce((sum, { text }) => sum + text.length, 0);
    if (characters > FASTEST * seconds) return false;
  }
  return true;
}

/** Tokens that follow each other again and again in a loop of the decoder, at least. */
const MIN_LOOPED = 6;

/** Tokens up to the end of the first round of a phrase that follows itself twice, or once where the tokens end with it. */
export function withoutLoop(ids: readonly number[]): number[] {
  for (let period = 1; period <= ids.length / 2; period++) {
    let same = 0;
    for (let i = period; i < ids.length; i++) {
      same = ids[i] === ids[i - period] ? same + 1 : 0;
      const rounds = i === ids.length - 1 ? 1 : 2;
      if (same >= Math.max(rounds * period, MIN_LOOPED)) return ids.slice(0, i + 1 - same);
    }
  }
  return [...ids];
}

/** Letters in a row that no two sentences share by chance. */
const MIN_ECHO = 12;

/**
 * Whether a text says again what stands before it, whole, from somewhere or from its beginning once more: behind the last
 * word of a window the decoder goes back to the text it continues.
 */
export function isEcho(text: string, before: string): boolean {
  const [said, known] = [lettersOf(text), lettersOf(before)];
  let end = said.length;
  while (end >= MIN_ECHO && !known.includes(said.slice(0, end))) end--;
  return end >= MIN_ECHO && said.startsWith(said.slice(end));
}

const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

function tokensOf({ tokenizer }: SpeechFamily, text: string): number[] {
  return text === '' ? [] : tokenizer.encode(text, { add_special_tokens: false });
}

async function decode(
  { family, decoder }: Parts,
  { task, language, states, vocabulary, signal }: LiveRun,
  said: readonly number[],
  seconds: number,
) {
  const { tokens, first, noSpeech } = family;
  const context = [task.prompt, task.previousText].join(' ');
  const opening = family.start({ context, translate: task.translate, withTimes: false }, language);
  const start = [...opening, ...said];
  const startToken = first === null ? start.length - 1 : opening.indexOf(first);
  const heads = task.withWords ? family.alignmentHeads : [];
  const { window, at } = await decoder.open(states, start, startToken, heads);
  try {
    const maxTokens = Math.min(
      family.maxTokens(start, task.samples.length),
      MIN_TOKENS + Math.ceil((seconds - (task.live?.until ?? 0)) * PACE),
    );
    const rules = (logits: Float32Array, written: readonly number[]) =>
      applyTokenRules(logits, [...said, ...written], tokens, false);
    const { end, firstTime } = tokens;
    const decoded = await sampleTokens(
      window,
      { maxTokens, end, firstTime, rules, vocabulary },
      { temperature: 0, count: 1, random: seeded(0) },
      signal,
    );
    const noSpeechProb = noSpeech === null ? 0 : probability(at(startToken), noSpeech);
    const seen = window.seen.map((head) => head.slice(opening.length - 1 - startToken));
    return { ...decoded, hasEnded: decoded.ids.length < maxTokens, noSpeechProb, seen };
  } finally {
    window.close();
  }
}

interface LiveAnswer {
  ids: readonly number[];
  logprobs: readonly number[];
  /** From the token before the words of the window on. */
  seen: readonly HeadAttention[];
}

/** The times of the words after those that are certain, from what the decoder saw while it wrote them. */
async function timeWords(
  { words }: Parts,
  { task, states, language }: LiveRun,
  { ids, logprobs, seen }: LiveAnswer,
  said: readonly number[],
  seconds: number,
): Promise<SpeechWord[]> {
  const all = { ids: [...said, ...ids], start: 0, end: seconds };
  const sound = { language, translate: task.translate, seconds };
  // What stands in front is timed already.
  const probabilities = [...said.map(() => 1), ...logprobs.map(Math.exp)];
  // The last token of an answer without an end was never read.
  const isSeen = (seen[0]?.length ?? 0) > all.ids.length;
  const [timed] = isSeen
    ? words.place(seen, [all], { ...sound, probabilities })
    : await words.time(states, [all], sound);
  const known = task.live?.said.length ?? 0;
  let characters = 0;
  return (timed?.words ?? []).flatMap((word) => {
    const before = characters;
    characters += word.text.length;
    if (characters <= known) return [];
    // A full stop is timed with the word before it, which may be certain.
    return [{ ...word, text: word.text.slice(Math.max(0, known - before)) }];
  });
}

function probability(logits: Float32Array, token: number): number {
  return Math.exp((logits[token] ?? -Infinity) - logSumExp(logits));
}
