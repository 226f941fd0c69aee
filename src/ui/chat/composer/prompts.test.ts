import { expect, test } from 'vitest';
import { findPrompts, listPrompts } from './prompts.ts';

const mail = { id: 'a', text: 'Write a reply to this mail:\nkind and short', savedAt: 1 };

test('own prompts come first, named by their first line, and are found by their words', () => {
  const [own] = listPrompts([mail]);
  expect(own).toMatchObject({ name: 'Write a reply to this mail:', own: mail });
  expect(findPrompts(listPrompts([mail]), 'KIND')).toEqual([own]);
  expect(findPrompts(listPrompts([]), 'summ').map(({ name }) => name)).toEqual(['Summarise']);
});
