import { expect, test } from 'vitest';
import { sampleTokens, searchBeams, searchToEnd } from './decode-tokens.ts';
import type { WindowDecoder } from './speech-decoder.ts';
import { Vocabulary } from './vocabulary.ts';

const END = 0;
const signal = new AbortController().signal;
const plan = { maxTokens: 6, end: END, firstTime: Infinity, rules: () => {} };

/** Probabilities of the tokens 0, 1, 2 after some text, as a decoder over one window. */
function decoder(next: (text: string) => [number, number, number]): WindowDecoder {
  let rows: string[] = [''];
  const logits = (text: string) => Float32Array.from(next(text), (p) => Math.log(p));
  return {
    seen: [],
    first: logits(''),
    async step(ids, from) {
      rows = ids.map((id, i) => `${rows[from[i] as number]}${id}`);
      return rows.map(logits);
    },
    restart() {
      rows = [''];
    },
    close() {},
  };
}

/** The likeliest first token leads to unlikely text. */
const garden = decoder((text) => {
  if (text === '') return [0.01, 0.55, 0.44];
  if (text === '1') return [0.2, 0.4, 0.4];
  if (text === '2') return [0.01, 0.98, 0.01];
  return [0.96, 0.02, 0.02];
});

test('greedy selects the most likely token at each step', async () => {
  const random = () => 0.5;
  garden.restart();
  const { ids, avgLogprob } = await sampleTokens(
    garden,
    plan,
    { temperature: 0, count: 1, random },
    signal,
  );
  expect(ids).toEqual([1, 1]);
  expect(avgLogprob).toBeCloseTo((Math.log(0.55) + Math.log(0.4) + Math.log(0.96)) / 3);
});

test('beams find the answer that is likelier as a whole', async () => {
  garden.restart();
  const { ids, avgLogprob } = await searchBeams(garden, plan, 2, signal);
  expect(ids).toEqual([2, 1]);
  expect(avgLogprob).toBeCloseTo((Math.log(0.44) + Math.log(0.98) + Math.log(0.96)) / 3);
});

test('beams drop hypotheses that are far behind, and unfinished ones if another has finished', async () => {
  const widths: number[] = [];
  const clear = decoder((text) => (text.length < 3 ? [0.01, 0.97, 0.02] : [0.97, 0.02, 0.01]));
  const counted: WindowDecoder = {
    ...clear,
    step: (ids, from) => {
      widths.push(ids.length);
      return clear.step(ids, from);
    },
  };
  expect((await searchBeams(counted, plan, 5, signal)).ids).toEqual([1, 1, 1]);
  expect(widths).toEqual([1, 1, 1]);
  garden.restart();
  expect((await searchBeams(garden, plan, 5, signal)).ids).toEqual([2, 1]);
});

test('of hypotheses that differ only in their times, a beam continues the most probable', async () => {
  const widths: number[] = [];
  const spoken = decoder((text) => (text.length === 0 ? [0.1, 0.5, 0.4] : [0.9, 0.06, 0.04]));
  const counted: WindowDecoder = {
    ...spoken,
    step: (ids, from) => {
      widths.push(ids.length);
      return spoken.step(ids, from);
    },
  };
  // Both other tokens are times.
  const timed = { ...plan, firstTime: 1 };
  expect((await searchBeams(counted, timed, 5, signal)).ids).toEqual([1]);
  expect(widths[0]).toBe(1);
  spoken.restart();
  widths.length = 0;
  await searchBeams(counted, plan, 5, signal);
  expect(widths[0]).toBe(2);
});

test('of several draws the most probable is used, and the same seed draws the same', async () => {
  let state = 0;
  const random = () => {
    state = (state * 16_807 + 11) % 101;
    return state / 101;
  };
  garden.restart();
  const draw = () => sampleTokens(garden, plan, { temperature: 1, count: 8, random }, signal);
  expect((await draw()).ids).toEqual([2, 1]);
});

