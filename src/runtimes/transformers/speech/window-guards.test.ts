import { expect, test } from 'vitest';
import { couldBeSaid, judgeWindow } from './window-guards.ts';

const spoken = (text: string, start: number, end: number) => ({ text, start, end });

test('ordinary words pass', () => {
  expect(judgeWindow([spoken(' one two three', 0, 1.2), spoken(' four', 2, 2.4)])).toBeNull();
  expect(judgeWindow([])).toBeNull();
});

test('a person may say one word twenty times', () => {
  const said = Array.from({ length: 20 }, (_, i) => spoken(' five', i, i + 0.4));
  expect(judgeWindow(said)).toBeNull();
});

test('a phrase that loops in no time is left out', () => {
  expect(judgeWindow([spoken(' thank you'.repeat(40), 0, 2)])).toBe('repeated');
  const looped = Array.from({ length: 60 }, (_, i) => spoken(' one', i / 50, (i + 1) / 50));
  expect(judgeWindow(looped)).toBe('repeated');
});

test('text faster than speech is left out', () => {
  const words = Array.from({ length: 60 }, (_, i) => `word${i}`).join(' ');
  expect(judgeWindow([spoken(words, 0, 2)])).toBe('implausible');
});

test('one phrase in every segment is music where silence is likely, and a person where it is not', () => {
  const decoding = { tokens: [], temperature: 0, avgLogprob: -0.5, compressionRatio: 2 };
  const repeated = (noSpeechProb: number) =>
    [0, 5, 10].map((at) => ({
      ...spoken(' Wait.', at, at + 5),
      decoding: { ...decoding, noSpeechProb },
    }));
  expect(judgeWindow(repeated(0.26))).toBe('no-speech');
  expect(judgeWindow(repeated(0.14))).toBeNull();
});

test('what has the time of speech could be said, a loop that has none could not', () => {
  const sentence = ' And so my fellow Americans, ask not what your country can do for you.';
  const said = [0, 8, 16].map((at) => spoken(sentence, at, at + 6));
  expect(couldBeSaid(said)).toBe(true);
  expect(couldBeSaid([...said, spoken(sentence, 24, 24.6)])).toBe(false);
  expect(couldBeSaid([spoken(' you', 0, 28)])).toBe(false);
});
