import { expect, test } from 'vitest';
import type { ChatTask, ToolChoice } from '#engine/tasks.ts';
import { PARAMETER_ARGUMENTS } from '#grammar/parameter-arguments.ts';
import { byteVocabulary } from '#grammar/token-grammar.ts';
import { TAGGED, type ToolFormat } from '#grammar/tool-format.ts';
import { CHAT_TASK } from '#testing/plain-chat.ts';
import { isWhole, type WrittenCase, writeBySchema } from '#testing/write-by-schema.ts';
import { RepeatPenalty } from './break-loop.ts';
import { TaskGrammar } from './task-grammar.ts';

const write = async (one: WrittenCase) => (await writeBySchema(one)).text;
const TASK: ChatTask = { ...CHAT_TASK, toolChoice: 'none' };

const string = { type: 'string' };

test('a string that repeats a few characters is closed after 256 tokens', async () => {
  const text = await write({ properties: { a: string }, start: '{"a":"', cycle: 'so and ' });
  expect(isWhole(text)).toBe(true);
  expect(text).toHaveLength('{"a":""}'.length + 256);
});

test('calls that a request demands are treated as JSON where their format is', async () => {
  const task = { ...TASK, tools: [{ name: 'f', description: '', parameters: { type: 'object' } }] };
  const isJson = async (format: ToolFormat, toolChoice: ToolChoice, isThinking = false) => {
    const grammar = new TaskGrammar(byteVocabulary(), { format, thinking: null });
    const started = await grammar.start({ ...task, toolChoice }, isThinking);
    started.grammar?.close();
    return started.isJson;
  };
  expect(await isJson(TAGGED, 'required')).toBe(true);
  expect(await isJson(TAGGED, { name: 'f' })).toBe(true);
  expect(await isJson(TAGGED, 'auto')).toBe(false);
  expect(await isJson(TAGGED, 'required', true)).toBe(false);
  const tagged = { ...TAGGED, arguments: PARAMETER_ARGUMENTS };
  expect(await isJson(tagged, 'required')).toBe(false);
});

test('no loop is closed outside strings, after a backslash, or where the answer is not JSON', async () => {
  const item = { type: ['string', 'null'] };
  const numbers = { properties: { a: { type: 'array' } }, start: '{"a":[', cycle: '0,' };
  const nulls = { properties: { a: { type: 'array', items: item } }, cycle: 'null,' };
  const words = { properties: { a: { type: 'array', items: string } }, cycle: '"so","and",' };
  for (const one of [numbers, { ...nulls, start: '{"a":[' }, { ...words, start: '{"a":[' }]) {
    const text = await write(one);
    expect(text.length).toBeGreaterThan(580);
    expect(text.slice(6, 580)).toBe(one.cycle.repeat(600).slice(0, 574));
    expect(isWhole(text)).toBe(true);
  }
  const escapes = { properties: { a: string }, start: '{"a":"', cycle: '\\"' };
  const quoted = await write(escapes);
  expect(isWhole(quoted)).toBe(true);
  expect(JSON.parse(quoted)).toEqual({ a: '"'.repeat(128) });
  expect(await write({ ...escapes, cycle: 'so ', isJson: false })).toHaveLength(600);
});

test('rows that are equal, and cycles of the prompt, stay as the model writes them', async () => {
  const rows = '1,2,3\\n'.repeat(5);
  const asked = { properties: { a: string }, start: `{"a":"${rows}"}`, cycle: '}' };
  expect(await write({ ...asked, maxTokens: 80 })).toBe(`{"a":"${rows}"}`);
  const endless = { properties: { a: string }, start: '{"a":"', cycle: '1,2\\n' };
  const often = await write({ ...endless, prompt: 'Write 1,2\n1,2\n often.' });
  expect(often.length).toBeGreaterThan(590);
  expect((await write({ ...endless, prompt: 'Write rows.' })).length).toBeLessThan(300);
});

const FENCED = 18;
/** Words but for a bar and a fence of code. */
const bytesOf = (token: number) =>
  new TextEncoder().encode({ 17: ' |', [FENCED]: '```' }[token] ?? ` w${token}`);

/** The logits of a vocabulary of 20, all 0, after an answer. */
function penalised(answer: readonly number[], prompt: readonly number[] = []): Float32Array {
  const penalty = new RepeatPenalty(prompt, bytesOf);
  for (const token of answer) penalty.note(token);
  const logits = new Float32Array(20);
  penalty.apply(logits);
  return logits;
}

const PASSAGE = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const isFree = (logits: Float32Array) => logits.every((logit) => logit === 0);

test('the token that would continue a repetition becomes less likely with each word of it', () => {
  const after = (repeated: number) => penalised([...PASSAGE, 0, ...PASSAGE.slice(0, repeated)]);
  expect(isFree(after(2))).toBe(true);
  const [three, eleven] = [after(3), after(11)];
  expect(three[4]).toBeCloseTo(-0.8);
  expect(eleven[12]).toBeCloseTo(-0.8 * 1.75 ** 8);
  expect(three.filter((logit) => logit !== 0)).toHaveLength(1);
  // A short cycle is a repetition of itself.
  const cycle = penalised(Array.from({ length: 40 }, (_, i) => i % 3));
  expect(cycle[40 % 3]).toBeLessThan(-1e6);
  expect(Number.isFinite(cycle[40 % 3])).toBe(true);
});

test('what the prompt contains may be repeated, and the answer may continue in another way', () => {
  const answer = [...PASSAGE, 0, ...PASSAGE.slice(0, 9)];
  expect(isFree(penalised(answer, [19, ...PASSAGE]))).toBe(true);
  expect(penalised(answer, [19, ...PASSAGE.slice(0, 9), 16])[10]).toBeLessThan(0);
  const start = PASSAGE.slice(0, 9);
  const two = penalised([...start, 13, ...start, 14, ...start]);
  expect([two[13], two[14]].every((logit) => (logit ?? 0) < 0)).toBe(true);
});

test('tables may repeat their bars, and code its lines, but not without an end', () => {
  expect(isFree(penalised(new Array<number>(60).fill(17)))).toBe(true);
  const inCode = [FENCED, ...PASSAGE, 17, ...PASSAGE];
  expect(isFree(penalised(inCode))).toBe(true);
  expect(penalised([...inCode, 17, FENCED, ...PASSAGE])[17]).toBeLessThan(0);
  const endless = Array.from({ length: 5 }, () => PASSAGE).flat();
  expect(penalised([FENCED, ...endless])[1]).toBeLessThan(-1);
});
