import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { seeded } from '#base/numbers.ts';
import { argumentsSchema } from '#json-schema/schema-grammar.ts';
import { randomDocumentSchema } from '#testing/random-schema.ts';
import { times } from '#testing/test-run.ts';
import { openGuideGrammar, writeRandomly } from '#testing/write-randomly.ts';
import { answerGrammar } from './answer-grammar.ts';
import { AnswerMarksReader } from './read-answer.ts';
import { TAGGED, type Tool, type ToolFormat, toolFormatOf, writeCalls } from './tool-format.ts';

/** The part of a chat template that identifies each format, and the same two calls in it. */
const FAMILIES: readonly (readonly [string, string, string])[] = [
  [
    'LFM2',
    '<|tool_list_start|>',
    '<|tool_call_start|>[weather(city="Bern", note="a } \\" <b>\\n)", days=3, exact=True, at=[1, None, {"up": False}]), now()]<|tool_call_end|>',
  ],
  [
    'Qwen3.5',
    '<tool_call><function=',
    '<tool_call>\n<function=weather>\n<parameter=city>\nBern\n</parameter>\n<parameter=note>\na } " <b>\n)\n</parameter>\n<parameter=days>\n3\n</parameter>\n<parameter=exact>\ntrue\n</parameter>\n<parameter=at>\n[1,null,{"up":false}]\n</parameter>\n</function>\n</tool_call>\n<tool_call>\n<function=now>\n</function>\n</tool_call>',
  ],
  [
    'FunctionGemma',
    '<start_function_call>',
    '<start_function_call>call:weather{city:<escape>Bern<escape>,note:<escape>a } " <b>\n)<escape>,days:3,exact:true,at:[1,null,{up:false}]}<end_function_call><start_function_call>call:now{}<end_function_call>',
  ],
  [
    'Gemma 4',
    '<|tool_call>',
    '<|tool_call>call:weather{city:<|"|>Bern<|"|>,note:<|"|>a } " <b>\n)<|"|>,days:3,exact:true,at:[1,null,{up:false}]}<tool_call|><|tool_call>call:now{}<tool_call|>',
  ],
  [
    'Ministral',
    '[ARGS]',
    '[TOOL_CALLS]weather[ARGS]{"city":"Bern","note":"a } \\" <b>\\n)","days":3,"exact":true,"at":[1,null,{"up":false}]}[TOOL_CALLS]now[ARGS]{}',
  ],
];

const ARGUMENTS = {
  city: 'Bern',
  note: 'a } " <b>\n)',
  days: 3,
  exact: true,
  at: [1, null, { up: false }],
};
const string = { type: 'string' };
const TOOLS: Tool[] = [
  {
    name: 'weather',
    description: '',
    parameters: { type: 'object', properties: { city: string, note: string } },
  },
  { name: 'now', description: '', parameters: { type: 'object', properties: {} } },
];

function formatOf(mark: string): ToolFormat {
  const format = toolFormatOf(`{{ tools }}${mark}`);
  if (!format) throw new Error(`no format for ${mark}`);
  return format;
}

/** The calls in a text that comes in parts of a size. */
function readCalls(text: string, size: number, format: ToolFormat, functions: readonly Tool[]) {
  const reader = new AnswerMarksReader({ tools: format, functions, thinking: null });
  const calls: { name: string; json: string }[] = [];
  let said = '';
  for (let at = 0; at < text.length; at += size) {
    for (const piece of reader.read(text.slice(at, at + size))) {
      if (piece.kind === 'call') calls.push({ name: piece.name, json: '' });
      else if (piece.kind === 'arguments') (calls.at(-1) ?? { json: '' }).json += piece.text;
      else said += piece.text;
    }
  }
  return { calls, said };
}

test.each(FAMILIES)('%s: calls are written and read as its template does', (_, mark, written) => {
  const format = formatOf(mark);
  const calls = [
    { name: 'weather', argumentsText: JSON.stringify(ARGUMENTS) },
    { name: 'now', argumentsText: '{}' },
  ];
  expect(writeCalls(calls, format)).toBe(written);
  for (const size of [1, 2, 7, 1000]) {
    const found = readCalls(`Let me look.\n${written}`, size, format, TOOLS);
    expect(found.said).toBe('Let me look.');
    expect(found.calls.map((c) => c.name)).toEqual(['weather', 'now']);
    expect(found.calls.map((c) => JSON.parse(c.json) as unknown)).toEqual([ARGUMENTS, {}]);
  }
});

