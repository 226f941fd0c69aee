import 'fake-indexeddb/auto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { exportBackup, importBackup } from '#testing/backups.ts';
import { CHAT_SETTINGS } from '#testing/plain-chat.ts';
import { removeConversation } from './conversation-work.ts';
import { emptyConversation } from './conversations.ts';
import { AlcoveDatabase } from './database.ts';
import { storable } from './storable.ts';
import { Transcripts } from './transcripts.ts';

const OPTIONS = { model: 'alcove-whisper', language: null, translate: false };
const wav = () => new File(['sound'], 'a.wav', { type: 'audio/wav' });
const open = () => {
  const database = new AlcoveDatabase(crypto.randomUUID());
  return { database, transcripts: new Transcripts(database) };
};
const hasBlob = (row: unknown) => Object.values(row as object).some((v) => v instanceof Blob);

/** As a private window of WebKit does. */
beforeAll(() => {
  for (const method of ['put', 'add'] as const) {
    const write = IDBObjectStore.prototype[method];
    vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(function (
      this: IDBObjectStore,
      value: unknown,
      key?: IDBValidKey,
    ) {
      if (value instanceof Blob || hasBlob(value)) {
        throw new DOMException('Error preparing Blob/File data to be stored', 'UnknownError');
      }
      return write.call(this, value, key);
    });
  }
});
afterAll(() => void vi.restoreAllMocks());

test('recordings are stored as bytes where Blobs are refused, and read as Blobs', async () => {
  const { transcripts } = open();
  const { id } = await transcripts.add(wav(), OPTIONS, 1);
  const file = await transcripts.file(id);
  expect(file).toBeInstanceOf(Blob);
  expect([await file?.text(), file?.type]).toEqual(['sound', 'audio/wav']);
});

test('a deletion is undone where Blobs are refused', async () => {
  const { transcripts } = open();
  const { id } = await transcripts.add(wav(), OPTIONS, 1);
  const undo = await transcripts.remove(id);
  expect(await transcripts.file(id)).toBeNull();
  await undo();
  expect(await (await transcripts.file(id))?.text()).toBe('sound');
});

test('the deletion of a chat with files is undone where Blobs are refused', async () => {
  const { database } = open();
  await database.conversations.put(emptyConversation('c', CHAT_SETTINGS, 1));
  const file = { id: 'f', conversationId: 'c', name: 'a.wav', type: 'audio/wav', data: wav() };
  await database.files.add(await storable(file));
  const undo = await removeConversation(database, 'c');
  expect(await database.files.count()).toBe(0);
  await undo();
  expect(await (await database.files.get('f'))?.data.text()).toBe('sound');
});

test('pieces of a recording are recovered where Blobs are refused', async () => {
  const { transcripts } = open();
  const pieces = ['one ', 'two ', 'three'].map((text) =>
    transcripts.savePart('lost', new Blob([text], { type: 'audio/webm' })),
  );
  await Promise.all(pieces);
  await transcripts.recoverRecordings(OPTIONS, 1);
  const [recovered] = await transcripts.list();
  expect(await (await transcripts.file(recovered?.id ?? ''))?.text()).toBe('one two three');
});

test('a piece that is still being written is dropped with the others', async () => {
  const { database, transcripts } = open();
  const written = transcripts.savePart('done', new Blob(['late']));
  await transcripts.dropParts('done');
  await written;
  expect(await database.recordingParts.count()).toBe(0);
});

test('a backup is exported and imported where Blobs are refused', async () => {
  const from = open();
  const to = open();
  const { id } = await from.transcripts.add(wav(), OPTIONS, 1);
  await importBackup(to.database, await exportBackup(from.database));
  expect(await (await to.transcripts.file(id))?.text()).toBe('sound');
});
