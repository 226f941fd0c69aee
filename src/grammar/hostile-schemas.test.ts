import { expect, test } from 'vitest';
import { compileSchema } from '#api/call/compile-schema.ts';
import { seeded } from '#base/numbers.ts';
import { startStopwatch, times } from '#testing/test-run.ts';
import { byteVocabulary, TokenGrammar } from './token-grammar.ts';

type Schema = Record<string, unknown>;
type Random = () => number;

/** More of them in `npm run test:full`. */
const COUNT = times(2_000, 50);
/** The limit: the service ends slower compilations. */
const LIMIT_MS = 1_000;
/** Another process may have had the processor: of several attempts the shortest counts. */
const ATTEMPTS = 4;

/** Schemas made to cost more than they look: each of one kind, with a size drawn at random. */
const KINDS: ((size: number, random: Random) => Schema)[] = [
  (n) => ({
    allOf: repeated(n, (i) => ({ anyOf: [{ required: [`a${i}`] }, { required: [`b${i}`] }] })),
  }),
  (n) => ({
    allOf: repeated(n, (i) => ({ oneOf: [{ const: i }, { type: 'string', maxLength: i }] })),
  }),
  (n) => ({ $defs: defs(n, () => ({ anyOf: repeated(n, ref) })), $ref: '#/$defs/d0' }),
  (n) => ({ $defs: defs(n, (i) => ({ allOf: [ref(i + 1), ref(i + 2)] })), $ref: '#/$defs/d0' }),
  (n) => ({
    $defs: defs(n, () => ({ type: 'object', properties: named(n, ref) })),
    $ref: '#/$defs/d0',
  }),
  (n, random) => ({ enum: repeated(n * 300, () => random().toString(36)) }),
  (n) => ({ enum: repeated(2, (i) => `${'a'.repeat(n * 500)}${i}`) }),
  (n) => ({ type: 'string', pattern: `^${'('.repeat(n * 20)}a${'){0,9}'.repeat(n * 20)}$` }),
  (n) => ({ type: 'string', pattern: `^(a{${n * 1000}}){${n * 1000}}$` }),
  (n) => ({ type: 'string', minLength: n ** 6, maxLength: n ** 9 }),
  (n) => ({
    type: 'object',
    minProperties: n,
    properties: named(n * 20, (i) => ({ maxLength: i })),
  }),
  (n) => ({
    type: 'array',
    uniqueItems: true,
    minItems: n,
    items: { enum: repeated(64, (i) => i) },
  }),
  (n) => ({
    type: 'array',
    prefixItems: repeated(n * 9, (i) => ({ type: 'number', minimum: -i / 7, maximum: i / 3 })),
  }),
  (n) => ({ type: 'integer', multipleOf: 10 ** (n % 15), minimum: 1 - 10 ** n, maximum: 10 ** n }),
  (n) => nested(n * 60),
  (n) => ({ minLength: n / 3, maxLength: 1e21, minItems: -1.5, maxProperties: 0.5 }),
];

function repeated<T>(count: number, make: (i: number) => T): T[] {
  return Array.from({ length: count }, (_, i) => make(i));
}

function named(count: number, make: (i: number) => unknown): Schema {
  return Object.fromEntries(repeated(count, (i) => [`p${i}`, make(i)]));
}

function defs(count: number, make: (i: number) => Schema): Schema {
  return {
    ...Object.fromEntries(repeated(count, (i) => [`d${i}`, make(i)])),
    [`d${count}`]: true,
    [`d${count + 1}`]: true,
  };
}

function ref(i: number): Schema {
  return { $ref: `#/$defs/d${i}` };
}

function nested(depth: number): Schema {
  let schema: Schema = { type: 'string' };
  for (let i = 0; i < depth; i++) schema = { type: 'object', properties: { a: schema } };
  return schema;
}

test('schemas made to explode are compiled or refused, each in a moment', {
  timeout: 900_000,
}, () => {
  const random = seeded(28);
  let slowest = 0;
  let refused = 0;
  for (let i = 0; i < COUNT; i++) {
    const kind = KINDS[i % KINDS.length] as (typeof KINDS)[number];
    const schema = kind(1 + Math.floor(random() * 40), random);
    let ms = Number.POSITIVE_INFINITY;
    let compiled: ReturnType<typeof compileSchema> | null = null;
    for (let attempt = 0; attempt < ATTEMPTS && ms > LIMIT_MS; attempt++) {
      const began = performance.now();
      compiled = compileSchema(schema);
      ms = Math.min(ms, performance.now() - began);
    }
    slowest = Math.max(slowest, ms);
    if (compiled && 'reason' in compiled) refused++;
    expect(ms, `kind ${i % KINDS.length}`).toBeLessThan(LIMIT_MS);
  }
  process.stdout.write(`${COUNT} schemas, ${refused} refused, slowest ${slowest.toFixed(0)} ms\n`);
  expect(refused).toBeGreaterThan(COUNT / 10);
  expect(refused).toBeLessThan(COUNT);
});

