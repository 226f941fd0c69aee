import { expect, test } from 'vitest';
import { LooseCallsReader } from './loose-calls-reader.ts';
import { AnswerMarksReader } from './read-answer.ts';
import { TAGGED } from './tool-format.ts';

const parameters = {
  type: 'object',
  properties: { city: { type: 'string' }, unit: { enum: ['celsius', 'fahrenheit'] } },
  required: ['city'],
  additionalProperties: false,
};
const TOOLS = [
  { name: 'get_weather', description: 'The weather.', parameters },
  { name: 'get_time', description: 'The time.', parameters: { type: 'object' } },
];
const CALL = '{"name": "get_weather", "arguments": {"city": "Os\\"lo }", "unit": "celsius"}}';
const ARGUMENTS = { city: 'Os"lo }', unit: 'celsius' };

/** What a client gets of an answer that comes in parts of a size. */
function read(text: string, size: number) {
  const marks = { tools: TAGGED, functions: TOOLS, thinking: null };
  const reader = new LooseCallsReader(new AnswerMarksReader(marks), TOOLS);
  const parts = Array.from({ length: Math.ceil(text.length / size) }, (_, i) =>
    reader.read(text.slice(i * size, (i + 1) * size)),
  );
  const pieces = [...parts.flat(), ...reader.end()];
  const content = pieces.flatMap((p) => (p.kind === 'text' ? [p.text] : [])).join('');
  const names = pieces.flatMap((p) => (p.kind === 'call' ? [p.name] : []));
  const given = pieces.flatMap((p) => (p.kind === 'arguments' ? [p.text] : [])).join('');
  return { content, names, given };
}

const SIZES = [1, 3, 10_000];

test.each([
  ['a fence', `\`\`\`json\n${CALL}\n\`\`\``],
  ['a fence without a language', `\`\`\`\n${CALL}\n\`\`\`\n`],
  ['a fence that was cut off', `\`\`\`json\n${CALL}`],
  ['bare', CALL],
  [
    'bare on several lines',
    '{\n  "name": "get_weather",\n  "arguments": {"city": "Os\\"lo }", "unit": "celsius"}\n}\n',
  ],
  ['with parameters', CALL.replace('arguments', 'parameters')],
  ['<tools>', `<tools>\n${CALL}\n</tools>`],
  ['<tool_call> on one line', `<tool_call>${CALL}</tool_call>`],
  ['its own format', `<tool_call>\n${CALL}\n</tool_call>`],
])('recognises a call as %s', (_, text) => {
  for (const size of SIZES) {
    const { content, names, given } = read(text, size);
    expect(content).toBe('');
    expect(names).toEqual(['get_weather']);
    expect(JSON.parse(given)).toEqual(ARGUMENTS);
  }
});

test('preserves the text around calls and reads several', () => {
  const time = '{"name": "get_time", "arguments": {}}';
  for (const size of SIZES) {
    const one = read(`I will look it up:\n\n\`\`\`json\n${CALL}\n\`\`\`\nOne moment.`, size);
    expect(one).toMatchObject({
      content: 'I will look it up:\nOne moment.',
      names: ['get_weather'],
    });
    expect(read(`<tools>\n${CALL}\n${time}\n</tools>`, size).names).toEqual([
      'get_weather',
      'get_time',
    ]);
    expect(read(`${CALL}\n${time}`, size).names).toEqual(['get_weather', 'get_time']);
  }
});

test.each([
  'Use `{"name": "get_time", "arguments": {}}` for the time.',
  '```json\n{"name": "delete_all", "arguments": {}}\n```',
  '```json\n{"name": "get_weather", "arguments": {"town": "Oslo"}}\n```\nSo it is.',
  '```json\n{"name": "get_weather", "arguments": {"city": 7}}\n```',
  '```json\n{"name": "get_weather"}\n```',
  '```json\n{"name": "get_weather", "arguments": {"city": "Oslo"}, "note": 1}\n```',
  '```json\n{"name": "Ann", "age": 7}\n```\n',
  '```json\n{"names": []}\n```',
  '```json\n[1, 2]\n```',
  '```python\nprint({"name": 1})\n```\n\ntext\n',
  '{"name": "get_weather", "arguments": {"city": "Os',
  '{ not json }\n\n',
  '```',
  '<tools> are things.\n  <tool',
  'plain\n\n\ntext \n',
  '',
])('passes on text that is not a call of an offered function: %j', (text) => {
  for (const size of SIZES)
    expect(read(text, size)).toEqual({ content: text, names: [], given: '' });
});

test('holds back nothing that cannot become a call', () => {
  const marks = { tools: TAGGED, functions: TOOLS, thinking: null };
  const reader = new LooseCallsReader(new AnswerMarksReader(marks), TOOLS);
  expect(reader.read('```py')).toEqual([{ kind: 'text', text: '```py' }]);
  expect(reader.read('\n{"a')).toEqual([{ kind: 'text', text: '\n{"a' }]);
});

test('arguments that a pattern would be tried on for years stay text', () => {
  const tool = (pattern: string) => ({
    name: 'name',
    description: '',
    parameters: { type: 'object', properties: { a: { type: 'string', pattern } } },
  });
  const call = JSON.stringify({ name: 'name', arguments: { a: `${'a'.repeat(60)}!` } });
  for (const pattern of ['^(a+)+$', '^(?=.)(a+)+$']) {
    const tools = [tool(pattern)];
    const marks = { tools: TAGGED, functions: tools, thinking: null };
    const reader = new LooseCallsReader(new AnswerMarksReader(marks), tools);
    const pieces = [...reader.read(call), ...reader.end()];
    expect(pieces.map(({ kind }) => kind)).toEqual(['text']);
  }
});
