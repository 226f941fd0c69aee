import { afterAll, expect, test } from 'vitest';
import { compileSchema } from '#api/call/compile-schema.ts';
import { byteVocabulary, type GrammarState, TokenGrammar } from './token-grammar.ts';

const BYTES = byteVocabulary();
/** Tokens of several bytes. */
const WORDS = ['"}', 'rue', 'Paris'];
const VOCABULARY = {
  ...BYTES,
  tokens: [...BYTES.tokens, ...WORDS],
  bytes: [...BYTES.bytes, ...WORDS.map((word) => new TextEncoder().encode(word))],
  size: BYTES.size + WORDS.length,
  encode: (text: string) =>
    WORDS.includes(text) ? [BYTES.size + WORDS.indexOf(text)] : BYTES.encode(text),
};

const grammars = TokenGrammar.create(VOCABULARY);
afterAll(async () => (await grammars).close());

/** An answer by the schema of a property a, after its first characters. */
async function after(text: string, a: object): Promise<GrammarState> {
  const schema = {
    type: 'object',
    properties: { a },
    required: ['a'],
    additionalProperties: false,
  };
  const compiled = compileSchema(schema);
  if ('reason' in compiled) throw new Error(compiled.reason);
  const state = await (await grammars).start(compiled.grammar);
  for (const token of BYTES.encode(text)) expect(state.accept(token), text).toBe(true);
  return state;
}

const textOf = (way: readonly number[] | null) =>
  way &&
  new TextDecoder().decode(
    Uint8Array.from(way.flatMap((token) => [...(VOCABULARY.bytes[token] ?? [])])),
  );

const string = { type: 'string' };

test('a known way stays while it is one and short enough', async () => {
  const state = await after('{"a":[7', { type: 'array', items: { type: 'integer' } });
  const [short, long] = [BYTES.encode(',1]}'), BYTES.encode('1,1,1,1]}')];
  expect(state.wayToEnd([long, short], 9)).toEqual(long);
  expect(state.wayToEnd([long, short], 8)).toEqual(short);
  expect(textOf(state.wayToEnd([long, short], 3))).toBe(']}');
  expect(textOf(state.wayToEnd([BYTES.encode(',1')], 9))).toBe(']}');
  for (const token of long) expect(state.accept(token)).toBe(true);
  state.close();
});

test('several characters are closed by one token where the vocabulary has it', async () => {
  const text = await after('{"a":"x', string);
  expect(text.wayToEnd([], 9)).toEqual([BYTES.size]);
  text.close();
  const forced = await after('{"a":', { const: true });
  expect(forced.wayToEnd([], 9)).toEqual([
    ...BYTES.encode('t'),
    BYTES.size + 1,
    ...BYTES.encode('}'),
  ]);
  forced.close();
});

test('a way ends the character that is open', async () => {
  const state = await after('{"a":"', string);
  expect(state.accept(0xf0 + 1)).toBe(true);
  expect(textOf(state.wayToEnd([BYTES.encode('1"}')], 9))).toMatch(/^\ufffd+1"\}$/);
  expect(state.wayToEnd([BYTES.encode('1"}')], 5)).toHaveLength(4);
  state.close();
});

test('addresses have a way to an end, and patterns that go in circles have none', async () => {
  const mail = await after('{"a":"', { ...string, pattern: '^[^@]+@[^@]+\\.[^@]+$' });
  expect(textOf(mail.wayToEnd([], 20))).toBe('1@a.b"}');
  mail.close();
  const circle = await after('{"a":"', { ...string, pattern: '^(11|b)*z$' });
  expect(circle.wayToEnd([], 20)).toBeNull();
  expect(circle.accept(BYTES.encode('z')[0] ?? 0)).toBe(true);
  expect(textOf(circle.wayToEnd([], 20))).toBe('"}');
  circle.close();
});
