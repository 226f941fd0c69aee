/** Bytes of everything under a folder of the origin's private file system; 0 where there is none. */
export async function measureFolder(name: string): Promise<number> {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(name).catch(() => null);
  return folder ? bytesIn(folder) : 0;
}

async function bytesIn(folder: FileSystemDirectoryHandle): Promise<number> {
  let bytes = 0;
  for await (const handle of folder.values()) {
    if (handle.kind === 'directory') bytes += await bytesIn(handle as FileSystemDirectoryHandle);
    // One that is deleted meanwhile counts as nothing.
    else
      bytes += await (handle as FileSystemFileHandle).getFile().then(
        (f) => f.size,
        () => 0,
      );
  }
  return bytes;
}

/** Bytes of the app's files in the browser's caches: the app itself and the built-in models. */
export async function measureCaches(): Promise<number> {
  let bytes = 0;
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const response = await cache.match(request);
      const length = response?.headers.get('content-length');
      bytes += length ? Number(length) : ((await response?.blob())?.size ?? 0);
    }
  }
  return bytes;
}
