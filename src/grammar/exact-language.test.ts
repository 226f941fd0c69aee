import { beforeAll, expect, test } from 'vitest';
import { seeded } from '#base/numbers.ts';
import { schemaGrammar } from '#json-schema/schema-grammar.ts';
import { times } from '#testing/test-run.ts';
import { TokenGrammar } from './token-grammar.ts';

/** A vocabulary of single characters: every text of a grammar can be written out. */
const CHARACTERS = [...'0123456789-.abcd"{}[]:,truefalsn \n'].filter(
  (l, i, all) => all.indexOf(l) === i,
);
const TOKENS = ['</s>', ...CHARACTERS];

let grammar: TokenGrammar;
beforeAll(async () => {
  const bytes = TOKENS.map((t, id) => new TextEncoder().encode(id === 0 ? '' : t));
  grammar = await TokenGrammar.create({
    tokens: TOKENS,
    kind: 'raw',
    bytes,
    size: TOKENS.length,
    stops: [0],
    encode: () => [],
  });
});

/** Every text that a schema's grammar accepts, up to a length. */
async function textsOf(schema: Record<string, unknown>, longest: number): Promise<string[]> {
  const state = await grammar.start(schemaGrammar(schema));
  const texts: string[] = [];
  async function go(text: string): Promise<void> {
    const logits = new Float32Array(TOKENS.length);
    await state.mask(logits);
    if (logits[0] === 0) texts.push(text);
    if (text.length >= longest) return;
    for (let id = 1; id < TOKENS.length; id++) {
      if (logits[id] !== 0) continue;
      state.accept(id);
      await go(text + TOKENS[id]);
      state.rollback(1);
    }
  }
  await go('');
  state.close();
  return texts.sort();
}

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);

test('a bounded integer accepts every number between its bounds and no other', async () => {
  const random = seeded(11);
  for (let i = 0; i < times(60, 20); i++) {
    const low = Math.floor(random() * 3000) - 1500;
    const high = low + Math.floor(random() * 1200);
    const texts = await textsOf({ type: 'integer', minimum: low, maximum: high }, 6);
    expect(texts, `${low}…${high}`).toEqual(range(low, high).map(String).sort());
  }
});

test('multiples are all there, and nothing between them', async () => {
  for (const [step, low, high] of [
    [7, -50, 300],
    [5, -120, -20],
    [3, 0, 999],
    [25, 0, 9999],
    [40, 30, 500],
  ] as const) {
    const schema = { type: 'integer', multipleOf: step, minimum: low, maximum: high };
    const texts = await textsOf(schema, 5);
    const all = range(low, high)
      .filter((n) => n % step === 0)
      .map(String);
    for (const text of texts) expect(all).toContain(text);
    // Digit by digit, numbers as long as the bound itself are left out.
    const short = all.filter((t) => t.replace('-', '').length < String(high).length);
    for (const text of short) expect(texts, `${text} of ${step}`).toContain(text);
  }
});

test('a bounded number accepts only numbers between its bounds, on both sides of zero', async () => {
  const random = seeded(5);
  for (let i = 0; i < times(60, 20); i++) {
    const low = Math.round((random() * 40 - 20) * 100) / 100;
    const high = Math.round((low + random() * 12) * 100) / 100;
    const isOpen = i % 2 === 0;
    const schema = isOpen
      ? { type: 'number', exclusiveMinimum: low, exclusiveMaximum: high }
      : { type: 'number', minimum: low, maximum: high };
    const texts = await textsOf(schema, 5);
    for (const text of texts) {
      const value = Number(text);
      const isInside = isOpen ? value > low && value < high : value >= low && value <= high;
      expect(isInside, `${text} in ${low}…${high}`).toBe(true);
      expect(JSON.parse(text)).toBe(value);
    }
    const hundredths = range(Math.ceil(low * 100), Math.floor(high * 100)).map((n) => n / 100);
    const inside = hundredths.filter((n) => !isOpen || (n > low && n < high));
    for (const n of inside) {
      if (String(n).length <= 5) expect(texts, `${low}…${high}`).toContain(String(n));
    }
  }
});

test('an enum accepts exactly its values, also with common prefixes', async () => {
  const random = seeded(3);
  for (let i = 0; i < times(150, 50); i++) {
    const values = Array.from({ length: 1 + Math.floor(random() * 9) }, () =>
      Array.from(
        { length: 1 + Math.floor(random() * 4) },
        () => 'ab0'[Math.floor(random() * 3)],
      ).join(''),
    );
    const asked = i % 2 === 0 ? { enum: values } : { anyOf: values.map((v) => ({ const: v })) };
    const texts = await textsOf(asked, 8);
    expect(texts).toEqual([...new Set(values)].map((v) => JSON.stringify(v)).sort());
  }
});

