import { yieldThread } from '#base/pause.ts';
import { EngineError } from '#engine/engine-error.ts';
import { chooseToken, GREEDY, type Random } from '#runtimes/transformers/chat/sampler.ts';
import type { WindowDecoder } from './speech-decoder.ts';
import { logSumExp } from './token-rules.ts';
import type { Spelling, Vocabulary } from './vocabulary.ts';

/** What one attempt wrote. */
export interface Decoded {
  ids: number[];
  /** Mean log-probability of its tokens, the end included. */
  avgLogprob: number;
}

/** An answer that was drawn token by token. */
export interface Drawn extends Decoded {
  /** Log-probability of each token. */
  logprobs: number[];
}

export interface DecodePlan {
  maxTokens: number;
  end: number;
  /** Timestamps are from here on; Infinity for a model without. */
  firstTime: number;
  /** Forbids tokens, in place. `written`: tokens so far. */
  rules: (logits: Float32Array, written: readonly number[]) => void;
  /** Terms that are preferred where the sound leaves their spelling open. */
  vocabulary?: Vocabulary | null | undefined;
}

interface Row {
  ids: number[];
  /** Logarithm of its probability. */
  sum: number;
  isDone: boolean;
  /** Where there is a vocabulary: the terms in it. */
  spelling: Spelling | undefined;
}

/** A hypothesis of a beam search. */
interface Hypothesis extends Row {
  /** Its tokens, every time the same: hypotheses of one text differ only in their times. */
  text: string;
}

const toDecoded = ({ ids, sum }: Row): Decoded => ({ ids, avgLogprob: sum / (ids.length + 1) });

async function pause(signal: AbortSignal): Promise<void> {
  await yieldThread();
  if (signal.aborted) throw new EngineError('aborted', 'The request was aborted.');
}

/** Draws `count` answers side by side and returns the most probable one; temperature 0 needs one. */
export async function sampleTokens(
  decoder: WindowDecoder,
  { maxTokens, end, rules, vocabulary }: DecodePlan,
  { temperature, count, random }: { temperature: number; count: number; random: Random },
  signal: AbortSignal,
): Promise<Drawn> {
  const rows = Array.from({ length: count }, (): Row & { logprobs: number[] } => {
    return { ids: [], logprobs: [], sum: 0, isDone: false, spelling: vocabulary?.empty };
  });
  const sampling = { ...GREEDY, temperature };
  let logits: Float32Array[] = rows.map(() => decoder.first.slice());
  for (let length = 0; ; length++) {
    await pause(signal);
    const next = rows.map((row, i) => {
      if (row.isDone) return end;
      const mine = logits[i] as Float32Array;
      rules(mine, row.ids);
      const total = logSumExp(mine);
      const raised = raiseTerms(mine, row.spelling, vocabulary);
      const token = chooseToken(mine, sampling, random);
      const logprob = (mine[token] as number) - (raised.get(token) ?? 0) - total;
      row.sum += logprob;
      if (row.spelling) row.spelling = vocabulary?.advance(row.spelling, token);
      if (token === end) {
        row.isDone = true;
        return token;
      }
      row.ids.push(token);
      row.logprobs.push(logprob);
      return token;
    });
    if (length + 1 >= maxTokens || rows.every((row) => row.isDone)) break;
    logits = await decoder.step(
      next,
      rows.map((_, i) => (length === 0 ? 0 : i)),
    );
  }
  const answers = rows.map((row) => ({ ...toDecoded(row), logprobs: row.logprobs }));
  return answers.reduce((best, one) => (one.avgLogprob > best.avgLogprob ? one : best));
}

/** Raises the logits of tokens that begin or continue a term, in place. @returns what they were raised by. */
function raiseTerms(
  logits: Float32Array,
  spelling: Spelling | undefined,
  vocabulary: Vocabulary | null | undefined,
): Map<number, number> {
  const raised = new Map<number, number>();
  if (!vocabulary || !spelling) return raised;
  for (const token of vocabulary.continuing(spelling)) {
    if (raised.has(token)) continue;
    const bonus = vocabulary.greedyBonus(spelling, token);
    logits[token] = (logits[token] as number) + bonus;
    raised.set(token, bonus);
  }
  return raised;
}

/**
 * Maximum difference in log-probability from the best hypothesis of a step. A wider one retains hypotheses that differ by a
 * comma for a whole window: with 3, five rows at four of five steps, and no better text (docs/real-models.md).
 */
const MAX_BEHIND = 1.5;

