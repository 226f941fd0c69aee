import { beforeAll, expect, test } from 'vitest';
import type { ChatTask, ToolChoice } from '#engine/tasks.ts';
import { answerGrammar } from '#grammar/answer-grammar.ts';
import { BYTE_END, byteVocabulary } from '#grammar/byte-vocabulary.ts';
import { PARAMETER_ARGUMENTS } from '#grammar/parameter-arguments.ts';
import { TokenGrammar } from '#grammar/token-grammar.ts';
import { TAGGED, type ToolFormat } from '#grammar/tool-format.ts';
import { KvCache } from '#runtimes/transformers/cache/kv-cache.ts';
import { CHAT_TASK } from '#testing/chat-task.ts';
import { createTensors } from '#testing/counted-tensors.ts';
import { GREEDY } from './sampler.ts';
import { Sequence } from './sequence.ts';
import { TaskGrammar } from './task-grammar.ts';

const VOCABULARY = byteVocabulary();
const bytesOf = (token: number) => VOCABULARY.bytes[token] ?? new Uint8Array();

let grammars: TokenGrammar;
beforeAll(async () => {
  grammars = await TokenGrammar.create(VOCABULARY);
});

interface Case {
  properties: object;
  /** Schemas that the properties refer to. */
  $defs?: object;
  /** What the model writes. */
  start: string;
  /** What it writes from then on, again and again, wherever the grammar allows it. */
  cycle: string;
  prompt?: string;
  maxTokens?: number;
  isJson?: boolean;
}

/** The answer by a schema of a model that repeats itself; null where it is cut off. */
async function write({
  properties,
  $defs = {},
  start,
  cycle,
  prompt = 'Go.',
  maxTokens = 600,
  isJson = true,
}: Case) {
  const layer = createTensors().allocate([1, 1, 0, 1]);
  const cache = new KvCache({ 'past_key_values.0.key': layer }, 'left');
  const schema = {
    $defs,
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  };
  const rules = answerGrammar({
    schema,
    tools: [],
    choice: 'none',
    // No call is written.
    format: { open: '' } as never,
  });
  const sequence = new Sequence(
    {
      prompt: VOCABULARY.encode(prompt),
      row: cache.row(0, 0),
      sampling: GREEDY,
      topLogprobs: 0,
      grammar: await grammars.start(rules ?? ''),
      isJson,
      maxTokens,
      signal: new AbortController().signal,
    },
    { ends: new Set([BYTE_END]), bytesOf },
  );
  let text = '';
  for (let at = 0; !sequence.isOver; at++) {
    const logits = new Float32Array(VOCABULARY.size);
    // Where it may not repeat itself it ends what it can.
    for (const [rank, next] of ['}', ']', '"'].entries()) logits[tokenOf(next)] = 9 - rank;
    logits[BYTE_END] = 9;
    logits[tokenOf(start[at] ?? cycle[(at - start.length) % cycle.length] ?? '')] = 20;
    const token = await sequence.choose(logits);
    if (token !== null) text += String.fromCharCode(...bytesOf(token));
  }
  sequence.close();
  return text;
}

const TASK: ChatTask = { ...CHAT_TASK, toolChoice: 'none' };

const tokenOf = (character: string) => character.charCodeAt(0) + 1;
const string = { type: 'string' };

/** Whether a text is whole JSON. */
function isWhole(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test('a string that repeats a few characters is closed after 256 tokens', async () => {
  const text = await write({ properties: { a: string }, start: '{"a":"', cycle: 'so and ' });
  expect(isWhole(text)).toBe(true);
  expect(text).toHaveLength('{"a":""}'.length + 256);
});

test('where the answer would be cut off soon, it is closed earlier', async () => {
  const asked = {
    properties: { a: string, b: { const: true } },
    start: '{"a":"',
    cycle: 'so and ',
  };
  const text = await write({ ...asked, maxTokens: 200 });
  expect(isWhole(text)).toBe(true);
  expect(text.length).toBeGreaterThan(150);
  // A short repetition may be meant, and is cut off where the limit is.
  expect(isWhole(await write({ ...asked, maxTokens: 90 }))).toBe(false);
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
  for (const maxTokens of [400, 600, 1000]) {
    const text = await write({ ...ENDLESS_TREE, maxTokens });
    expect(isWhole(text)).toBe(true);
    expect(text.length).toBeGreaterThan(maxTokens / 2);
  }
  // As deep as a wanted answer may be: it is cut off where the limit is.
  expect(isWhole(await write({ ...ENDLESS_TREE, maxTokens: 150 }))).toBe(false);
});

test('calls that a request demands are treated as JSON where their format is', async () => {
  const task = { ...TASK, tools: [{ name: 'f', description: '', parameters: { type: 'object' } }] };
  const isJson = async (format: ToolFormat, toolChoice: ToolChoice, isThinking = false) => {
    const grammar = new TaskGrammar(VOCABULARY, { format, thinking: null });
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

test('nothing is closed outside strings, after a backslash, or where the answer is not JSON', async () => {
  const item = { type: ['string', 'null'] };
  const numbers = { properties: { a: { type: 'array' } }, start: '{"a":[', cycle: '0,' };
  const nulls = { properties: { a: { type: 'array', items: item } }, cycle: 'null,' };
  const words = { properties: { a: { type: 'array', items: string } }, cycle: '"so","and",' };
  for (const one of [numbers, { ...nulls, start: '{"a":[' }, { ...words, start: '{"a":[' }]) {
    const text = await write(one);
    expect(text).toHaveLength(600);
    expect(text.slice(6)).toBe(one.cycle.repeat(600).slice(0, 594));
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
  expect(await write({ ...endless, prompt: 'Write 1,2\n1,2\n often.' })).toHaveLength(600);
  expect(await write({ ...endless, prompt: 'Write rows.' })).not.toHaveLength(600);
});
