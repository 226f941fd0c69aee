import { expect, test } from 'vitest';
import { seeded } from '#base/numbers.ts';
import { createWordIndex, GrowingIndex, scoreByWords } from './bm25.ts';
import { hybridSearch } from './hybrid-search.ts';

const order = (scores: Float64Array) =>
  [...scores.keys()]
    .filter((i) => (scores[i] ?? 0) > 0)
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));

test('scores rarer words higher, and words of most texts not at all', () => {
  const index = createWordIndex([
    'the invoice of march',
    'the invoice of april, number 4711',
    'the weather in march',
    'the menu of the canteen',
    'the opening hours',
  ]);
  expect(order(index.scores('invoice 4711'))).toEqual([1, 0]);
  expect(order(index.scores('the'))).toEqual([]);
  expect(order(index.scores('Invoices'))).toEqual([0, 1]);
});

test('finds words without their accents, and in scripts without spaces', () => {
  const index = createWordIndex(['Café in Zürich', 'other', 'third', '東京都の天気', 'fifth']);
  expect(order(index.scores('cafe zurich'))).toEqual([0]);
  expect(order(index.scores('天気'))).toEqual([3]);
});

test('survives an empty collection and an empty query', () => {
  expect([...createWordIndex([]).scores('a')]).toEqual([]);
  expect(order(createWordIndex(['a', 'b']).scores(''))).toEqual([]);
});

test('a text that fits well by words and by meaning is before the first of a single ranking', async () => {
  const candidates = [
    { text: 'the lease of the flat', vector: Float32Array.of(1, 0) },
    { text: 'notice period of the lease', vector: Float32Array.of(0.95, 0.3) },
    { text: 'notice period, notice period', vector: Float32Array.of(0, 1) },
    { text: 'canteen', vector: Float32Array.of(0, 1) },
    { text: 'parking', vector: Float32Array.of(0, 1) },
  ];
  const query = { vector: Float32Array.of(1, 0) };
  const find = (all: typeof candidates, asked = query) =>
    hybridSearch('notice period', [asked], all, { minCosine: 0.2 });
  expect((await find(candidates))[0]?.index).toBe(1);
  // A model that puts all texts near to each other says as much.
  const near = ({ vector: [x = 0, y = 0] }: { vector: Float32Array }) => {
    const length = Math.hypot(x + 3, y + 3);
    return Float32Array.of((x + 3) / length, (y + 3) / length);
  };
  const crowded = candidates.map((one) => ({ ...one, vector: near(one) }));
  expect((await find(crowded, { vector: near(query) }))[0]?.index).toBe(1);
});

test('the one text of a model is not before a nearer text of another model', async () => {
  const candidates = [
    { text: 'freedom', vector: Float32Array.of(0.3, Math.sqrt(0.91)), model: 'a' },
    { text: 'assemblée', vector: Float32Array.of(0.1, Math.sqrt(0.99)), model: 'b' },
    { text: 'congés payés', vector: Float32Array.of(0.6, 0.8), model: 'b' },
  ];
  const query = Float32Array.of(1, 0);
  const queries = ['a', 'b'].map((model) => ({ vector: query, model }));
  const found = await hybridSearch('vacation', queries, candidates, { minCosine: 0.2 });
  expect(found.map(({ index }) => index)).toEqual([2, 0]);
});

test('the best hit of either search stays among the first three', async () => {
  // Near in meaning and with common words, but without the name.
  const others = Array.from({ length: 30 }, (_, i) => ({
    text: i < 12 ? `when the shops open, part ${i}` : `closed, part ${i}`,
    vector: Float32Array.of(1, i / 1000),
  }));
  const named = { text: 'the plant in Gdansk opens in March', vector: Float32Array.of(0, 1) };
  const query = { vector: Float32Array.of(1, 0) };
  const found = await hybridSearch('when does Gdansk open', [query], [...others, named], {
    minCosine: 0.2,
  });
  expect(found.slice(0, 3).map(({ index }) => index)).toContain(30);
});

