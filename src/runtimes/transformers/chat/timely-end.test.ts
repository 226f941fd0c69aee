import { expect, test } from 'vitest';
import { isWhole, type WrittenCase, writeBySchema } from '#testing/write-by-schema.ts';

const string = { type: 'string' };
const write = async (one: WrittenCase) => (await writeBySchema(one)).text;

test('a string is closed where the rest of the tokens is needed for what the schema requires', async () => {
  const asked = { properties: { a: string, b: { const: true } }, start: '{"a":"' };
  // The last one are the bytes of an é.
  for (const cycle of ['so and ', '0123456789 and so it counts up, ', 'Ã©'])
    for (const maxTokens of [24, 90, 200]) {
      const text = await write({ ...asked, cycle, maxTokens });
      expect(isWhole(text), text).toBe(true);
      expect(new TextEncoder().encode(text).length).toBeGreaterThan(maxTokens - 10);
    }
  // Nothing that the schema allows is as short.
  expect(isWhole(await write({ ...asked, cycle: 'so', maxTokens: 12 }))).toBe(false);
});

test('an answer is closed as its schema wants it, and ends with length', async () => {
  const $defs = {
    day: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
    price: { type: 'number', exclusiveMinimum: 0 },
  };
  const day = { $ref: '#/$defs/day' };
  const properties = {
    days: { type: 'array', items: day, minItems: 2 },
    price: { $ref: '#/$defs/price' },
    currency: { enum: ['€', '¥'] },
    tags: { type: 'array', items: { type: 'string', minLength: 3 }, minItems: 1 },
  };
  const asked = { properties, $defs, start: '{"days":["', cycle: '2026-11-26","' };
  for (let maxTokens = 90; maxTokens < 130; maxTokens++) {
    const { text, reason } = await writeBySchema({ ...asked, maxTokens });
    expect(reason).toBe('length');
    expect(isWhole(text), text).toBe(true);
    const { days, price, currency, tags } = JSON.parse(text);
    expect(days.every((one: string) => /^\d{4}-\d{2}-\d{2}$/.test(one))).toBe(true);
    expect(days.length).toBeGreaterThan(1);
    expect(price).toBeGreaterThan(0);
    expect(['€', '¥']).toContain(currency);
    expect(tags[0].length).toBeGreaterThan(2);
  }
});

test('calls that a request demands are closed in time, and no further one is begun', async () => {
  const name = '<tool_call>\n{"name": "f", "arguments": ';
  const call = { properties: { a: string, b: string }, isCall: true };
  const counting = { ...call, start: `${name}{"a":"`, cycle: '1 2 3 4 5 6 7 8 9, then ' };
  const whole = `${name}{"a":"","b":""}}\n</tool_call>\n`;
  const again = { ...call, start: '', cycle: whole };
  for (let maxTokens = 80; maxTokens < 300; maxTokens += 20) {
    for (const one of [counting, again]) {
      const text = await write({ ...one, maxTokens });
      const calls = text.trim().split('</tool_call>').slice(0, -1);
      expect(calls.length, text).toBeGreaterThan(0);
      expect(text.trim().endsWith('</tool_call>'), text).toBe(true);
      for (const part of calls) expect(isWhole(part.replace('<tool_call>', '')), text).toBe(true);
    }
  }
});

const TREE = {
  type: 'object',
  properties: { label: string, children: { type: 'array', items: { $ref: '#/$defs/tree' } } },
  required: ['label', 'children'],
  additionalProperties: false,
};
const ENDLESS_TREE = {
  properties: { a: { $ref: '#/$defs/tree' } },
  $defs: { tree: TREE },
  start: '{"a":',
  cycle: '{"label":"so","children":[',
};

test('objects in objects without an end are closed while there are tokens for it', async () => {
  for (const maxTokens of [150, 400, 600, 1000]) {
    const text = await write({ ...ENDLESS_TREE, maxTokens });
    expect(isWhole(text)).toBe(true);
    expect(text.length).toBeGreaterThan(maxTokens - 60);
  }
});

