import { expect, test } from 'vitest';
import type { StoredSegment } from '#storage/transcript-records.ts';
import { transcribe } from '#ui/messages/de/transcribe.ts';
import { transcribeText } from '#ui/messages/transcribe.ts';
import { changeSegments } from './edit-segments.ts';
import { applyTurns, findTurns, isNumbered } from './find-turns.ts';

const segment = (id: string, start: number, text: string, speaker: string | null = null) => {
  const words = text.split(' ').map((word, i) => ({
    word,
    start: start + i,
    end: start + i + 1,
    probability: 1,
  }));
  const end = start + words.length;
  return { id, recordingId: 'r', start, end, text: ` ${text}`, speaker, words };
};
const turn = (speaker: string, start: number, end: number) => ({ speaker, start, end });

function apply(
  segments: readonly StoredSegment[],
  speakers: { id: string; name: string }[],
  ...turns: ReturnType<typeof turn>[]
) {
  // Labels of one letter are unknown voices.
  const names = new Set(turns.map(({ speaker }) => speaker).filter((name) => name.length > 1));
  const change = applyTurns(segments, speakers, { turns, names });
  const named = new Map(change.speakers?.map(({ id, name }) => [id, name]));
  const rows = changeSegments(segments, change);
  return {
    change,
    rows,
    said: rows.map(({ speaker, text }) => [named.get(speaker ?? ''), text.trim()]),
  };
}

test('speakers get numbers, and a segment of two people becomes two', () => {
  const segments = [segment('a', 0, 'one two three four'), segment('b', 5, 'five six')];
  const { said, rows } = apply(segments, [], turn('A', 0, 2), turn('B', 2, 4), turn('A', 5, 7));
  expect(said).toEqual([
    ['Speaker 1', 'one two'],
    ['Speaker 2', 'three four'],
    ['Speaker 1', 'five six'],
  ]);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(3);
});

test('who speaks at the same time is stored by id, newly at each search', () => {
  const segments = [segment('a', 0, 'one two three four'), segment('b', 5, 'five six')];
  const { rows, change } = apply(segments, [], turn('A', 0, 4), turn('B', 2, 3), turn('B', 5, 7));
  const second = change.speakers?.find(({ name }) => name === 'Speaker 2');
  expect(rows[0]?.overlaps).toEqual([{ start: 2, end: 3, speaker: second?.id }]);
  expect(rows[1]).not.toHaveProperty('overlaps');
  const again = apply(rows, [...(change.speakers ?? [])], turn('A', 0, 4), turn('B', 5, 7));
  expect(again.rows.some((row) => row.overlaps)).toBe(false);
});

test('somebody who only speaks while others do is no speaker of the transcript', () => {
  const segments = [segment('a', 0, 'one two three four')];
  const { rows, change } = apply(segments, [], turn('A', 0, 4), turn('B', 2, 3));
  expect(change.speakers?.map(({ name }) => name)).toEqual(['Speaker 1']);
  expect(rows[0]).not.toHaveProperty('overlaps');
});

test('another number of speakers retains the names of those who speak there', () => {
  const ana = { id: 'x', name: 'Ana' };
  const segments = [segment('a', 0, 'one two three', 'x'), segment('b', 5, 'five six', 'x')];
  const { said, change } = apply(segments, [ana], turn('B', 0, 3), turn('A', 5, 7));
  expect(said).toEqual([
    ['Ana', 'one two three'],
    ['Speaker 1', 'five six'],
  ]);
  expect(change.speakers?.[0]).toEqual(ana);
});

test('a known voice has its name, unless a person has called it something else', () => {
  const segments = [
    segment('a', 0, 'one two', 'x'),
    segment('b', 5, 'five six', 'y'),
    segment('c', 9, 'nine ten', null),
  ];
  const speakers = [
    { id: 'x', name: 'Speaker 1' },
    { id: 'y', name: 'The guest' },
  ];
  const turns = [turn('Ana', 0, 2), turn('Ben', 5, 7), turn('Cleo', 9, 11)];
  const { said, change } = apply(segments, speakers, ...turns);
  expect(said).toEqual([
    ['Ana', 'one two'],
    ['The guest', 'five six'],
    ['Cleo', 'nine ten'],
  ]);
  expect(change.speakers?.map(({ id }) => id).slice(0, 2)).toEqual(['x', 'y']);
  // Somebody of that name is there already: a name is given once.
  const again = apply(segments, change.speakers as never, turn('A', 0, 2), turn('Ana', 5, 7));
  expect(again.said.map(([name]) => name).filter((name) => name === 'Ana')).toHaveLength(1);
});

test('a number is one in every language of the app', () => {
  expect(
    [transcribeText, transcribe].map((texts) => isNumbered(texts.numberedSpeaker(12))),
  ).toEqual([true, true]);
  expect(isNumbered('Speaker of the house')).toBe(false);
});

test('a number that is a name already is left out', () => {
  const before = { id: 'x', name: 'Speaker 1' };
  const segments = [segment('a', 0, 'one two', null), segment('b', 5, 'five six', 'x')];
  const { said } = apply(segments, [before], turn('A', 0, 2), turn('B', 5, 7));
  expect(said).toEqual([
    ['Speaker 2', 'one two'],
    ['Speaker 1', 'five six'],
  ]);
});

test('asks for the turns of a stored recording, and reports how far it is', async () => {
  const sent: Record<string, unknown>[] = [];
  const events = [
    { audio: { decoded_seconds: 5 } },
    { type: 'transcript.text.segment', start: 0, end: 2, text: '', speaker: 'A' },
    { type: 'transcript.text.done', text: '' },
  ];
  const body = (all: object[]) => all.map((e) => `data: ${JSON.stringify(e)}\n\n`).join('');
  let answer = body(events);
  const v1 = (_path: string, form: unknown) => {
    sent.push(Object.fromEntries(form as FormData));
    return Promise.resolve(
      new Response(answer, { headers: { 'content-type': 'text/event-stream' } }),
    );
  };
  const seconds: number[] = [];
  const { signal } = new AbortController();
  const voices = {
    addTo: (form: FormData) => {
      form.append('known_speaker_names[]', 'Ana');
      return Promise.resolve(new Set(['Ana']));
    },
  };
  const count = { min: 2, max: 3 };
  const search = { id: 'r', count, voices, onHeard: (s: number) => seconds.push(s) };
  const ask = () => findTurns(v1, search, signal);
  expect(await ask()).toEqual({ turns: [turn('A', 0, 2)], names: new Set(['Ana']) });
  expect(seconds).toEqual([5]);
  expect(sent[0]).toMatchObject({ recording: 'r', min_speakers: '2', max_speakers: '3' });
  answer = body(events.slice(0, 2));
  await expect(ask()).rejects.toThrow('The speakers could not be found.');
});
