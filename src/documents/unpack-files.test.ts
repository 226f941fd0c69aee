import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { DocumentError } from './document-error.ts';
import { LIMITS } from './limits.ts';
import { unpackFiles } from './unpack-files.ts';

const archive = (parts: Record<string, Uint8Array>) =>
  new File([zipSync(parts) as Uint8Array<ArrayBuffer>], 'notes.zip');
const fault = (file: File) =>
  unpackFiles(file).then(
    () => 'none',
    (error: unknown) => (error instanceof DocumentError ? error.fault : String(error)),
  );

test('documents and pictures of an archive are unpacked in order, other files are named', async () => {
  const text = strToU8('Herons wait.');
  const { files, others } = await unpackFiles(
    archive({
      'notes/note-10.txt': text,
      'notes/note-2.md': text,
      'notes/photo.jpg': text,
      'notes/inner.zip': text,
      'notes/tool.exe': text,
      'notes/.hidden.txt': text,
      '__MACOSX/notes/._note-2.md': text,
    }),
  );
  expect(files.map(({ name }) => name)).toEqual(['note-2.md', 'note-10.txt', 'photo.jpg']);
  expect(await files[0]?.text()).toBe('Herons wait.');
  expect(others).toEqual(['notes/inner.zip', 'notes/tool.exe']);
});

test('an archive in itself is named, however deep, and never opened', async () => {
  let self = archive({ 'note.txt': strToU8('Herons wait.') });
  for (let depth = 0; depth < 20; depth++) {
    const bytes = new Uint8Array(await self.arrayBuffer());
    self = archive({ 'note.txt': strToU8('Herons wait.'), 'notes.zip': bytes });
  }
  const { files, others } = await unpackFiles(self);
  expect(files.map(({ name }) => name)).toEqual(['note.txt']);
  expect(others).toEqual(['notes.zip']);
  const alone = archive({ 'notes.zip': new Uint8Array(await self.arrayBuffer()) });
  expect(await fault(alone)).toBe('archive-empty');
  // Entries that all are the same place of the file: a loop, whose size is counted each time.
  const bytes = zipSync({ 'a.txt': new Uint8Array(LIMITS.archiveBytes / 4) });
  expect(await fault(new File([sameEntry(bytes, 5)], 'loop.zip'))).toBe('unpacks');
}, 60_000);

/** An archive whose directory names its one file several times. */
function sameEntry(zip: Uint8Array, times: number): Uint8Array<ArrayBuffer> {
  const end = zip.length - 22;
  const view = new DataView(zip.buffer, zip.byteOffset);
  const at = view.getUint32(end + 16, true);
  const entries = Array.from({ length: times }, (_, i) => {
    const entry = zip.slice(at, end);
    // The first letter of its name.
    entry[46] = 97 + i;
    return [...entry];
  }).flat();
  const tail = zip.slice(end);
  const counts = new DataView(tail.buffer);
  counts.setUint16(8, times, true);
  counts.setUint16(10, times, true);
  counts.setUint32(12, entries.length, true);
  return Uint8Array.from([...zip.slice(0, at), ...entries, ...tail]);
}

test('bombs, too many files, nothing to read and damage end in a fault', async () => {
  const zeros = new Uint8Array(LIMITS.archiveBytes / 4 + 1);
  const bomb = Object.fromEntries(Array.from({ length: 4 }, (_, i) => [`${i}.txt`, zeros]));
  expect(await fault(archive(bomb))).toBe('unpacks');
  const many = Array.from({ length: LIMITS.archiveFiles + 1 }, (_, i) => [
    `${i}.txt`,
    zeros.slice(0, 1),
  ]);
  expect(await fault(archive(Object.fromEntries(many)))).toBe('archive-files');
  expect(await fault(archive({ 'a.exe': zeros.slice(0, 9) }))).toBe('archive-empty');
  expect(await fault(new File(['PK nothing'], 'notes.zip'))).toBe('damaged');
}, 240_000);
