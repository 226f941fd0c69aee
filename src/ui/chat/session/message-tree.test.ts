import { expect, test } from 'vitest';
import type { Message } from '#storage/chat-records.ts';
import {
  asSeenBy,
  buildTree,
  newestLeaf,
  pathTo,
  secondAnswerOf,
  soundLeaf,
  versionsOf,
  withMessage,
} from './message-tree.ts';

let clock = 0;
function message(id: string, parentId: string | null, more: Partial<Message> = {}): Message {
  clock++;
  const role = more.role ?? 'user';
  return {
    id,
    conversationId: 'c',
    parentId,
    role,
    createdAt: clock,
    text: id,
    state: 'done',
    ...more,
  };
}

test('the path leads from the first message to the leaf of a branch', () => {
  const tree = buildTree([
    message('a', null),
    message('b', 'a'),
    message('c', 'b'),
    message('d', 'b'),
  ]);
  expect(pathTo(tree, 'd').map((m) => m.id)).toEqual(['a', 'b', 'd']);
  expect(pathTo(tree, null)).toEqual([]);
});

test('branches are versions of one place, and switching goes to the newest leaf', () => {
  const a = message('a', null);
  const tree = buildTree([
    a,
    message('a2', null),
    message('b', 'a2'),
    message('c', 'b'),
    message('d', 'b'),
  ]);
  expect(versionsOf(tree, a)).toEqual(['a', 'a2']);
  expect(newestLeaf(tree, 'a2')).toBe('d');
  expect(newestLeaf(tree, 'a')).toBe('a');
});

test('a second model answers next to the first and reads its own answers', () => {
  const first = message('x', 'a', { role: 'assistant', modelIndex: 0 });
  const second = message('y', 'a', { role: 'assistant', modelIndex: 1 });
  const tree = buildTree([message('a', null), first, second, message('b', 'x')]);
  expect(secondAnswerOf(tree, first)).toBe(second);
  expect(versionsOf(tree, first)).toEqual(['x']);
  expect(newestLeaf(tree, 'a')).toBe('b');
  const seen = asSeenBy(tree, pathTo(tree, 'b'), 1);
  expect(seen.map((m) => m.id)).toEqual(['a', 'y', 'b']);
});

test('a broken import neither loops nor loses messages', () => {
  const circle = [message('a', 'c'), message('b', 'a'), message('c', 'b'), message('below', 'b')];
  const tree = buildTree([...circle, message('self', 'self'), message('d', 'gone')]);
  expect(tree.children.get(null)).toEqual(['a', 'self', 'd']);
  expect(newestLeaf(tree, 'a')).toBe('below');
  expect(pathTo(tree, 'c').map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  expect(pathTo(tree, 'below').map(({ id }) => id)).toEqual(['a', 'b', 'below']);
  expect(pathTo(tree, 'self').map(({ id }) => id)).toEqual(['self']);
});

test('a chat whose last message cannot be read shows its newest branch', () => {
  const tree = buildTree([message('a', null), message('b', 'a'), message('c', 'a')]);
  expect(soundLeaf(tree, 'gone')).toBe('c');
  expect(soundLeaf(tree, 'b')).toBe('b');
  expect(soundLeaf(tree, null)).toBe('c');
  expect(soundLeaf(buildTree([]), null)).toBe(null);
  expect(soundLeaf(buildTree([message('x', 'y'), message('y', 'x')]), null)).toBe('y');
  expect(soundLeaf(buildTree([]), 'gone')).toBe('gone');
});

test('adding and changing a message equals building the tree from scratch', () => {
  const a = message('a', null);
  const b = message('b', 'a');
  const changed = { ...a, text: 'changed' };
  const grown = withMessage(withMessage(buildTree([a]), b), changed);
  expect(grown).toEqual(buildTree([changed, b]));
});
