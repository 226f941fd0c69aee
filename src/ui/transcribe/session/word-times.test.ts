import { expect, test } from 'vitest';
import {
  alignWords,
  segmentAt,
  uncertainBelow,
  uncertainIn,
  wordAt,
  wordAtCharacter,
  wordSpans,
} from './word-times.ts';

const word = (text: string, start: number, probability = 0.9) => ({
  word: text,
  start,
  end: start + 0.5,
  probability,
});
const SAID = [word('ask', 0), word('not', 1), word('what', 2, 0.2), word('you', 3)];
const segment = { text: ' ask not what you', start: 0, end: 4, words: SAID };
const times = (text: string) =>
  alignWords(SAID, text, segment)?.map((w) => [w.word, w.start, w.probability]);

test('unchanged words of an edited text retain their times; new ones share the time between', () => {
  expect(times(' ask not why you')).toEqual([
    ['ask', 0, 0.9],
    ['not', 1, 0.9],
    ['why', 1.5, 1],
    ['you', 3, 0.9],
  ]);
  expect(times(' ask you')?.map(([text]) => text)).toEqual(['ask', 'you']);
  expect(times(' ask not what you want')?.at(-1)).toEqual(['want', 3.5, 1]);
  expect(times(' asking not what you')?.[0]).toEqual(['asking', 0, 1]);
  expect(times('')).toEqual([]);
  expect(alignWords(undefined, 'anything', segment)).toBeUndefined();
});

test('words of languages without spaces are aligned, too', () => {
  const words = [word('今日', 0), word('の', 1), word('議題', 2)];
  const now = alignWords(words, ' 今日の本題', { start: 0, end: 3 });
  expect(now?.map((w) => [w.word, w.start])).toEqual([
    ['今日', 0],
    ['の', 1],
    ['本題', 1.5],
  ]);
});

test('a word is found by time and by place, also where only the times of the segment are known', () => {
  const at = (seconds: number, of = segment as Parameters<typeof wordSpans>[0]) => {
    const span = wordAt(wordSpans(of), seconds);
    return span && of.text.slice(span.from, span.to);
  };
  expect([at(-1), at(0), at(1.7), at(2), at(99)]).toEqual([null, 'ask', 'not', 'what', 'you']);
  const plain = { text: ' one two', start: 10, end: 12 };
  expect([at(10.5, plain), at(11.9, plain)]).toEqual(['one', 'two']);
  expect(wordAtCharacter(segment, 6)?.start).toBe(1);
  expect(wordAtCharacter(segment, 99)?.start).toBe(3);
});

test('words that the text no longer holds are passed over', () => {
  const spans = wordSpans({ ...segment, text: ' ask you' });
  expect(spans.map(({ start }) => start)).toEqual([0, 3]);
});

test('uncertain words are listed with their places', () => {
  const stored = { ...segment, id: 'a', recordingId: 'r', speaker: null };
  const [only, ...more] = uncertainIn(stored, uncertainBelow([stored]));
  expect(more).toEqual([]);
  expect(segment.text.slice(only?.from, only?.to)).toBe('what');
  expect(uncertainIn({ ...stored, words: undefined }, 0.4)).toEqual([]);
});

test('at most one word in twenty-five is marked: the least certain ones', () => {
  const words = Array.from({ length: 100 }, (_, i) => ({
    word: `w${i}`,
    start: i,
    end: i + 1,
    probability: i < 60 ? 0.39 - i / 1_000 : 0.9,
  }));
  const text = words.map(({ word }) => word).join(' ');
  const stored = { id: 'a', recordingId: 'r', speaker: null, text, start: 0, end: 100, words };
  const marked = uncertainIn(stored, uncertainBelow([stored]));
  expect(marked.map(({ from, to }) => text.slice(from, to))).toEqual(['w56', 'w57', 'w58', 'w59']);
});

test('the segment at a moment is the last that began', () => {
  const all = [{ start: 1 }, { start: 3 }, { start: 5 }];
  expect(segmentAt(all, 0)).toBeNull();
  expect([1, 2.9, 3, 99].map((at) => segmentAt(all, at)?.start)).toEqual([1, 1, 3, 5]);
});
