import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { exportBackup, importBackup } from '#testing/backups.ts';
import { AlcoveDatabase } from './database.ts';
import { TranscriptEdits } from './transcript-edits.ts';
import type { WindowResult } from './transcript-records.ts';
import { Transcripts } from './transcripts.ts';

const OPTIONS = { model: 'alcove-whisper', language: null, translate: false };
const open = () => {
  const database = new AlcoveDatabase(crypto.randomUUID());
  return { database, transcripts: new Transcripts(database) };
};
const file = (name: string) => new File(['sound'], name, { type: 'audio/wav' });
const windowOf = (index: number, text: string): WindowResult => ({
  index,
  start: index * 30,
  end: index * 30 + 29,
  segments: [{ text, start: index * 30, end: index * 30 + 1 }],
  language: 'en',
  leftOut: null,
});

test('files stand in the queue in the order they came, and change places', async () => {
  const { transcripts } = open();
  const a = await transcripts.add(file('a.wav'), OPTIONS, 1);
  const b = await transcripts.add(file('b.wav'), OPTIONS, 2);
  await transcripts.swap(a, b);
  expect((await transcripts.list()).map((r) => r.name)).toEqual(['b.wav', 'a.wav']);
});

test('files that are added together get a place each', async () => {
  const { transcripts } = open();
  await Promise.all(['a', 'b', 'c'].map((name) => transcripts.add(file(name), OPTIONS, 1)));
  expect((await transcripts.list()).map((row) => row.order)).toEqual([1, 2, 3]);
});

test('the first words come from the first segments, of however many', async () => {
  const { database, transcripts } = open();
  const { id } = await transcripts.add(file('a.wav'), OPTIONS, 1);
  await transcripts.update(id, { state: 'running' });
  const segments = Array.from({ length: 13 }, (_, i) => ({ text: ` ${i}`, start: i, end: i + 1 }));
  await transcripts.saveWindow(id, { ...windowOf(0, ''), segments });
  expect(await new TranscriptEdits(database).firstWords(id)).toBe('0 1 2 3 4 5');
});

test('a window is saved once, in its turn only', async () => {
  const { transcripts } = open();
  const { id } = await transcripts.add(file('a.wav'), OPTIONS, 1);
  await transcripts.saveWindow(id, windowOf(0, ' one'));
  await transcripts.saveWindow(id, windowOf(0, ' one again'));
  await transcripts.saveWindow(id, windowOf(2, ' three'));
  await transcripts.saveWindow(id, { ...windowOf(1, ' two'), leftOut: 'repeated' });
  expect((await transcripts.segments(id)).map((s) => s.text)).toEqual([' one', ' two']);
  expect(await transcripts.get(id)).toMatchObject({
    windowsDone: 2,
    doneSeconds: 59,
    detectedLanguage: 'en',
    leftOut: [{ start: 30, end: 59, why: 'repeated' }],
  });
});

test('a damaged segment whose id is a number leaves the others readable', async () => {
  const { database, transcripts } = open();
  const { id } = await transcripts.add(file('a.wav'), OPTIONS, 1);
  await transcripts.saveWindow(id, windowOf(0, ' one'));
  const damaged = { id: 0, recordingId: id, text: 'x', start: 0, end: 1 };
  await database.table('segments').put(damaged);
  const read: string[] = [];
  for await (const segments of new TranscriptEdits(database).read(id)) {
    read.push(...segments.map(({ text }) => text));
  }
  expect(read).toEqual([' one']);
});

test('a state changes only from where it was thought to be', async () => {
  const { transcripts } = open();
  const { id } = await transcripts.add(file('a.wav'), OPTIONS, 1);
  expect(await transcripts.move(id, ['running'], 'paused')).toBe(false);
  expect(await transcripts.move(id, ['waiting', 'running'], 'paused')).toBe(true);
  expect(await transcripts.move('none', ['paused'], 'waiting')).toBe(false);
  expect((await transcripts.get(id))?.state).toBe('paused');
});

test('undo restores a removed recording completely', async () => {
  const { transcripts } = open();
  const { id } = await transcripts.add(file('a.wav'), OPTIONS, 1);
  await transcripts.saveWindow(id, windowOf(0, ' one'));
  await transcripts.finish(id, 29, Uint8Array.of(1, 2, 3));
  const undo = await transcripts.remove(id);
  expect(await transcripts.list()).toEqual([]);
  expect(await transcripts.segments(id)).toEqual([]);
  await undo();
  expect((await transcripts.get(id))?.state).toBe('done');
  expect([...(await transcripts.peaks(id))]).toEqual([1, 2, 3]);
  expect(await transcripts.segments(id)).toHaveLength(1);
});

test('transcribing again removes the first transcript', async () => {
  const { transcripts } = open();
  const { id } = await transcripts.add(file('a.wav'), OPTIONS, 1);
  await transcripts.saveWindow(id, windowOf(0, ' one'));
  await transcripts.startAgain(id, { ...OPTIONS, translate: true });
  expect(await transcripts.segments(id)).toEqual([]);
  expect(await transcripts.get(id)).toMatchObject({
    state: 'waiting',
    windowsDone: 0,
    translate: true,
  });
});

test('pieces from the microphone become a recording when their page is gone', async () => {
  const { transcripts } = open();
  await transcripts.savePart('a', new Blob(['1'], { type: 'audio/webm' }));
  await transcripts.savePart('b', new Blob(['x']));
  await transcripts.savePart('a', new Blob(['2']));
  await transcripts.dropParts('b');
  await transcripts.recoverRecordings(OPTIONS, 5);
  const [recording, ...more] = await transcripts.list();
  expect(more).toEqual([]);
  expect(recording).toMatchObject({ name: 'Recovered recording.webm', state: 'waiting' });
  expect(await (await transcripts.file(recording?.id ?? ''))?.text()).toBe('12');
  await transcripts.recoverRecordings(OPTIONS, 6);
  expect(await transcripts.list()).toHaveLength(1);
});

test('an export includes transcripts', async () => {
  const { database, transcripts } = open();
  const { id } = await transcripts.add(file('a.wav'), OPTIONS, 1);
  await transcripts.saveWindow(id, windowOf(0, ' one'));
  await transcripts.finish(id, 29, Uint8Array.of(7));
  const other = open();
  await importBackup(other.database, await exportBackup(database));
  expect([...(await other.transcripts.peaks(id))]).toEqual([7]);
  expect((await other.transcripts.segments(id))[0]?.text).toBe(' one');
  expect(await (await other.transcripts.file(id))?.text()).toBe('sound');
});
