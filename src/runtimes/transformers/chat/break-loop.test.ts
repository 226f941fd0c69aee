import { expect, test } from 'vitest';
import type { ChatTask, ToolChoice } from '#engine/tasks.ts';
import { PARAMETER_ARGUMENTS } from '#grammar/parameter-arguments.ts';
import { byteVocabulary } from '#grammar/token-grammar.ts';
import { TAGGED, type ToolFormat } from '#grammar/tool-format.ts';
import { CHAT_TASK } from '#testing/plain-chat.ts';
import { isWhole, type WrittenCase, writeBySchema } from '#testing/write-by-schema.ts';
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
