import { expect, test } from 'vitest';
import { AnswerMarksReader } from './read-answer.ts';
import { TAGGED, toolFormatOf, writeCalls } from './tool-format.ts';

const calls = [
  { name: 'weather', argumentsText: '{"city": "Bern", "note": "a } \\" {"}' },
  { name: 'time', argumentsText: '{}' },
];

/** Pieces of a text that comes in parts of a size, joined where one continues another. */
function read(text: string, size: number, reader: AnswerMarksReader) {
  const pieces = [];
  for (let at = 0; at < text.length; at += size)
    pieces.push(...reader.read(text.slice(at, at + size)));
  pieces.push(...reader.end());
  const joined: { kind: string; text: string }[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    const said = piece.kind === 'call' ? piece.name : piece.text;
    if (last && last.kind === piece.kind && piece.kind !== 'call') last.text += said;
    else joined.push({ kind: piece.kind, text: said });
  }
  return joined;
}

const expected = [
  { kind: 'call', text: 'weather' },
  { kind: 'arguments', text: calls[0]?.argumentsText },
  { kind: 'call', text: 'time' },
  { kind: 'arguments', text: '{}' },
];

test.each([1, 2, 7, 1000])('calls are separated from text in parts of %i characters', (size) => {
  const text = `Let me look. <tool?\n${writeCalls(calls, TAGGED)}`;
  const found = read(text, size, new AnswerMarksReader({ tools: TAGGED, thinking: null }));
  expect(found).toEqual([{ kind: 'text', text: 'Let me look. <tool?' }, ...expected]);
});

test.each([
  '<|tool_call|>…<|/tool_call|>',
  '<|tool_call|>',
  '[TOOL_CALLS]',
  '"parameters": ',
  '<tool_call>',
])('calls are read as a template with %s writes them', (mark) => {
  const format = toolFormatOf(`{% if tools %}${mark}{% endif %}`);
  expect(format).not.toBeNull();
  if (!format) return;
  const found = read(
    writeCalls(calls, format),
    3,
    new AnswerMarksReader({ tools: format, thinking: null }),
  );
  expect(found).toEqual(expected);
});

test('a template without tools has no format of its own', () => {
  expect(toolFormatOf('{{ messages }}')).toBeNull();
});

test.each([1, 4, 1000])(
  'reasoning is separated from the answer in parts of %i characters',
  (size) => {
    const thinking = { open: '<think>', close: '</think>' };
    const text = '<think>\nIs 2 < 3? Yes.</think>\n\nYes.';
    expect(read(text, size, new AnswerMarksReader({ tools: null, thinking }))).toEqual([
      { kind: 'reasoning', text: '\nIs 2 < 3? Yes.' },
      { kind: 'text', text: 'Yes.' },
    ]);
    const opened = new AnswerMarksReader({ tools: null, thinking }, true);
    expect(read('Hm.</think>Ok', size, opened)).toEqual([
      { kind: 'reasoning', text: 'Hm.' },
      { kind: 'text', text: 'Ok' },
    ]);
  },
);

test('an answer that is truncated inside a call retains the partial call', () => {
  const reader = new AnswerMarksReader({ tools: TAGGED, thinking: null });
  expect(read('<tool_call>\n{"name": "f", "arguments": {"a": [1', 4, reader)).toEqual([
    { kind: 'call', text: 'f' },
    { kind: 'arguments', text: '{"a": [1' },
  ]);
});
