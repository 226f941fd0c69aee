import { expect, test } from 'vitest';
import {
  isEmbeddedBy,
  searchPassages,
  type VectorModel,
  withNeighbours,
} from './search-passages.ts';

const all = ['a', 'b'].flatMap((documentId) =>
  [0, 10, 20, 30].map((start) => ({ documentId, start })),
);
const [first, , third] = all as [(typeof all)[0], (typeof all)[0], (typeof all)[0]];

test('fills the remaining space with neighbouring passages', () => {
  const found = withNeighbours([third], all, 3);
  expect(found[0]).toBe(third);
  expect(found.map(({ documentId, start }) => documentId + start)).toEqual(['a20', 'a10', 'a30']);
});

test('leaves as many as were found, and nothing for nothing', () => {
  expect(withNeighbours([third, first], all, 2)).toEqual([third, first]);
  expect(withNeighbours([], all, 3)).toEqual([]);
});

const OLD = { model: 'first', revision: '1' };
const NEW = { model: 'second', revision: '1' };
const [EAST, NORTH] = [Float32Array.of(1, 0), Float32Array.of(0, 1)];
/** Each in its own document, so that no neighbours are added. */
const passage = (text: string, vector: Float32Array, model?: VectorModel) => ({
  documentId: text,
  start: 0,
  text,
  vector,
  ...model,
});

/** Texts found for a question whose vector is east in each of the `installed` models, and the models asked. */
async function search(
  question: string,
  passages: readonly ReturnType<typeof passage>[],
  installed: readonly VectorModel[],
) {
  const asked: string[] = [];
  const found = await searchPassages({
    question,
    passages,
    embed: async (model) => {
      asked.push(`${model.model} ${model.revision}`);
      return installed.some((one) => isEmbeddedBy(model, one)) ? EAST : null;
    },
    rerank: async () => null,
    max: 2,
  });
  return {
    texts: found.map(({ passage }) => passage.text),
    scores: found.map((f) => f.score),
    asked,
  };
}

test('a question is embedded once for each model, and compared with the vectors of that model', async () => {
  const passages = [
    passage('herons', EAST, OLD),
    passage('gulls', NORTH, OLD),
    passage('storks', NORTH, NEW),
    passage('cranes', EAST, NEW),
  ];
  const { texts, asked } = await search('birds at the river', passages, [OLD, NEW]);
  expect([...texts].sort()).toEqual(['cranes', 'herons']);
  expect([...asked].sort()).toEqual(['first 1', 'second 1']);
});

test('passages of a model that is gone, of another revision or of none are found by words alone', async () => {
  const passages = [
    passage('an old heron', EAST, OLD),
    passage('another revision', EAST, { ...NEW, revision: '0' }),
    passage('an unknown model', EAST),
    passage('cranes', EAST, NEW),
  ];
  const { texts, scores } = await search('birds', passages, [NEW]);
  expect([texts, scores]).toEqual([['cranes'], [1]]);
  const named = await search('where is the heron', passages, [NEW]);
  expect(named.texts).toContain('an old heron');
  const unknown = await search('birds', passages.slice(2, 3), [OLD, NEW]);
  expect(unknown).toEqual({ texts: [], scores: [], asked: [] });
});

test('a model that does not know the language of a question is asked only where words find nothing', async () => {
  const passages = [
    passage('青鷺は川辺に立って魚を待つ。', EAST, OLD),
    passage('燕は空を飛ぶ。', NORTH, OLD),
    passage('雀は軒に住む。', NORTH, OLD),
  ];
  const find = async (question: string, among = passages) => {
    const found = await searchPassages({
      question,
      passages: among,
      embed: async () => NORTH,
      understands: () => false,
      rerank: async () => null,
      minScore: 0,
      max: 1,
    });
    return found[0]?.passage.text;
  };
  expect(await find('青鷺は何を待つ？')).toBe(passages[0]?.text);
  expect(await find('何ですか')).toBe(passages[1]?.text);
  // In one passage every word is a common one.
  const only = [passage('青鷺は川辺に立って魚を待つ。', NORTH, OLD)];
  expect(await find('青鷺は何を待つ？', only)).toBe(only[0]?.text);
});

test('passages of a recording are candidates whatever made their vectors', async () => {
  const found = await searchPassages({
    question: 'What was it about?',
    passages: [passage('rent and heating', EAST)],
    embed: async () => null,
    rerank: async () => null,
    isAlways: () => true,
  });
  expect(found).toHaveLength(1);
});

test('a cross-encoder orders the passages found, and a minimum score leaves out the rest', async () => {
  const passages = ['one', 'two', 'three'].map((text) => passage(text, EAST, OLD));
  const options = {
    question: 'birds',
    passages,
    embed: async () => EAST,
    rerank: async (texts: readonly string[]) => texts.map((text) => (text === 'two' ? 0.9 : 0.1)),
  };
  const found = await searchPassages(options);
  expect(found.map(({ passage: { text }, score }) => [text, score])[0]).toEqual(['two', 0.9]);
  expect(await searchPassages({ ...options, minScore: 0.5 })).toHaveLength(1);
});

test('passages that the cross-encoder does not read follow the ones that it read', async () => {
  const passages = Array.from({ length: 50 }, (_, i) => passage(`text ${i}`, EAST, OLD));
  const options = {
    question: 'birds',
    passages,
    embed: async () => EAST,
    rerank: async (texts: readonly string[]) => texts.map((_, i) => (i + 1) / 100),
    max: 50,
  };
  const found = await searchPassages(options);
  expect(new Set(found.map(({ passage: { text } }) => text)).size).toBe(50);
  const scores = found.map(({ score }) => score);
  expect(scores[0]).toBeCloseTo(0.16);
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
  expect(await searchPassages({ ...options, minScore: 0.05 })).toHaveLength(16);
  const read: number[] = [];
  const rerank = async (texts: readonly string[]) => {
    read.push(texts.length);
    return texts.map(() => 0.6);
  };
  await searchPassages({ ...options, rerank });
  expect(read, 'one of the first answers').toEqual([8]);
});