test.each([...FAMILIES, ['ours', '<tool_call>', ''] as const])(
  '%s: whatever its grammar lets through is a call whose arguments are valid',
  async (_, mark) => {
    const format = mark === '<tool_call>' ? TAGGED : formatOf(mark);
    const random = seeded(20_261_122);
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const grammar = await openGuideGrammar();
    let ended = 0;
    for (let i = 0; i < times(16, 5); i++) {
      const tools = ['first', 'second_2'].map((name) => ({
        name,
        description: '',
        parameters: randomArguments(random),
      }));
      const rules = answerGrammar({ schema: null, tools, choice: 'required', format });
      const written = await writeRandomly(grammar, rules ?? '', random, 900);
      if (!written) continue;
      ended++;
      const { calls, said } = readCalls(written.text, 3, format, tools);
      expect(said, written.text).toBe('');
      expect(calls.length, written.text).toBeGreaterThan(0);
      for (const { name, json } of calls) {
        const tool = tools.find((t) => t.name === name);
        const at = () => `${JSON.stringify(tool)}\n${written.text}\n${json}\n${ajv.errorsText()}`;
        expect(() => JSON.parse(json), at()).not.toThrow();
        expect(ajv.validate(tool?.parameters ?? false, JSON.parse(json)), at()).toBe(true);
      }
    }
    grammar.close();
    expect(ended).toBeGreaterThan(times(8, 2));
  },
);

test('a name that a way of writing cannot hold is refused by its keyword', () => {
  const parameters = { type: 'object', properties: { 'a=b:c>d': string } };
  const tools = [{ name: 'f', description: '', parameters }];
  for (const [family, mark] of FAMILIES) {
    const rules = { schema: null, tools, choice: 'required', format: formatOf(mark) } as const;
    if (family === 'Ministral') expect(answerGrammar(rules)).toContain('root');
    else expect(() => answerGrammar(rules)).toThrow(/'properties' has the name 'a=b:c>d'/);
  }
});

/** A schema of objects, as the arguments of functions are described with. */
function randomArguments(random: () => number): Record<string, unknown> {
  for (;;) {
    const schema = randomDocumentSchema(random);
    if (typeof schema === 'object' && 'properties' in schema) return { ...schema };
  }
}

/** Schemas of arguments that say less than `{"type":"object","properties":{…}}`, or more. */
const ODD: readonly Record<string, unknown>[] = [
  {},
  { title: 'Now' },
  { type: 'object' },
  { type: ['object', 'null'] },
  { type: 'object', properties: {} },
  { properties: {}, required: [] },
  { allOf: [{}] },
  { $ref: '#/$defs/a', $defs: { a: { type: 'object' } } },
  { $ref: '#/$defs/a', $defs: { a: { properties: { b: string }, required: ['b'] } } },
  { anyOf: [{ type: 'object' }, { type: 'string' }] },
  { anyOf: [{ properties: { a: string } }, { type: 'null' }] },
  { enum: [{ a: 1 }, 'x', null] },
  { required: ['a'] },
  { properties: { a: true, b: { type: 'object' }, c: { format: 'constructor', maxLength: 5 } } },
  { properties: { ['__proto__']: string, constructor: { type: 'integer' } } },
  { additionalProperties: { type: 'boolean' }, maxProperties: 2 },
];

test.each([...FAMILIES, ['ours', '<tool_call>', ''] as const])(
  '%s: arguments are an object of the schema, and empty where it declares no members',
  async (_, mark) => {
    const format = mark === '<tool_call>' ? TAGGED : formatOf(mark);
    const random = seeded(7);
    const ajv = new Ajv2020({ strict: false, validateFormats: false, ownProperties: true });
    const grammar = await openGuideGrammar();
    let ended = 0;
    for (const asked of ODD.flatMap((schema) =>
      Array.from({ length: times(20, 2) }, () => schema),
    )) {
      const parameters = argumentsSchema(asked);
      const tools = [{ name: 'now', description: '', parameters }];
      let rules: string | object | null;
      try {
        rules = answerGrammar({ schema: null, tools, choice: 'required', format });
      } catch (error) {
        // What only JSON can hold is refused by name in the other formats.
        expect(format.arguments, String(error)).not.toBe(TAGGED.arguments);
        expect(String(error)).toMatch(/all arguments together|cannot write/);
        continue;
      }
      const written = await writeRandomly(grammar, rules ?? '', random, 200);
      if (!written) continue;
      ended++;
      const { calls, said } = readCalls(written.text, 3, format, tools);
      expect(said, written.text).toBe('');
      for (const { json } of calls) {
        expect(() => JSON.parse(json), `${JSON.stringify(asked)} ${written.text}`).not.toThrow();
        const value: unknown = JSON.parse(json);
        expect(value).toBeTypeOf('object');
        expect(ajv.validate(asked, value), `${JSON.stringify(asked)} ${json}`).toBe(true);
        if (!JSON.stringify(asked).match(/"(a|b|__proto__)"|additional/)) expect(value).toEqual({});
      }
    }
    grammar.close();
    expect(ended).toBeGreaterThan(10);
  },
);

test('a schema of arguments that no object satisfies is refused', () => {
  for (const type of ['string', ['null', 'array'], 'constructor']) {
    expect(() => argumentsSchema({ type })).toThrow("'type' of arguments must be 'object'.");
  }
});
