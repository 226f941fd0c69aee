import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, expect, test } from 'vitest';
import { acceptsType } from '#json-schema/accepts-value.ts';
import { schemaGrammar } from '#json-schema/schema-grammar.ts';
import { fillSchema } from '#runtimes/scripted/fill-schema.ts';
import { randomDocumentSchema } from '#testing/random-schema.ts';
import { createRandom } from '#testing/seeded-random.ts';
import { TokenGrammar } from './token-grammar.ts';

const GUIDE = JSON.parse(readFileSync('public/models/alcove-guide/tokenizer.json', 'utf8')) as {
  model: { vocab: Record<string, number> };
  added_tokens: { id: number; content: string }[];
};
const STOP = 2;
const tokens: string[] = [];
for (const [token, id] of Object.entries(GUIDE.model.vocab)) tokens[id] = token;
for (const { id, content } of GUIDE.added_tokens) tokens[id] = content;

const LETTERS = new Map<string, number>();
let next = 256;
for (let byte = 0; byte < 256; byte++) {
  const isPlain = (byte > 32 && byte < 127) || (byte > 160 && byte < 173) || byte > 173;
  LETTERS.set(String.fromCodePoint(isPlain ? byte : next++), byte);
}
const LETTER_IDS = [...LETTERS].reduce<number[]>((ids, [letter, byte]) => {
  ids[byte] = GUIDE.model.vocab[letter] as number;
  return ids;
}, []);
const toBytes = (token: string) => [...token].map((letter) => LETTERS.get(letter) ?? 63);

let grammar: TokenGrammar;
beforeAll(async () => {
  grammar = await TokenGrammar.create({
    tokens,
    kind: 'byte_level',
    bytes: tokens.map((token, id) => Uint8Array.from(id === STOP ? [] : toBytes(token))),
    size: tokens.length,
    stops: [STOP],
    encode: (text) => [...Buffer.from(text)].map((byte) => LETTER_IDS[byte] as number),
  });
});

/** Tokens that the grammar wrote by itself. */
let jumped = 0;

/** Text of random tokens that a grammar allows; null when it does not end in time. */
async function write(text: string, random: () => number, most = 600): Promise<string | null> {
  const state = await grammar.start(text);
  const bytes: number[] = [];
  const isJumping = random() < 0.5;
  try {
    for (let step = 0; step < most; step++) {
      const logits = new Float32Array(tokens.length);
      await state.mask(logits);
      const allowed = [...logits.keys()].filter((id) => logits[id] === 0);
      expect(allowed.length).toBeGreaterThan(0);
      // Whatever may close something closes it half of the time: texts end.
      const closing = allowed.filter((id) => id === STOP || /^["}\]]/.test(tokens[id] ?? ''));
      const from = closing.length > 0 && random() < 0.5 ? closing : allowed;
      const token = from[Math.floor(random() * from.length)] as number;
      expect(state.accept(token)).toBe(true);
      if (token === STOP) return Buffer.from(bytes).toString('utf8');
      bytes.push(...toBytes(tokens[token] as string));
      // Half of the texts let the grammar write what must come next.
      const forced = isJumping ? state.takeForced() : [];
      jumped += forced.length;
      for (const id of forced) bytes.push(...toBytes(tokens[id] as string));
    }
    return null;
  } finally {
    state.close();
  }
}

test('texts of a hundred random schemas are valid for an independent validator', async () => {
  const random = createRandom(20_261_121);
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  let ended = 0;
  for (let i = 0; i < 100; i++) {
    const schema = randomDocumentSchema(random);
    const text = await write(schemaGrammar(schema), random);
    if (text === null) continue;
    ended++;
    const at = () => `${JSON.stringify(schema)}\n${text}\n${ajv.errorsText()}`;
    expect(() => JSON.parse(text), at()).not.toThrow();
    expect(ajv.validate(schema, JSON.parse(text)), at()).toBe(true);
  }
  expect(ended).toBeGreaterThan(80);
  expect(jumped).toBeGreaterThan(100);
});

test('what a script model fills in is valid too', async () => {
  const random = createRandom(77);
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  for (let i = 0; i < 60; i++) {
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

test('a schema that refers to itself takes trees, to any depth', async () => {
  const schema = {
    type: 'object',
    properties: { value: { type: 'integer' }, next: { anyOf: [{ $ref: '#' }, { type: 'null' }] } },
    required: ['value', 'next'],
  };
  const state = await grammar.start(schemaGrammar(schema));
  const text = '{"value":1,"next":{"value":2,"next":null}}';
  for (const letter of text) expect(state.accept(GUIDE.model.vocab[letter] ?? -1)).toBe(true);
  expect(state.accept(STOP)).toBe(true);
  state.close();
});
