import { expect, test } from 'vitest';
import { assignSpeakers } from './assign-speakers.ts';

interface Word {
  text: string;
  start: number;
  end: number;
}

/** Words of half a second each. */
function segment(text: string, start = 0) {
  const words = text.split(/(?<=\S)(?= )/u).map(
    (word, i): Word => ({
      text: word,
      start: start + i / 2,
      end: start + (i + 1) / 2,
    }),
  );
  return { text, start, end: start + words.length / 2, words };
}
const turn = (speaker: string, start: number, end: number) => ({ speaker, start, end });
const assign = (text: string, ...turns: ReturnType<typeof turn>[]) =>
  assignSpeakers([segment(text)], turns, (word) => word.text).map((s) => [s.speaker, s.text]);

test('a segment of one speaker stays whole', () => {
  const whole = segment(' One two three.');
  const [found] = assignSpeakers([whole], [turn('A', 0, 2)], (word) => word.text);
  expect(found).toEqual({ ...whole, speaker: 'A' });
});

test('a segment that two people say becomes two, between words', () => {
  const found = assignSpeakers(
    [segment(' How are you fine thanks')],
    [turn('A', 0, 1.4), turn('B', 1.5, 3)],
    (word) => word.text,
  );
  expect(found.map(({ speaker, text, start, end }) => [speaker, text, start, end])).toEqual([
    ['A', ' How are you', 0, 1.5],
    ['B', ' fine thanks', 1.5, 2.5],
  ]);
  expect(found.map(({ words }) => words?.length)).toEqual([3, 2]);
});

test('a change moves to the end of a sentence that is near', () => {
  expect(assign(' How are you? Fine thanks', turn('A', 0, 1.9), turn('B', 1.9, 3))).toEqual([
    ['A', ' How are you?'],
    ['B', ' Fine thanks'],
  ]);
  expect(assign(' How are you? Fine thanks', turn('A', 0, 1), turn('B', 1, 3))).toEqual([
    ['A', ' How are you?'],
    ['B', ' Fine thanks'],
  ]);
});

test('a single word of somebody else within a sentence is taken for a mistake', () => {
  const turns = [turn('A', 0, 1), turn('B', 1, 1.5), turn('A', 1.5, 3)];
  expect(assign(' one two three four five', ...turns)).toEqual([['A', ' one two three four five']]);
});

test('words without a turn go to the nearest one; without any turn they have no speaker', () => {
  expect(assign(' one two', turn('A', 5, 6), turn('B', 30, 40))).toEqual([['A', ' one two']]);
  expect(assign(' one two')).toEqual([[null, ' one two']]);
});

test('a segment without times of words goes to who speaks most in it', () => {
  const plain = { text: 'one two three', start: 0, end: 3 };
  const found = assignSpeakers([plain], [turn('A', 0, 1), turn('B', 1, 3)], () => '');
  expect(found).toEqual([{ ...plain, speaker: 'B' }]);
});

test('texts without spaces are cut between their words', () => {
  const words = ['你', '好', '谢', '谢'].map((text, i) => ({ text, start: i, end: i + 1 }));
  const found = assignSpeakers(
    [{ text: '你好谢谢', start: 0, end: 4, words }],
    [turn('A', 0, 2), turn('B', 2, 4)],
    (word) => word.text,
  );
  expect(found.map(({ text }) => text)).toEqual(['你好', '谢谢']);
});
