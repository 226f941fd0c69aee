import { expect, test } from 'vitest';
import { fitContext, promptBudget } from './fit-context.ts';
import type { WireMessage } from './to-request.ts';

const say = (role: string, content: string): WireMessage => ({ role, content });
/** A word is a token. */
const words = (list: WireMessage[]) =>
  Promise.resolve(list.reduce((n, m) => n + String(m.content).split(' ').length, 0));
const CHAT = [
  say('system', 'be brief'),
  say('user', 'one one one'),
  say('assistant', 'two two two'),
  say('user', 'three three three'),
  say('assistant', 'four four four'),
  say('user', 'five five five'),
];

test('a conversation that fits is sent whole', async () => {
  expect(await fitContext(CHAT, 17, words)).toEqual({ messages: CHAT, leftOut: 0 });
});

test('a conversation that certainly fits is not counted', async () => {
  const never = () => Promise.reject(new Error('counted'));
  expect(await fitContext(CHAT, 1_000, never)).toEqual({ messages: CHAT, leftOut: 0 });
});

test('the oldest turns are left out, the system prompt stays, and the rest begins with a question', async () => {
  const { messages, leftOut } = await fitContext(CHAT, 12, words);
  expect(messages.map((m) => m.content)).toEqual([
    'be brief',
    'three three three',
    'four four four',
    'five five five',
  ]);
  expect(leftOut).toBe(2);
});

test('the last question is sent even when it alone is too long', async () => {
  const { messages, leftOut } = await fitContext(CHAT, 2, words);
  expect(messages.map((m) => m.content)).toEqual(['be brief', 'five five five']);
  expect(leftOut).toBe(4);
});

test('five thousand messages are counted only a few times', async () => {
  const long = Array.from({ length: 5_000 }, (_, i) => say(i % 2 ? 'assistant' : 'user', 'a b c'));
  let counted = 0;
  const { messages } = await fitContext(long, 300, (list) => {
    counted++;
    return words(list);
  });
  expect(messages.length).toBe(100);
  expect(counted).toBeLessThan(14);
});

test('half the context at most is reserved for an answer', () => {
  expect(promptBudget(1024, undefined)).toBe(768);
  expect(promptBudget(1024, 100)).toBe(924);
  expect(promptBudget(1024, 5_000)).toBe(512);
});
