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
