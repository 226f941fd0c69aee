import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, expect, test } from 'vitest';
import { seeded } from '#base/numbers.ts';
import { acceptsType } from '#json-schema/accepts-value.ts';
import { schemaGrammar } from '#json-schema/schema-grammar.ts';
import { fillSchema } from '#runtimes/scripted/fill-schema.ts';
import { randomDocumentSchema } from '#testing/random-schema.ts';
import { times } from '#testing/test-run.ts';
import { openGuideGrammar, STOP, tokenOf, writeRandomly } from '#testing/write-randomly.ts';
import type { TokenGrammar } from './token-grammar.ts';

let grammar: TokenGrammar;
beforeAll(async () => {
  grammar = await openGuideGrammar();
});

/** Tokens forced by the grammar. */
let jumped = 0;

async function write(rules: string, random: () => number): Promise<string | null> {
  const written = await writeRandomly(grammar, rules, random);
  jumped += written?.jumped ?? 0;
  return written?.text ?? null;
}

test('texts of random schemas are valid for an independent validator', async () => {
  const random = seeded(20_261_121);
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const count = times(100, 30);
  let ended = 0;
  for (let i = 0; i < count; i++) {
    const schema = randomDocumentSchema(random);
    const text = await write(schemaGrammar(schema), random);
    if (text === null) continue;
    ended++;
    const at = () => `${JSON.stringify(schema)}\n${text}\n${ajv.errorsText()}`;
    expect(() => JSON.parse(text), at()).not.toThrow();
    expect(ajv.validate(schema, JSON.parse(text)), at()).toBe(true);
  }
  expect(ended).toBeGreaterThan(0.8 * count);
  expect(jumped).toBeGreaterThan(count);
});

test('the text that a scripted model fills in is valid too', async () => {
  const random = seeded(77);
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  for (let i = 0; i < times(60, 20); i++) {
    const schema = randomDocumentSchema(random);
    const text = await fillSchema(schema);
    expect(ajv.validate(schema, JSON.parse(text)), `${JSON.stringify(schema)}\n${text}`).toBe(true);
    expect(await fillSchema(schema)).toBe(text);
  }
});

test('free texts, lists and maps are filled in too', async () => {
  const free = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
  expect(JSON.parse(await fillSchema(free))).toEqual({ name: '' });
  for (const type of ['object', 'array', 'string', 'number', 'boolean', 'null']) {
    const value: unknown = JSON.parse(await fillSchema({ type }));
    expect(acceptsType(type, value)).toBe(true);
  }
});

test.each([
  ['if', { if: { const: 1 }, else: { const: 2 } }],
  ['not', { not: { type: 'string' } }],
  ['contains', { type: 'array', contains: { type: 'integer' } }],
  ['dependentSchemas', { dependentSchemas: { a: {} } }],
  ['uniqueItems', { type: 'array', items: { type: 'integer' }, uniqueItems: true }],
  ['multipleOf', { type: 'number', multipleOf: 0.3 }],
  ['pattern', { type: 'string', pattern: '(?=a)b' }],
  ['pattern', { type: 'string', pattern: '(a)\\1' }],
  ['pattern', { type: 'string', pattern: '^(ab)+$', minLength: 3 }],
  ['oneOf', { oneOf: [{ type: 'integer' }, { type: 'number' }] }],
  ['$ref', { $ref: 'https://example.com/schema.json' }],
  ['$ref', { $ref: '#/$defs/none' }],
  ['$ref', { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }],
  ['minProperties', { type: 'object', additionalProperties: { type: 'null' }, minProperties: 2 }],
  ['schema', { type: 'integer', minimum: 5, maximum: 4 }],
  ['schema', { enum: [1, 2], type: 'string' }],
  ['items', { type: 'array', items: [{ type: 'null' }] }],
])('what cannot be followed is refused by its name: %s', (keyword, schema) => {
  expect(() => schemaGrammar(schema)).toThrow(expect.objectContaining({ keyword }));
});

test('a recursive schema accepts trees of any depth', async () => {
  const schema = {
    type: 'object',
    properties: { value: { type: 'integer' }, next: { anyOf: [{ $ref: '#' }, { type: 'null' }] } },
    required: ['value', 'next'],
  };
  const state = await grammar.start(schemaGrammar(schema));
  const text = '{"value":1,"next":{"value":2,"next":null}}';
  for (const character of text) expect(state.accept(tokenOf(character.charCodeAt(0)))).toBe(true);
  expect(state.accept(STOP)).toBe(true);
  state.close();
});

test.each([
  [
    'a pattern of nested groups',
    { type: 'string', pattern: `^${'(a|'.repeat(300)}b${')'.repeat(300)}$` },
  ],
  ['a tuple of 500', { type: 'array', prefixItems: Array(500).fill({ type: 'integer' }) }],
])('what would break the compiler for every later schema is refused: %s', async (_, schema) => {
  expect(() => schemaGrammar(schema)).toThrow(/nested too deeply/);
  // A hundred levels compile and do not affect later compilations.
  const deep = { type: 'string', pattern: `^${'(a|'.repeat(90)}b${')'.repeat(90)}$` };
  (await grammar.start(schemaGrammar(deep))).close();
  (await grammar.start(schemaGrammar({ const: '('.repeat(500) }))).close();
});
