import { expect, test } from 'vitest';
import { FileStore } from './file-store.ts';

/** The private file system of Safari 17: files are written by synchronous handles only. */
function oldSafari() {
  const files = new Map<string, Uint8Array>();
  const folder = {
    getDirectoryHandle: async () => folder,
    getFileHandle: async (name: string, { create }: { create: boolean }) => {
      if (!create && !files.has(name)) throw new DOMException('none', 'NotFoundError');
      return {
        getFile: async () => new File([(files.get(name) ?? new Uint8Array()).slice()], name),
        createSyncAccessHandle: async () => ({
          truncate: (size: number) =>
            files.set(name, (files.get(name) ?? new Uint8Array()).slice(0, size)),
          write: (bytes: Uint8Array) => files.set(name, bytes.slice()) && bytes.byteLength,
          flush: () => {},
          close: () => {},
        }),
      };
    },
    removeEntry: async (name: string) => void files.delete(name),
  };
  return async () => folder as unknown as FileSystemDirectoryHandle;
}

test('marks a file as whole where files have no createWritable', async () => {
  const store = new FileStore(oldSafari());
  await store.setPartVersion('org/model', 'a.onnx', 'https://hub.test/a');
  expect(await store.partVersion('org/model', 'a.onnx')).toBe('https://hub.test/a');
  await store.complete('org/model', 'a.onnx', { bytes: 3, sha256: 'abc' });
  expect(await store.mark('org/model', 'a.onnx')).toEqual({ bytes: 3, sha256: 'abc' });
  expect(await store.partVersion('org/model', 'a.onnx')).toBeNull();
});

test('a window without a private file system says so, and has nothing to delete', async () => {
  const store = new FileStore(() => Promise.reject(new DOMException('transient', 'UnknownError')));
  await expect(store.read('org/model', 'a.onnx')).rejects.toMatchObject({
    name: 'DownloadError',
    fault: 'no-files',
    message: expect.stringContaining('Use a normal window.'),
  });
  await store.discardModel('org/model');
});
