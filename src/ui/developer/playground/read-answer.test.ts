import { expect, test } from 'vitest';
import { readAnswer } from './read-answer.ts';

const stream = (...pieces: object[]) =>
  `${pieces.map((piece) => `data: ${JSON.stringify(piece)}\n\n`).join('')}data: [DONE]\n\n`;

test('the pieces of every kind of stream are joined to the text that was written', () => {
  const chat = stream(
    { choices: [{ delta: { role: 'assistant' } }] },
    { choices: [{ delta: { content: 'Hel' } }] },
    { choices: [{ delta: { content: 'lo' } }] },
    { choices: [], usage: {} },
  );
  const completion = stream({ choices: [{ text: 'Hel' }] }, { choices: [{ text: 'lo' }] });
  const responses = stream(
    { type: 'response.created', response: {} },
    { type: 'response.output_text.delta', delta: 'Hel' },
    { type: 'response.output_text.delta', delta: 'lo' },
    { type: 'response.function_call_arguments.delta', delta: '{}' },
  );
  const messages = `event: content_block_delta\n${stream({ type: 'content_block_delta', delta: { type: 'text_delta', text: 'Hello' } }, { type: 'message_delta', delta: { stop_reason: 'end_turn' } })}`;
  const speech = stream({ type: 'transcript.text.delta', delta: 'Hello' });
  for (const body of [chat, completion, responses, messages, speech]) {
    expect(readAnswer(body, true)).toBe('Hello');
  }
});

test('a stream that is cut in the middle of an event shows the events before', () => {
  expect(readAnswer('data: {"choices":[{"delta":{"content":"Hi"}}]}\n\ndata: {"cho', true)).toBe(
    'Hi',
  );
});

test('whole answers show their text, vectors their number and size, rankings their order', () => {
  const read = (answer: object) => readAnswer(JSON.stringify(answer), false);
  expect(read({ choices: [{ message: { content: 'Hello' } }] })).toBe('Hello');
  expect(read({ content: [{ type: 'text', text: 'Hello' }] })).toBe('Hello');
  expect(read({ output: [{ content: [{ text: 'Hello' }] }] })).toBe('Hello');
  expect(read({ text: 'Hello' })).toBe('Hello');
  expect(read({ data: [{ embedding: [0.5, 0.25] }] })).toBe(
    '1 vector of 2 dimensions\n[0.500, 0.250, …]',
  );
  expect(read({ results: [{ index: 1, relevance_score: 0.5 }] })).toBe('1: 0.500');
  expect(readAnswer('plain text', false)).toBe('plain text');
});
