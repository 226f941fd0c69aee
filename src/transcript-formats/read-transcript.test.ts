import { expect, test } from 'vitest';
import { startStopwatch } from '#testing/test-run.ts';
import { readSubtitles, readVerboseJson } from './read-transcript.ts';

const said = (text: string, start: number, end: number) => ({ text, start, end });
const words = (...all: [word: string, start: number, end: number][]) =>
  all.map(([word, start, end]) => ({ word, start, end }));
const wordsOf = (value: object) =>
  readVerboseJson(value)?.segments.map((segment) => segment.words?.map(({ text }) => text));

/** As whisper-1 of OpenAI answers: words without punctuation and without the space before them. */
const OPENAI = {
  task: 'transcribe',
  language: 'english',
  duration: 6,
  text: 'Well, it’s “late” (again). Twenty-five herons wait—why? No one knows.',
  segments: [
    said(' Well, it’s “late” (again).', 0, 2),
    said(' Twenty-five herons wait—why?', 2, 4),
    said(' No one knows.', 4, 6),
  ],
  words: words(
    ...([
      ['Well', 0, 0.3],
      ['it’s', 0.3, 0.8],
      ['late', 0.8, 1.4],
      ['again', 1.4, 2.02],
      ['Twenty', 2.02, 2.4],
      ['five', 2.4, 2.6],
      ['herons', 2.6, 3],
      ['wait', 3, 3.4],
      ['why', 3.4, 4],
      ['No', 4, 4.4],
      ['one', 4.4, 5],
      ['knows', 5, 6],
    ] as [string, number, number][]),
  ),
};

test('words without punctuation get the punctuation around them', () => {
  expect(wordsOf(OPENAI)).toEqual([
    [' Well,', ' it’s', ' “late”', ' (again).'],
    [' Twenty-', 'five', ' herons', ' wait—', 'why?'],
    [' No', ' one', ' knows.'],
  ]);
});

test('a text that its words do not spell costs only its own', () => {
  const [first, , last] = OPENAI.segments;
  const changed = { ...OPENAI, segments: [first, said(' 25 herons. Why?', 2, 4), last] };
  const [all, none, rest] = wordsOf(changed) ?? [];
  expect(all).toHaveLength(4);
  expect(none).toBeUndefined();
  expect(rest).toEqual([' No', ' one', ' knows.']);
  const without = { ...OPENAI, segments: [said(' Something else.', 0, 2), last] };
  expect(wordsOf(without)).toEqual([undefined, [' No', ' one', ' knows.']]);
  // Without the first text: its words end before the second one begins, but for the last one.
  expect(wordsOf({ ...OPENAI, segments: OPENAI.segments.slice(1) })).toEqual([
    [' Twenty-', 'five', ' herons', ' wait—', 'why?'],
    [' No', ' one', ' knows.'],
  ]);
});

test('words of no characters and texts of one word each end in time', () => {
  const many = Array.from({ length: 100_000 }, (_, i) => i);
  const stopwatch = startStopwatch();
  const read = readVerboseJson({
    segments: many.map((i) => said(' a', i, i + 1)),
    words: [
      ...many.map((i) => ({ word: '', start: i, end: i })),
      ...many.map((i) => ({ word: 'b', start: 200_000, end: 200_000 + i })),
    ],
  });
  expect(read?.segments).toHaveLength(100_000);
  expect(stopwatch()).toBeLessThan(3_000);
});

test('blocks without times are text of the subtitle before them, up to its limit, in linear time', () => {
  const cue = (i: number) => `00:00:0${i}.000 --> 00:00:0${i}.500\nWord ${i}`;
  const blocks = 'a\n\n\nb\n\n'.repeat(1_000_000);
  const stopwatch = startStopwatch();
  const read = readSubtitles(`WEBVTT\n\n${cue(1)}\n\n${blocks}${cue(2)}\n\nmore\n\nNOTE not this`);
  expect(stopwatch()).toBeLessThan(4_000);
  expect(read?.segments.map(({ text }) => text.length)).toEqual([100_000, 'Word 2\nmore'.length]);
  expect(read?.segments[0]?.text.slice(0, 10)).toBe('Word 1\na\nb');
});