test('an answer without an end stops at the limit', async () => {
  const endless = decoder(() => [0.001, 0.98, 0.019]);
  const one = { temperature: 0, count: 1, random: () => 0 };
  expect((await sampleTokens(endless, plan, one, signal)).ids).toHaveLength(6);
  endless.restart();
  expect((await searchBeams(endless, plan, 2, signal)).ids).toHaveLength(6);
});

test('stops when the request is aborted', async () => {
  const gone = AbortSignal.abort();
  const one = { temperature: 0, count: 1, random: () => 0 };
  await expect(sampleTokens(garden, plan, one, gone)).rejects.toThrow('aborted');
});

test('damaged numbers end the search', async () => {
  const broken = decoder((text) => (text === '' ? [0.01, 0.98, 0.01] : [Number.NaN, 0.5, 0.5]));
  const one = { temperature: 0, count: 1, random: () => 0 };
  await expect(sampleTokens(broken, plan, one, signal)).rejects.toThrow('no numbers');
  broken.restart();
  await expect(searchBeams(broken, plan, 5, signal)).rejects.toThrow('no numbers');
});

test('an answer that ends too early gives way to a greedy one that reads further', async () => {
  // An immediate end is likelier than the whole text that the likeliest tokens lead to.
  const early = decoder((text) => {
    if (text === '') return [0.49, 0.5, 0.01];
    return text.length < 4 ? [0.2, 0.41, 0.39] : [0.98, 0.01, 0.01];
  });
  const search = (minEnd: number) => {
    early.restart();
    const endOf = ({ ids }: { ids: number[] }) => ids.length;
    return searchToEnd(early, plan, { beams: 5, random: () => 0.5, endOf, minEnd }, signal);
  };
  const { length } = (await search(0)).ids;
  expect((await search(length)).ids).toHaveLength(length);
  expect((await search(4)).ids).toEqual([1, 1, 1, 1]);
  expect(length).toBeLessThan(4);
});

/** Of two spellings that sound the same, the model prefers 1 1; the term is 2 1. */
const name = decoder((text) => {
  if (text === '') return [0.01, 0.79, 0.2];
  if (text.length === 1) return [0.05, 0.75, 0.2];
  return [0.96, 0.02, 0.02];
});
const term = new Vocabulary(
  ['term'],
  () => [2, 1],
  (id) => [' end', ' a', ' b'][id] ?? '',
);

test('a search prefers a listed term, and reports its probability without the bonus', async () => {
  name.restart();
  expect((await searchBeams(name, plan, 3, signal)).ids).toEqual([1, 1]);
  name.restart();
  const found = await searchBeams(name, { ...plan, vocabulary: term }, 3, signal);
  expect(found.ids).toEqual([2, 1]);
  const likely = Math.log(0.2) + Math.log(0.75) + Math.log(0.96);
  expect(found.avgLogprob).toBeCloseTo(likely / 3);
});

test('a term that the sound does not have is not written', async () => {
  const other = decoder((text) => (text.length < 2 ? [0.009, 0.99, 0.001] : [0.98, 0.01, 0.01]));
  const found = await searchBeams(other, { ...plan, vocabulary: term }, 3, signal);
  expect(found.ids).toEqual([1, 1]);
});

test('a greedy answer continues a term that it has begun', async () => {
  const begun = decoder((text) => {
    if (text === '') return [0.01, 0.19, 0.8];
    if (text === '2') return [0.05, 0.2, 0.75];
    return [0.96, 0.02, 0.02];
  });
  const greedy = { temperature: 0, count: 1, random: () => 0.5 };
  expect((await sampleTokens(begun, plan, greedy, signal)).ids).toEqual([2, 2]);
  begun.restart();
  const found = await sampleTokens(begun, { ...plan, vocabulary: term }, greedy, signal);
  expect(found.ids).toEqual([2, 1]);
  expect(found.avgLogprob).toBeCloseTo((Math.log(0.8) + Math.log(0.2) + Math.log(0.96)) / 3);
});