/** Answers of a model that ends them itself. */
const NATURAL: { properties: object; answer: string; isCall?: boolean }[] = [
  { properties: { label: { enum: ['negative', 'positive'] } }, answer: '{"label":"positive"}' },
  { properties: { city: string }, answer: '{"city":"Paris"}' },
  { properties: { city: string }, answer: '{"city":"Orléans 🌍"}' },
  { properties: { a: { enum: ['é', 'èè'] } }, answer: '{"a":"èè"}' },
  { properties: { n: { type: 'integer' } }, answer: '{"n":12345}' },
  { properties: { a: { type: 'array', items: string } }, answer: '{"a":["x","\\"y\\"",""]}' },
  {
    properties: { a: { anyOf: [string, { type: 'null' }] }, b: string },
    answer: '{"a":null,"b":"so"}',
  },
  {
    properties: { unit: { enum: ['celsius', 'fahrenheit'] } },
    answer: '<tool_call>\n{"name": "f", "arguments": {"unit":"fahrenheit"}}\n</tool_call>',
    isCall: true,
  },
];

test('answers that fit stay as the model writes them', async () => {
  for (const { answer, ...asked } of NATURAL) {
    const bytes = new TextEncoder().encode(answer);
    const start = String.fromCharCode(...bytes);
    for (let at = 0; at <= 13; at++) {
      const [maxTokens, isForced] = [bytes.length + (at >> 1), at % 2 > 0];
      const one = { ...asked, start, cycle: '\0', maxTokens, isForced };
      const { text, reason } = await writeBySchema(one);
      expect(text, `${maxTokens} tokens`).toBe(answer);
      expect(reason).toBe(maxTokens > bytes.length ? 'stop' : 'length');
    }
  }
});

test('the model writes as much of a required length as there is room for', async () => {
  const a = { type: 'string', minLength: 40 };
  const start = '{"a":"';
  const text = await write({
    properties: { a },
    start,
    cycle: 'the quick brown fox ',
    maxTokens: 64,
  });
  expect(text).toBe('{"a":"the quick brown fox the quick brown fox the quick brown "}');
});

test('after the first token that is replaced the answer is closed', async () => {
  const a = { type: 'array', items: { type: 'integer' }, minItems: 10 };
  const asked = { properties: { a, b: string }, start: '{"a":[' };
  for (const [cycle, maxTokens, expected] of [
    ['7,', 60, `{"a":[${'7,'.repeat(22)}7],"b":""}`],
    ['42,', 40, '{"a":[42,42,42,42,42,42,4,1,1,1],"b":""}'],
    ['4211,', 60, `{"a":[${'4211,'.repeat(8)}421,1],"b":""}`],
  ] as const) {
    for (const isForced of [false, true]) {
      const { text, reason } = await writeBySchema({ ...asked, cycle, maxTokens, isForced });
      expect(text).toBe(expected);
      expect(reason).toBe('length');
    }
  }
});

test('a way is looked for again where the first one is too long', async () => {
  const long = { ...string, minLength: 100 };
  const either = { anyOf: [long, { type: 'array', items: string }] };
  const list = { properties: { a: either }, start: '{"a":["x', cycle: 'yz","' };
  const { text, reason } = await writeBySchema({ ...list, maxTokens: 64 });
  expect(text).toBe(`{"a":["xyz",${'"yz",'.repeat(9)}"yz"]}`);
  expect(reason).toBe('length');
});

test('a branch without a known way stays as the model writes it', async () => {
  const items = { ...string, pattern: '^(11|b)*z$' };
  const properties = { a: { type: 'array', items } };
  const asked = { properties, start: '{"a":["11bz","bbbbz"]}', cycle: '\0', maxTokens: 40 };
  expect(await writeBySchema(asked)).toMatchObject({ text: asked.start, reason: 'stop' });
});

test('lengths that are fixed cost little', async () => {
  for (const pattern of ['^[x-z]{400}$', '^[0-9a-f]{400}$', '^(xy|zz|xx){200}$', '^(11|b)*z$']) {
    const properties = { a: { ...string, pattern } };
    const { ms } = await writeBySchema({
      properties,
      start: '{"a":"',
      cycle: 'xyzz',
      maxTokens: 600,
    });
    expect(ms, pattern).toBeLessThan(400);
  }
});
