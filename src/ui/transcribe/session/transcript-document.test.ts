import { beforeEach, expect, test, vi } from 'vitest';
import { TranscriptEdits } from '#storage/transcript-edits.ts';
import type { WindowResult } from '#storage/transcript-records.ts';
import { Transcripts } from '#storage/transcripts.ts';
import { stubLocalStorage } from '#testing/stub-local-storage.ts';
import { createTestPorts } from '#testing/test-ports.ts';
import { TranscriptDocument } from './transcript-document.ts';
import { dropUnsaved, storeUnsaved, takeUnsaved } from './unsaved-edits.ts';

beforeEach(stubLocalStorage);

const OPTIONS = { model: 'scripted-speech', language: null, translate: false };

const windowOf = (index: number, ...texts: string[]): WindowResult => ({
  index,
  start: index * 30,
  end: index * 30 + 30,
  segments: texts.map((text, i) => ({
    text,
    start: index * 30 + i,
    end: index * 30 + i + 1,
  })),
  language: 'en',
  leftOut: null,
});

async function open() {
  const { ports, toasts } = await createTestPorts();
  const transcripts = new Transcripts(ports.store.database);
  const { id } = await transcripts.add(new File(['x'], 'a.wav'), OPTIONS, 0);
  await transcripts.saveWindow(id, windowOf(0, ' One two', ' three.', ' Four'));
  let now = 0;
  ports.clock = () => now;
  const leaving: (() => void)[] = [];
  ports.onLeave = (listener) => {
    leaving.push(listener);
    return () => {};
  };
  const leave = () => {
    for (const listener of leaving) listener();
  };
  const transcript = new TranscriptDocument(id, ports);
  transcript.open();
  const shown = () => transcript.state.getState().segments?.map((s) => s.text);
  const stored = async () => (await transcripts.segments(id)).map((s) => s.text);
  const ids = () => transcript.state.getState().segments?.map((s) => s.id) ?? [];
  await expect.poll(shown).toHaveLength(3);
  const pass = (ms: number) => {
    now += ms;
  };
  return { id, ids, leave, ports, toasts, transcripts, transcript, shown, stored, pass };
}

test('edits show immediately, are stored, and can be undone one by one and redone', async () => {
  const { ids, transcript, shown, stored, pass } = await open();
  const [first = '', second = ''] = ids();
  transcript.write(first, ' One too');
  pass(5_000);
  const cursor = transcript.split(first, 4);
  expect(cursor?.at).toBe(1);
  expect(shown()).toEqual([' One', ' too', ' three.', ' Four']);
  pass(5_000);
  expect(transcript.join(second)).toEqual({ id: cursor?.id, at: 4 });
  expect(shown()).toEqual([' One', ' too three.', ' Four']);
  await transcript.flush();
  expect(await stored()).toEqual([' One', ' too three.', ' Four']);

  transcript.undo();
  transcript.undo();
  expect(shown()).toEqual([' One too', ' three.', ' Four']);
  transcript.undo();
  expect(shown()).toEqual([' One two', ' three.', ' Four']);
  expect(transcript.undo()).toBeNull();
  expect(transcript.state.getState()).toMatchObject({ canUndo: false, canRedo: true });
  for (let i = 0; i < 4; i++) transcript.redo();
  expect(shown()).toEqual([' One', ' too three.', ' Four']);
  await transcript.flush();
  expect(await stored()).toEqual([' One', ' too three.', ' Four']);
});

test('input without a pause is undone together', async () => {
  const { ids, transcript, shown, pass } = await open();
  const [first = ''] = ids();
  for (const text of [' One two,', ' One two, s', ' One two, so']) {
    transcript.write(first, text);
    pass(200);
  }
  pass(2_000);
  transcript.write(first, ' One two, so!');
  transcript.undo();
  expect(shown()?.[0]).toBe(' One two, so');
  transcript.undo();
  expect(shown()?.[0]).toBe(' One two');
});

test('a segment whose text is deleted goes when the cursor leaves it, and undo brings both back', async () => {
  const { ids, transcript, shown, stored } = await open();
  const [, second = ''] = ids();
  transcript.write(second, '');
  expect(shown()).toEqual([' One two', '', ' Four']);
  transcript.leave(second);
  expect(shown()).toEqual([' One two', ' Four']);
  await transcript.flush();
  expect(await stored()).toEqual([' One two', ' Four']);
  transcript.undo();
  expect(shown()).toEqual([' One two', ' three.', ' Four']);
});

test('windows that are transcribed while a person edits are added, and the edits stay', async () => {
  const { id, ids, transcripts, transcript, shown, stored } = await open();
  transcript.write(ids()[0] ?? '', ' Mine');
  await transcripts.saveWindow(id, windowOf(1, ' Five'));
  await expect.poll(shown).toEqual([' Mine', ' three.', ' Four', ' Five']);
  await transcript.flush();
  expect(await stored()).toEqual([' Mine', ' three.', ' Four', ' Five']);
  transcript.undo();
  expect(shown()).toEqual([' One two', ' three.', ' Four', ' Five']);
});

test('edits of another tab are shown', async () => {
  const { id, ids, ports, transcript, shown } = await open();
  const other = new TranscriptDocument(id, ports);
  other.open();
  await expect.poll(() => other.state.getState().segments).toHaveLength(3);
  other.write(ids()[2] ?? '', ' Theirs');
  await expect.poll(shown).toEqual([' One two', ' three.', ' Theirs']);
  transcript.write(ids()[0] ?? '', ' Mine');
  const theirs = () => other.state.getState().segments?.map((s) => s.text);
  await expect.poll(theirs).toEqual([' Mine', ' three.', ' Theirs']);
});

