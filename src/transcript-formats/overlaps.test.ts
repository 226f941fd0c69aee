import { expect, test } from 'vitest';
import { assignSpeakers } from './assign-speakers.ts';
import { toDiarizedJson, toDiarizedSegments } from './diarized-json.ts';
import { overlapsOf, overlapsWithin } from './overlaps.ts';
import { readVerboseJson } from './read-transcript.ts';
import type { SpokenSegment } from './segment.ts';
import { writeTranscript } from './write-transcript.ts';

const turn = (speaker: string, start: number, end: number) => ({ speaker, start, end });
const said = (text: string, start: number, end: number) => ({ text, start, end });
const assign = (segments: ReturnType<typeof said>[], ...turns: ReturnType<typeof turn>[]) =>
  assignSpeakers(segments, turns, () => '').map(({ speaker, overlaps }) => [speaker, overlaps]);

test('two turns overlap where they share more than a change of speakers blurs', () => {
  const turns = [turn('A', 0, 5), turn('B', 2, 3), turn('B', 4.9, 9), turn('C', 8, 12)];
  expect(overlapsOf(turns)).toEqual([
    { start: 2, end: 3, speakers: ['A', 'B'] },
    { start: 8, end: 9, speakers: ['B', 'C'] },
  ]);
});

test('three people who speak together overlap in pairs, and one person never with themselves', () => {
  const found = overlapsOf([turn('A', 0, 9), turn('A', 1, 3), turn('B', 2, 6), turn('C', 4, 8)]);
  expect(found.map(({ speakers, start, end }) => [...speakers, start, end])).toEqual([
    ['A', 'B', 2, 6],
    ['A', 'B', 2, 3],
    ['A', 'C', 4, 8],
    ['B', 'C', 4, 6],
  ]);
});

test('a segment has its speaker, and who else speaks in it, on both sides of a change', () => {
  const segments = [said('one', 0, 5), said('two', 5, 9), said('three', 20, 22)];
  expect(assign(segments, turn('A', 0, 6), turn('B', 4, 9), turn('A', 20, 22))).toEqual([
    ['A', [turn('B', 4, 5)]],
    ['B', [turn('A', 5, 6)]],
    ['A', undefined],
  ]);
});

test('a word of agreement within a long turn is an overlap of its segment alone', () => {
  const segments = [said('one', 0, 5), said('two', 5, 9)];
  expect(assign(segments, turn('A', 0, 9), turn('B', 6, 6.5))).toEqual([
    ['A', undefined],
    ['A', [turn('B', 6, 6.5)]],
  ]);
});

test('of an overlap that a segment barely has nothing is left', () => {
  expect(overlapsWithin([turn('B', 4, 5)], { start: 4.95, end: 9 })).toEqual({});
});

test('diarized_json has each text once, with who else speaks; turns alone overlap', () => {
  const turns = [turn('A', 0, 9), turn('B', 6, 6.504)];
  const { segments, text } = toDiarizedJson([said(' Hello all.', 0, 9)], turns, 9);
  expect(text).toBe('Hello all.');
  expect(segments).toMatchObject([{ speaker: 'A', overlaps: [turn('B', 6, 6.5)] }]);
  const alone = toDiarizedSegments([], turns);
  expect(alone.map(({ speaker, start, end, text: none }) => [speaker, start, end, none])).toEqual([
    ['A', 0, 9, ''],
    ['B', 6, 6.5, ''],
  ]);
  expect(alone.some((one) => 'overlaps' in one)).toBe(false);
});

test('the JSON of a transcript has overlaps by name, and they are read back', () => {
  const segments: SpokenSegment[] = [
    { ...said(' We should go.', 0, 5), speaker: 'Ana', overlaps: [turn('Ben', 4, 4.5)] },
    { ...said(' Yes.', 5, 6), speaker: 'Ben' },
  ];
  const facts = { title: 't', language: 'english', durationSeconds: 6, translated: false };
  const write = (speakers: boolean) =>
    JSON.parse(
      writeTranscript({ ...facts, segments }, 'json', { speakers, times: true, lineLength: null }),
    );
  expect(readVerboseJson(write(true))?.segments).toEqual(segments);
  expect(JSON.stringify(write(false))).not.toContain('Ben');
});

test('overlaps of a file that are none are left out', () => {
  const overlaps = [
    turn('Ben', 1, 2),
    { start: 'a', end: 2, speaker: 'Ben' },
    turn('', 1, 2),
    turn('Ben', 30, 40),
    null,
  ];
  const segment = { ...said('Go.', 0, 5), speaker: 'Ana', overlaps };
  expect(readVerboseJson({ segments: [segment] })?.segments[0]?.overlaps).toEqual([
    turn('Ben', 1, 2),
  ]);
});