/** Retains at most the `beams` most probable hypotheses at each step. */
export async function searchBeams(
  decoder: WindowDecoder,
  { maxTokens, end, firstTime, rules, vocabulary }: DecodePlan,
  beams: number,
  signal: AbortSignal,
): Promise<Decoded> {
  const spelling = vocabulary?.empty;
  let rows: Hypothesis[] = [{ ids: [], sum: 0, isDone: false, text: '', spelling }];
  let logits: Float32Array[] = [decoder.first.slice()];
  const done: Row[] = [];
  const textOf = ({ from, token }: Continuation) =>
    `${rows[from]?.text ?? ''} ${token < firstTime ? token : 'time'}`;
  for (let length = 0; length < maxTokens; length++) {
    await pause(signal);
    const candidates = continuationsOf(rows, logits, { rules, vocabulary }, beams + 1);
    const { next, ended } = chooseBeams(bestOfEach(candidates, textOf), beams, end);
    done.push(
      ...ended.map(({ from, sum, spelling }) => {
        return { ids: rows[from]?.ids ?? [], sum, isDone: true, spelling };
      }),
    );
    // Dropped hypotheses are unfinished.
    if (next.length === 0 && done.length > 0) rows = [];
    if (done.length >= beams || next.length === 0) break;
    rows = next.map((one) => ({
      ids: [...(rows[one.from]?.ids ?? []), one.token],
      sum: one.sum,
      isDone: false,
      text: textOf(one),
      spelling: one.spelling,
    }));
    if (length + 1 === maxTokens) break;
    logits = await decoder.step(
      next.map(({ token }) => token),
      next.map(({ from }) => from),
    );
  }
  // Answers without an end count when too few have one.
  const answers = [...done, ...rows.slice(0, Math.max(0, beams - done.length))];
  const bonusOf = (row: Row) => (row.spelling && vocabulary?.bonus(row.spelling)) ?? 0;
  const score = (row: Row) => (row.sum + bonusOf(row)) / Math.max(1, row.ids.length);
  return toDecoded(answers.reduce((best, one) => (score(one) > score(best) ? one : best)));
}

interface ToEnd {
  beams: number;
  random: Random;
  /** Seconds that an answer covers. */
  endOf: (decoded: Decoded) => number;
  /** Answers that end before are compared with the greedy one. */
  minEnd: number;
}

/**
 * Beam search that may not end too early: the rest of a recording is not transcribed again, so the greedy answer is
 * chosen if it covers more.
 */
export async function searchToEnd(
  decoder: WindowDecoder,
  plan: DecodePlan,
  { beams, random, endOf, minEnd }: ToEnd,
  signal: AbortSignal,
): Promise<Decoded> {
  const found = await searchBeams(decoder, plan, beams, signal);
  if (endOf(found) >= minEnd) return found;
  decoder.restart();
  const greedy = await sampleTokens(decoder, plan, { temperature: 0, count: 1, random }, signal);
  return endOf(greedy) > endOf(found) ? greedy : found;
}

interface Continuation {
  /** The hypothesis that it continues. */
  from: number;
  token: number;
  sum: number;
  /** `sum` with the bonus of its terms: what it is chosen by. */
  rank: number;
  spelling: Spelling | undefined;
}

/** The most probable continuations of each hypothesis, the best first. */
function continuationsOf(
  rows: readonly Row[],
  logits: readonly Float32Array[],
  { rules, vocabulary }: Pick<DecodePlan, 'rules' | 'vocabulary'>,
  count: number,
): Continuation[] {
  const all = rows.flatMap((row, from) => {
    const mine = logits[from] as Float32Array;
    rules(mine, row.ids);
    const total = logSumExp(mine);
    if (Number.isNaN(total)) {
      throw new EngineError('runtime-failed', 'The model gives no numbers.');
    }
    const tokens = new Set(likeliest(mine, count));
    if (vocabulary && row.spelling) {
      for (const token of vocabulary.continuing(row.spelling)) tokens.add(token);
    }
    return [...tokens].flatMap((token) => {
      const sum = row.sum + (mine[token] as number) - total;
      if (sum === -Infinity) return [];
      const spelling = row.spelling && vocabulary?.advance(row.spelling, token);
      const rank = sum + ((spelling && vocabulary?.bonus(spelling)) ?? 0);
      return [{ from, token, sum, rank, spelling }];
    });
  });
  return all.sort((a, b) => b.rank - a.rank);
}

/** The first of the candidates that have the same text: five beams that differ by 20 ms find no other words. */
function bestOfEach(
  candidates: readonly Continuation[],
  textOf: (candidate: Continuation) => string,
): Continuation[] {
  const best = new Map<string, Continuation>();
  for (const candidate of candidates) {
    const text = textOf(candidate);
    if (!best.has(text)) best.set(text, candidate);
  }
  return [...best.values()];
}

/** The best unfinished continuations, and finished ones that are as probable. */
function chooseBeams(candidates: readonly Continuation[], beams: number, end: number) {
  const min = (candidates[0]?.rank ?? 0) - MAX_BEHIND;
  const near = candidates.filter(({ rank }) => rank >= min);
  const next = near.filter(({ token }) => token !== end).slice(0, beams);
  const last = next.length < beams ? -Infinity : (next.at(-1)?.rank ?? -Infinity);
  return { next, ended: near.filter(({ token, rank }) => token === end && rank >= last) };
}

/** Tokens by falling logit; those that are forbidden are left out. */
function likeliest(logits: Float32Array, count: number): number[] {
  const top: number[] = [];
  let min = -Infinity;
  for (let i = 0; i < logits.length; i++) {
    const value = logits[i] as number;
    if (value === -Infinity || (top.length === count && value <= min)) continue;
    let place = top.length;
    while (place > 0 && (logits[top[place - 1] as number] as number) < value) place--;
    top.splice(place, 0, i);
    if (top.length > count) top.pop();
    if (top.length === count) min = logits[top.at(-1) as number] as number;
  }
  return top;
}
