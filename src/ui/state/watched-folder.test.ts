import { expect, test } from 'vitest';
import { compare, FolderTooLarge, filesIn, MAX_FILES, mayRead } from './watched-folder.ts';

interface Tree {
  [name: string]: string | Tree;
}

/** A folder as the browser gives it, of names and texts. */
function folderOf(tree: Tree, name = 'Notes'): FileSystemDirectoryHandle {
  return {
    kind: 'directory',
    name,
    async *values() {
      for (const [inner, content] of Object.entries(tree))
        if (typeof content === 'string') {
          const getFile = async () => new File([content], inner, { lastModified: 5 });
          yield { kind: 'file', name: inner, getFile };
        } else yield folderOf(content, inner);
    },
  } as unknown as FileSystemDirectoryHandle;
}

const signal = new AbortController().signal;
const list = async (tree: Tree) => filesIn(folderOf(tree), signal);

test('files are found by their paths, without hidden ones', async () => {
  const found = await list({
    'b.md': 'b',
    '.git': { config: 'x' },
    a: { '10.md': '', '9.md': '' },
  });
  expect(found.map(({ path }) => path)).toEqual(['a/9.md', 'a/10.md', 'b.md']);
});

test('names that are not accepted are neither read nor counted', async () => {
  const many = Array.from({ length: MAX_FILES + 1 }, (_, i) => [`${i}.jpg`, '']);
  const folder = folderOf({ ...Object.fromEntries(many), 'talk.wav': 'RIFF' });
  const found = await filesIn(folder, signal, (name) => name.endsWith('.wav'));
  expect(found.map(({ path }) => path)).toEqual(['talk.wav']);
});

test('a folder with too many files is refused', async () => {
  const tree = Object.fromEntries(Array.from({ length: MAX_FILES + 1 }, (_, i) => [`${i}`, '']));
  await expect(list(tree)).rejects.toThrow(FolderTooLarge);
});

test('new and changed files are read, missing ones named, and removed ones stay out', async () => {
  const known = (path: string, bytes: number, isRemoved = false) => ({
    ...{ path, bytes, isRemoved },
    modifiedAt: 5,
  });
  const files = [
    known('same.md', 4),
    known('changed.md', 4),
    known('removed.md', 1, true),
    known('gone.md', 4),
  ];
  const found = await list({
    'same.md': 'same',
    'changed.md': 'changed',
    'removed.md': 'changed',
    'new.md': '',
  });
  const { toRead, gone } = compare(files, found, ({ isRemoved }) => isRemoved);
  expect(toRead.map(({ path }) => path)).toEqual(['changed.md', 'new.md']);
  expect(gone.map(({ path }) => path)).toEqual(['gone.md']);
});

test('the browser is asked after a press only', async () => {
  const asked: string[] = [];
  const handle = {
    queryPermission: async () => 'prompt',
    requestPermission: async ({ mode }: { mode: string }) => {
      asked.push(mode);
      return 'granted';
    },
  } as unknown as FileSystemDirectoryHandle;
  expect(await mayRead(handle, false)).toBe(false);
  expect(asked).toEqual([]);
  expect(await mayRead(handle, true)).toBe(true);
  expect(asked).toEqual(['read']);
});
