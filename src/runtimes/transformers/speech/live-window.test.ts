import { expect, test } from 'vitest';
import { couldBeSaid, isEcho, withoutLoop } from './live-window.ts';

test('a loop of the decoder ends after its first round', () => {
  const phrase = [11, 12, 13, 14, 15];
  expect(withoutLoop([1, 2, ...phrase, ...phrase, ...phrase, 11, 12])).toEqual([1, 2, ...phrase]);
  expect(withoutLoop([1, ...new Array(9).fill(7)])).toEqual([1, 7]);
  // The limit of tokens may end it in its second round.
  const sentence = [11, 12, 13, 14, 15, 16, 17];
  expect(withoutLoop([1, ...sentence, ...sentence, 11])).toEqual([1, ...sentence]);
});

test('a phrase that a person says twice stays', () => {
  const twice = [1, 11, 12, 13, 14, 11, 12, 13, 14, 2, 3];
  expect(withoutLoop(twice)).toEqual(twice);
  expect(withoutLoop([5, 5, 5, 6])).toEqual([5, 5, 5, 6]);
  expect(withoutLoop([])).toEqual([]);
});

/** "no, not now" again and again. `pace`: seconds of a word. */
const rounds = (count: number, pace: number) =>
  Array.from({ length: 3 * count }, (_, i) => ({
    text: [' no,', ' not', ' now'][i % 3] as string,
    start: i * pace,
    end: (i + 1) * pace,
  }));

test('a phrase that a person says three times is not a loop; rounds without sound of their own are', () => {
  expect(couldBeSaid(rounds(3, 0.3))).toBe(true);
  expect(couldBeSaid(rounds(9, 0.15))).toBe(true);
  const loop = rounds(6, 0.02).map((word) => ({
    ...word,
    start: word.start + 2,
    end: word.end + 2,
  }));
  expect(couldBeSaid([...rounds(1, 0.3), ...loop])).toBe(false);
  expect(couldBeSaid([])).toBe(true);
});

test('an answer that says the text before it again is an echo; one with words of its own is not', () => {
  const before = 'He asked about it. Why? It might have been in the workhouse.';
  expect(isEcho(' Why, it might have been in the workhouse', before)).toBe(true);
  // The limit of tokens may end it in its second round.
  const silly = "You don't mean that you thought me so silly.";
  expect(isEcho(` ${silly} You don`, `I see. ${silly}`)).toBe(true);
  expect(isEcho(` ${silly} I do.`, silly)).toBe(false);
  expect(isEcho(' Why, it might have been you.', before)).toBe(false);
  expect(isEcho(' He asked.', before)).toBe(false);
  expect(isEcho('', before)).toBe(false);
  expect(isEcho('今日はとても天気がいいですね', '今日はとても天気がいいですね。')).toBe(true);
});