test('finds a text by its words where vectors see nothing, and the reverse', async () => {
  const near = Float32Array.of(1, 0);
  const far = Float32Array.of(0, 1);
  const candidates = [
    { text: 'part XK-204 is in stock', vector: far },
    { text: 'delivery of goods', vector: near },
    { text: 'parking', vector: far },
    { text: 'canteen', vector: far },
  ];
  const found = await hybridSearch('XK-204', [{ vector: near }], candidates, { minCosine: 0.2 });
  expect(found.map(({ index }) => index).sort()).toEqual([0, 1]);
  expect(found.find(({ index }) => index === 0)?.words).toBeGreaterThan(0);
  expect(found.find(({ index }) => index === 1)?.words).toBe(0);
  expect(
    await hybridSearch('nothing', [{ vector: far.slice(0, 1) }], candidates, { minCosine: 0.2 }),
  ).toEqual([]);
});

const next = seeded(5);
const pick = (count: number) => Math.floor(next() * count);
const fill = (count: number, make: () => string) => Array.from({ length: count }, make).join('');
const MISLEADING: Record<string, () => string> = {
  words: () => fill(400, () => `${pick(100_000).toString(36)} `),
  'Chinese characters': () => fill(2_000, () => String.fromCharCode(0x4e00 + pick(20_000))),
  'characters that decompose into eighteen': () => 'ﷺ'.repeat(400),
  'one word': () => 'a'.repeat(2_000),
  'NUL characters': () => '\0'.repeat(2_000),
  punctuation: () => '.,;!'.repeat(500),
  'combining marks on one character': () => `a${'\u0301\u0323'.repeat(1_000)}`,
  'half characters': () => '\ud800'.repeat(2_000),
};

test.each(Object.entries(MISLEADING))(
  'a search in megabytes of %s never holds the page up',
  async (_, make) => {
    const texts = Array.from({ length: 500 }, make);
    const named = 'the plant in Gdansk';
    let longest = 0;
    let before = performance.now();
    const watching = setInterval(() => {
      longest = Math.max(longest, performance.now() - before);
      before = performance.now();
    });
    const scores = await scoreByWords([...texts, named], `Gdansk ${make()}`);
    clearInterval(watching);
    // Repeated words have no weight: the text with a unique word comes first or stays.
    expect(scores[500]).toBeGreaterThan(0);
    // Milliseconds, on a busy machine too; without slices it is many times as long.
    expect(longest).toBeLessThan(2_000);
  },
);

test('words are counted the same one query at a time or by an index', async () => {
  const texts = ['Two cafés in Zürich', 'cafe cafe', '東京都の天気', 'other', 'more'];
  for (const query of ['café', '天気 Zurich', '']) {
    expect(await scoreByWords(texts, query)).toEqual(createWordIndex(texts).scores(query));
  }
});

test('an index that grows finds words as they are typed, compounds, and no removed text', () => {
  const index = new GrowingIndex();
  const texts = [
    'insurance and more',
    'the insurer',
    'Haftpflichtversicherung',
    '东京都的天气',
    'other',
  ];
  for (const text of texts) index.add(text);
  const found = (query: string) => order(index.match(query).scores).sort();
  expect(found('insurance')).toEqual([0]);
  expect(found('insur')).toEqual([0, 1]);
  expect(found('versicherung')).toEqual([2]);
  expect(found('天气')).toEqual([3]);
  // In one letter each text has something.
  expect(found('o')).toEqual([]);
  index.remove(0);
  expect(found('insurance')).toEqual([]);
  expect(index.add('insurance again')).toBe(5);
  expect(found('insurance')).toEqual([5]);
});

test('an index that grows says how much of a query a text has, of words that some text has', () => {
  const index = new GrowingIndex();
  for (const text of ['red car', 'red house', 'red door', 'blue bird']) index.add(text);
  const shares = [...index.match('red car zebra').shares];
  expect(shares[0]).toBe(1);
  expect(shares[1]).toBeGreaterThan(0);
  expect(shares[1]).toBeLessThan(0.5);
  expect(shares[3]).toBe(0);
});