test('unions of ranges accept the values of each range', async () => {
  const random = seeded(9);
  for (let i = 0; i < times(40, 15); i++) {
    const ranges = Array.from({ length: 3 }, () => {
      const low = Math.floor(random() * 1500);
      return [low, low + Math.floor(random() * 200)] as const;
    });
    const anyOf = ranges.map(([minimum, maximum]) => ({ type: 'integer', minimum, maximum }));
    const all = ranges.flatMap(([a, b]) => range(a, b)).map(String);
    expect(await textsOf({ anyOf }, 5)).toEqual([...new Set(all)].sort());
  }
});

test('patterns accept exactly their matches', async () => {
  for (const pattern of [
    '^(ab|ac|bb)d?$',
    '^a{1,3}b$|^a{2}c$',
    '^(a|ab|abc){1,2}$',
    '^[ab]{2}-?\\d$',
    '^(?:aa|ba|ca)+$',
    '^a(?<x>b|c)*d$',
    'ab|b+',
  ]) {
    const texts = await textsOf({ type: 'string', pattern }, 7);
    const expression = new RegExp(pattern, 'u');
    const inner = texts.map((t) => JSON.parse(t) as string);
    for (const text of inner) expect(text, pattern).toMatch(expression);
    expect(inner.length, pattern).toBeGreaterThan(1);
    // Unanchored ones are matched alone; all others completely.
    if (!pattern.startsWith('^')) continue;
    const all = words('abcd0-'.split(''), 4).filter((w) => expression.test(w) && !w.includes('0'));
    for (const word of all.filter((w) => w.length <= 4)) expect(inner, pattern).toContain(word);
  }
});

function words(characters: readonly string[], longest: number): string[] {
  let all = [''];
  for (let i = 0; i < longest; i++) {
    all = [...new Set([...all, ...all.flatMap((w) => characters.map((l) => w + l))])];
  }
  return all;
}

test('objects accept each subset of their optional properties, within the counts', async () => {
  const member = { const: 0 };
  const properties = { a: member, ab: member, b: member };
  const keysOf = async (schema: object) =>
    (await textsOf({ type: 'object', properties, ...schema }, 24))
      .filter((t) => !/[ \n]/.test(t))
      .map((t) => Object.keys(JSON.parse(t) as object).join('+'));
  expect((await keysOf({})).sort()).toEqual(['', 'a', 'a+ab', 'a+ab+b', 'a+b', 'ab', 'ab+b', 'b']);
  expect((await keysOf({ required: ['ab'] })).sort()).toEqual(['a+ab', 'a+ab+b', 'ab', 'ab+b']);
  expect((await keysOf({ minProperties: 2, maxProperties: 2 })).sort()).toEqual([
    'a+ab',
    'a+b',
    'ab+b',
  ]);
  expect((await keysOf({ dependentRequired: { a: ['b'] } })).every((k) => k.includes('b'))).toBe(
    true,
  );
});

test.each([
  [3, 15],
  [0, 16],
  [17, 17],
  [33, 81],
  [0, 100],
  [1, 300],
])('characters are counted from %d to %d and no further, in blocks too', async (min, max) => {
  const counts = (schema: object) =>
    textsOf({ ...schema, type: 'string' }, max + 4).then((texts) =>
      texts.map((t) => t.length - 2).sort((a, b) => a - b),
    );
  const asked = `^a{${min},${max}}$`;
  expect(await counts({ pattern: asked })).toEqual(range(min, max));
  expect(await counts({ pattern: '^a*$', minLength: min, maxLength: max })).toEqual(
    range(min, max),
  );
  const within = await counts({ pattern: `^b${asked.slice(1)}` });
  expect(within).toEqual(range(min + 1, max + 1));
});

test('a long count is held to the last character', async () => {
  const state = await grammar.start(schemaGrammar({ type: 'string', maxLength: 70_000 }));
  const id = (text: string) => TOKENS.indexOf(text);
  state.accept(id('"'));
  for (let i = 0; i < 69_999; i++) state.accept(id('a'));
  expect(state.accept(id('a'))).toBe(true);
  expect(state.accept(id('a'))).toBe(false);
  expect(state.accept(id('"'))).toBe(true);
  state.close();
});

test.each([100, 5_000, 1e9])('a string of up to %d characters has few places to compile', (max) => {
  const places = (schema: Record<string, unknown>) => schemaGrammar(schema).split('[^').length - 1;
  // xgrammar tries the vocabulary at each, 40 ms for one of 151,000 tokens.
  expect(places({ type: 'string', maxLength: max })).toBeGreaterThan(15);
  expect(places({ type: 'string', maxLength: max })).toBeLessThan(60);
  expect(places({ type: 'string', pattern: '^[^"]{0,1000}$' })).toBeLessThan(60);
});
