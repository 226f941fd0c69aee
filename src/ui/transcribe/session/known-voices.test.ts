import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { toWav } from '#base/audio.ts';
import { AlcoveDatabase } from '#storage/database.ts';
import type { KnownVoice, StoredSegment } from '#storage/transcript-records.ts';
import { clipOf, KnownVoices } from './known-voices.ts';

const segment = (start: number, end: number, speaker = 's'): StoredSegment => ({
  id: `${start}`,
  ...{ recordingId: 'r', start, end, text: ' text', speaker },
});

test.each([
  ['the first long stretch', [segment(0, 3), segment(4, 10), segment(11, 30)], [4, 10]],
  ['at most ten seconds of it', [segment(2, 60)], [2, 12]],
  ['the longest where all are short', [segment(0, 2.5), segment(4, 8), segment(9, 10)], [4, 8]],
  ['none of somebody else', [segment(0, 9, 'other'), segment(10, 13)], [10, 13]],
])('a voice is known by %s', (_, segments, [start, end]) => {
  expect(clipOf(segments, 's')).toEqual({ start, end });
});

test('less than two seconds of a voice are too few', () => {
  expect(clipOf([segment(0, 1.9)], 's')).toBeNull();
  expect(clipOf([], 's')).toBeNull();
});

test('what a backup brings in place of a clip is left out of requests, and a forgotten one comes back', async () => {
  const database = new AlcoveDatabase(`voices-${crypto.randomUUID()}`);
  const voices = new KnownVoices(database);
  const voice = (name: string, clip: Blob, addedAt: number): KnownVoice => ({
    ...{ id: name, name, clip, source: 'talk.wav', addedAt },
  });
  const clip = toWav(new Float32Array(48_000));
  await database.knownVoices.bulkAdd([
    voice('Ana', clip, 1),
    voice('Noise', new Blob([new Uint8Array(clip.size)]), 2),
    voice('Short', toWav(new Float32Array(8_000)), 3),
    voice('Ben', clip, 4),
  ]);
  const form = new FormData();
  expect([...(await voices.addTo(form))]).toEqual(['Ana', 'Ben']);
  expect(form.getAll('known_speaker_names[]')).toEqual(['Ana', 'Ben']);
  expect(form.getAll('known_speaker_references[]')).toHaveLength(2);
  const restore = await voices.forget('Ana');
  expect((await voices.list()).map(({ name }) => name)).toEqual(['Noise', 'Short', 'Ben']);
  await restore();
  expect((await voices.list()).map(({ name }) => name)).toEqual(['Ana', 'Noise', 'Short', 'Ben']);
  await voices.forget();
  expect(await voices.list()).toEqual([]);
});
