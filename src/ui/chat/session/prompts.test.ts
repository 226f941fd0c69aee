import { beforeEach, expect, test, vi } from 'vitest';
import { deletePrompt, findPrompts, listPrompts, savePrompt } from './prompts.ts';

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
  });
});

test('own prompts come first, are found by their words, and are deleted', () => {
  savePrompt('Write a reply to this mail:\nkind and short');
  const [own] = findPrompts(listPrompts(), 'kind');
  expect(own).toMatchObject({ name: 'Write a reply to this mail:', isOwn: true });
  deletePrompt(own?.text ?? '');
  expect(listPrompts().some(({ isOwn }) => isOwn)).toBe(false);
});

test('a store that holds something else has no own prompts', () => {
  localStorage.setItem('alcove-prompts', '{"a": 1}');
  expect(listPrompts().every(({ isOwn }) => !isOwn)).toBe(true);
  expect(findPrompts(listPrompts(), 'summ').map(({ name }) => name)).toEqual(['Summarise']);
});
