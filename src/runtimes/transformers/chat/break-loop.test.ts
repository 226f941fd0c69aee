import { beforeAll, expect, test } from 'vitest';
import { shapeTokens } from '#engine/shape-tokens.ts';
import type { ChatTask, FinishReason, ToolChoice } from '#engine/tasks.ts';
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
  /** Whether the properties are the arguments of a call that the request demands. */
  isCall?: boolean;
}

/** How the last answer ended. */
let ended: FinishReason | undefined;

/** The answer by a schema of a model that repeats itself. */
async function write({
  properties,
  $defs = {},
  start,
  cycle,
  prompt = 'Go.',
  maxTokens = 600,
  isJson = true,
  isCall = false,
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
  const tools = [{ name: 'f', description: '', parameters: schema }];
  const rules = answerGrammar({
    schema: isCall ? null : schema,
    tools: isCall ? tools : [],
    choice: isCall ? 'required' : 'none',
    format: TAGGED,
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
  for (let at = 0; !sequence.isOver; at++) {
    const logits = new Float32Array(VOCABULARY.size);
    // Where it may not repeat itself it ends what it can.
    for (const [rank, next] of ['}', ']', '"'].entries()) logits[tokenOf(next)] = 9 - rank;
    logits[BYTE_END] = 9;
    logits[tokenOf(start[at] ?? cycle[(at - start.length) % cycle.length] ?? '')] = 20;
    await sequence.choose(logits);
  }
  let text = '';
  for await (const event of shapeTokens(sequence.tokens(), { stop: [], maxTokens })) {
    if (event.type === 'text') text += event.text;
    if (event.type === 'end') ended = event.reason;
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
    const text = await write({ ...asked, maxTokens });
    expect(isWhole(text), text).toBe(true);
    const { days, price, currency, tags } = JSON.parse(text);
    expect(days.every((one: string) => /^\d{4}-\d{2}-\d{2}$/.test(one))).toBe(true);
    expect(days.length).toBeGreaterThan(1);
    expect(price).toBeGreaterThan(0);
    expect(['€', '¥']).toContain(currency);
    expect(tags[0].length).toBeGreaterThan(2);
  }
  expect(ended).toBe('length');
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
