import { beforeEach, expect, test, vi } from 'vitest';

const MIB = 1_048_576;

/** The private file system, as far as a file that arrives uses it. */
const files = new Map<string, Uint8Array<ArrayBuffer>>();
const locked = new Set<string>();
let free = 100 * MIB;
const folder = {
  getDirectoryHandle: async () => folder,
  keys: async function* () {
    yield* [...files.keys()];
  },
  getFileHandle: async (name: string) => {
    if (!files.has(name)) files.set(name, new Uint8Array(0));
    const read = () => files.get(name) ?? new Uint8Array(0);
    return {
      name,
      getFile: async () => new File([read()], name),
      createSyncAccessHandle: async () => ({
        getSize: () => read().length,
        truncate: (size: number) => files.set(name, read().slice(0, size)),
        write: (bytes: Uint8Array, { at }: { at: number }) => {
          const grown = new Uint8Array(Math.max(read().length, at + bytes.length));
          grown.set(read());
          grown.set(bytes, at);
          files.set(name, grown);
          return bytes.length;
        },
        flush: () => {},
        close: () => {},
      }),
    };
  },
  removeEntry: async (name: string) => {
    if (locked.has(name)) throw new DOMException('locked', 'NoModificationAllowedError');
    files.delete(name);
  },
};

beforeEach(() => {
  files.clear();
  locked.clear();
  free = 100 * MIB;
  const used = () => [...files.values()].reduce((sum, { length }) => sum + length, 0);
  const estimate = async () => ({ quota: free, usage: used() });
  vi.stubGlobal('navigator', { storage: { getDirectory: async () => folder, estimate } });
});

const open = async (id: string, size: number) =>
  (await import('./backup-work.ts')).backupWork.openMoved(id, size);

test('a file that arrives takes the room of those that came in part before, and of no other', async () => {
  free = 24 * MIB;
  files.set('move-in-aa', new Uint8Array(10 * MIB));
  files.set('move-in-cc', new Uint8Array(2 * MIB));
  files.set('move-out-1', new Uint8Array(MIB));
  files.set('an-export', new Uint8Array(MIB));
  locked.add('move-in-cc');
  expect(await open('bb', 10 * MIB)).toEqual({ ok: true, value: 0 });
  expect([...files.keys()].sort()).toEqual(['an-export', 'move-in-bb', 'move-in-cc', 'move-out-1']);
});

test('a file resumes at its last byte', async () => {
  files.set('move-in-aa', new Uint8Array(3 * MIB));
  expect(await open('aa', 10 * MIB)).toEqual({ ok: true, value: 3 * MIB });
});

test('a file that does not fit says that the storage is full, and leaves nothing', async () => {
  free = 10 * MIB;
  expect(await open('aa', 10 * MIB)).toMatchObject({ ok: false, reason: 'full' });
  expect([...files.keys()]).toEqual([]);
});