test('each refusal says why, in a sentence', () => {
  for (const [schema, reason] of [
    [KINDS[0]?.(26, Math.random), /1024 options|too complex|too large/],
    [nested(1_500), /nested too deeply/],
    [{ enum: repeated(20_000, String) }, /more than 3000 values/],
    [{ $ref: '#/%E0%A4%A' }, /points nowhere/],
    [{ type: 'string', minLength: 1e6 }, /more than 4000 characters/],
    [{ type: 'array', minItems: 8_000, items: { type: 'string' } }, /more than 4000 items/],
  ] as const) {
    expect(compileSchema(schema as Schema)).toMatchObject({
      reason: expect.stringMatching(reason),
    });
  }
});

test('an object of ten thousand names is refused before they are converted', () => {
  const stopwatch = startStopwatch();
  const compiled = compileSchema({ type: 'object', properties: named(10_000, () => ({})) });
  expect('reason' in compiled && compiled.reason).toMatch(/more than 4,000 rules/);
  expect(stopwatch()).toBeLessThan(LIMIT_MS * 2);
});

test('counts that no value can meet do not reach the library of grammars, which they would end', async () => {
  expect(compileSchema({ type: 'string', pattern: '^a{2,1}$' })).toMatchObject({
    reason: expect.stringMatching(/numbers out of order/),
  });
  expect(compileSchema({ type: 'object', maxProperties: -1 })).toMatchObject({
    reason: expect.stringMatching(/satisfied by no value/),
  });
  const grammars = await TokenGrammar.create(byteVocabulary());
  for (const keyword of ['maxItems', 'maxLength', 'maxProperties']) {
    for (const max of [-1, 0, 0.5, 2 ** 31, 2 ** 32 + 1, 1e15]) {
      const compiled = compileSchema({ [keyword]: max, [keyword.replace('max', 'min')]: 1 });
      if ('grammar' in compiled) (await grammars.start(compiled.grammar)).close();
    }
  }
  grammars.close();
});

test('a pattern of nothing repeated for ever is refused before it is written out', () => {
  for (const pattern of ['^(){99999999}$', '^((){99999999999}|a)$', '^(a|(b{0}){9999999})$']) {
    expect(compileSchema({ type: 'string', pattern })).toMatchObject({
      reason: expect.stringMatching(/more than 4000 characters/),
    });
  }
});

test('optional parts in a row, which compile for minutes, are refused', () => {
  for (const pattern of [
    '[a-z]?'.repeat(13),
    '(.?(.*)){1}'.repeat(7),
    `(x|${'\\w*-?'.repeat(7)})`,
  ]) {
    expect(compileSchema({ type: 'string', pattern: `^${pattern}$` })).toMatchObject({
      reason: expect.stringMatching(/more than 12 optional parts/),
    });
  }
  const usual = '^[a-z]*( [a-z]*)? ?[0-9]{0,2}(/[0-9]{0,2})?$';
  expect(compileSchema({ type: 'string', pattern: usual })).toHaveProperty('grammar');
});

test('a refusal does not repeat a long pattern', () => {
  const compiled = compileSchema({ type: 'string', pattern: `${'a'.repeat(100_000)}(?=b)` });
  expect('reason' in compiled && compiled.reason.length).toBeLessThan(300);
});

test('a value in the place of a schema is refused by its pointer', () => {
  for (const [schema, place] of [
    [{ properties: { a: '' } }, '#/properties/a'],
    [{ allOf: [{ properties: { a: true } }, { properties: { a: 5 } }] }, '#/allOf/1/properties/a'],
    [{ type: 'object', propertyNames: 0 }, '#/propertyNames'],
    [{ anyOf: [{ oneOf: {} }, { type: 'string' }] }, '#/anyOf/0/oneOf'],
    [{ type: 'array', prefixItems: [null] }, '#/prefixItems/0'],
    [{ type: 'object', additionalProperties: 'no' }, '#/additionalProperties'],
  ] as const) {
    expect(compileSchema(schema as Schema)).toMatchObject({
      reason: expect.stringContaining(place),
    });
  }
});
