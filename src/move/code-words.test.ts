import { expect, test } from 'vitest';
import { roomOf } from '#transport/move-rooms.ts';
import { newCode, readCode, WORDS } from './code-words.ts';

test('the list has 256 words that differ in four characters', () => {
  expect(WORDS).toHaveLength(256);
  expect(new Set(WORDS.map((word) => word.slice(0, 4))).size).toBe(256);
  expect(WORDS.filter((word) => !/^[a-z]{3,8}$/.test(word))).toEqual([]);
});

test('a code is read as it was made, in capitals, with spaces, and by the first four characters of its words', () => {
  for (let i = 0; i < 200; i++) {
    const code = newCode();
    expect(readCode(code.text)).toEqual(code);
    const typed = code.text.toUpperCase().replaceAll('-', '  ');
    expect(readCode(` ${typed}\n`)).toEqual(code);
    expect(readCode(code.text.replace(/\w+/g, (word) => word.slice(0, 4)))).toEqual(code);
    expect(roomOf(`/move-rooms/${code.room}?first`)).toEqual({ room: code.room, isFirst: true });
    expect(code.room.includes(code.secret)).toBe(false);
  }
});

test('anything else is no code', () => {
  for (const text of [
    '',
    'heron',
    'heron tulip zebra toast',
    'heron tulip zebra toast xylo',
    'a b c d e',
  ]) {
    expect(readCode(text)).toBeNull();
  }
  expect(readCode('heron tulip zebra toast otters')).toBeNull();
  expect(readCode('heron tulip zebra toast canoe canoe')).toBeNull();
});
