import { expect, test } from 'vitest';
import type { StoredSegment } from '#storage/transcript-records.ts';
import { readingOf } from './read-transcript.ts';

const segment = (at: number, speaker: string | null, text: string) =>
  ({ id: `s${at}`, recordingId: 'r', start: at, end: at + 1, speaker, text }) as StoredSegment;
const SEGMENTS = [
  segment(0, 'a', ' Hello.'),
  segment(1, 'a', ' How are you?'),
  segment(2, 'b', ' Fine.'),
  segment(3, null, ' Noise.'),
  segment(4, 'a', ' Good.'),
];
const SPEAKERS = [
  { id: 'a', name: 'Ana' },
  { id: 'b', name: 'Ben' },
];
const named = (chapters: readonly { title: string; from: number }[] = [], text = '') =>
  chapters.map(({ title, from }) => `${title}: ${text.slice(from, from + 4)}`);

test('the chapters of a transcript are the turns of its speakers', () => {
  const { chapters, read } = readingOf({ id: 'r', name: 'Talk' }, SEGMENTS, SPEAKERS, null);
  expect(named(chapters, read().text)).toEqual(['Ana: Hell', 'Ben: Fine', 'Ana: Good']);
});

test('marks are the chapters where there are any', () => {
  const marks = [
    { id: 'm', second: 1.5, text: 'A question' },
    { id: 'n', second: 3.2, text: '' },
  ];
  const recording = { id: 'r', name: 'Talk', marks };
  const { chapters, read } = readingOf(recording, SEGMENTS, SPEAKERS, null);
  expect(named(chapters, read().text)).toEqual(['A question: How ', '0:03: Nois']);
});

test('reading begins at the segment that is chosen', () => {
  const { from = 0, read } = readingOf({ id: 'r', name: 'T' }, SEGMENTS, [], SEGMENTS[2] ?? null);
  expect(read().text.slice(from)).toBe('Fine.\n\nNoise.\n\nGood.');
});