test('a transcript that is made again replaces this one, and undo of edits ends', async () => {
  const { id, ids, transcripts, transcript, shown } = await open();
  transcript.write(ids()[0] ?? '', ' Mine');
  await transcript.flush();
  const restore = await transcripts.startAgain(id, OPTIONS);
  await expect.poll(shown).toEqual([]);
  expect(transcript.state.getState().canUndo).toBe(false);
  await transcripts.saveWindow(id, windowOf(0, ' New'));
  await expect.poll(shown).toEqual([' New']);
  await restore();
  await expect.poll(shown).toEqual([' Mine', ' three.', ' Four']);
  expect(await transcripts.get(id)).toMatchObject({ windowsDone: 1 });
});

test('speakers are named, assigned, merged and removed, each undone in one step', async () => {
  const { id, transcripts, transcript } = await open();
  const [ana, bo] = [
    { id: 'a', name: 'Ana' },
    { id: 'b', name: 'Bo' },
  ];
  const speakers = () => transcript.state.getState().segments?.map((s) => s.speaker);
  const names = () => transcript.state.getState().speakers.map((s) => s.name);
  transcript.setSpeakers([ana, bo]);
  transcript.assign('a', (s) => s.speaker === null);
  transcript.assign('b', (s) => s.text === ' Four');
  expect(speakers()).toEqual(['a', 'a', 'b']);
  transcript.replaceSpeaker('b', 'a');
  expect([speakers(), names()]).toEqual([['a', 'a', 'a'], ['Ana']]);
  transcript.undo();
  expect([speakers(), names()]).toEqual([
    ['a', 'a', 'b'],
    ['Ana', 'Bo'],
  ]);
  transcript.replaceSpeaker('a', null);
  await transcript.flush();
  expect(await transcripts.get(id)).toMatchObject({ speakers: [bo] });
  expect((await transcripts.segments(id)).map((s) => s.speaker)).toEqual([null, null, 'b']);
});

test('several segments get a new speaker in one step; assigning the same again changes nothing', async () => {
  const { ids, transcript } = await open();
  const speakers = () => transcript.state.getState().segments?.map((s) => s.speaker);
  const [first = '', , third = ''] = ids();
  const chosen = new Set([first, third]);
  transcript.setSpeakers([{ id: 'a', name: 'Ana' }], 'a', (s) => chosen.has(s.id));
  expect(speakers()).toEqual(['a', null, 'a']);
  transcript.assign('a', (s) => s.id === first);
  transcript.undo();
  expect(speakers()).toEqual([null, null, null]);
  expect(transcript.state.getState()).toMatchObject({ speakers: [], canUndo: false });
});

test('replacing everywhere is one edit', async () => {
  const { transcript, shown } = await open();
  expect(transcript.replaceAll('o', '0')).toBe(2);
  expect(shown()).toEqual([' 0ne tw0', ' three.', ' F0ur']);
  transcript.undo();
  expect(shown()).toEqual([' One two', ' three.', ' Four']);
});

test('an edit that cannot be stored is reported and stored with the next', async () => {
  const { ids, ports, toasts, transcript, stored } = await open();
  const { segments } = ports.store.database;
  const bulkPut = segments.bulkPut.bind(segments);
  segments.bulkPut = () => {
    throw new DOMException('Full.', 'QuotaExceededError');
  };
  transcript.write(ids()[0] ?? '', ' First');
  await expect.poll(() => toasts.length).toBe(1);
  segments.bulkPut = bulkPut;
  transcript.write(ids()[1] ?? '', ' second');
  await transcript.flush();
  expect(await stored()).toEqual([' First', ' second', ' Four']);
});

test('edits that the database does not have when the page ends are made by the next page', async () => {
  const { id, ids, ports, transcripts, leave, transcript } = await open();
  const [first = '', second = ''] = ids();
  transcript.write(first, ' One too');
  transcript.setSpeakers([{ id: 's', name: 'Ada' }]);
  // The page ends now: its transaction with it.
  const apply = vi.spyOn(TranscriptEdits.prototype, 'apply').mockReturnValue(new Promise(() => {}));
  transcript.write(second, ' free.');
  leave();
  apply.mockRestore();

  const next = new TranscriptDocument(id, ports);
  next.open();
  await expect.poll(() => next.state.getState().segments?.[1]?.text).toBe(' free.');
  await next.flush();
  expect((await transcripts.segments(id)).map((s) => s.text)).toEqual([
    ' One too',
    ' free.',
    ' Four',
  ]);
  expect(localStorage.getItem('alcove-unsaved-edits')).toBeNull();
});

test('edits left by a page are not made again after another tab edited', async () => {
  const { id, ids, ports, leave, transcript } = await open();
  const [first = ''] = ids();
  const apply = vi.spyOn(TranscriptEdits.prototype, 'apply').mockReturnValue(new Promise(() => {}));
  transcript.write(first, ' Old');
  leave();
  apply.mockRestore();
  const edits = new TranscriptEdits(ports.store.database);
  const [segment] = transcript.state.getState().segments ?? [];
  if (!segment) throw new Error('No segment was read.');
  await edits.apply(id, { remove: [], put: [{ ...segment, text: ' New' }] }, 'elsewhere');

  const next = new TranscriptDocument(id, ports);
  next.open();
  await expect.poll(() => next.state.getState().segments?.[0]?.text).toBe(' New');
});

test('edits left by a page go with their recording', async () => {
  const { id } = await open();
  const change = { put: [], remove: ['a'] };
  for (const recording of [id, 'deleted']) storeUnsaved(recording, { change, revisions: [null] });
  dropUnsaved([id]);
  expect(await takeUnsaved('deleted', null)).toBeNull();
  expect(await takeUnsaved(id, null)).toMatchObject(change);
});
