/** Bytes of everything under a folder of the origin's private file system; 0 where there is none. */
export async function measureFolder(name: string): Promise<number> {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(name).catch(() => null);
  return folder ? bytesIn(folder) : 0;
}

/** A folder of the private file system, or a cache: how many files, their bytes and their age. */
export interface FilesContent {
  name: string;
  files: number;
  bytes: number;
  /** Unix milliseconds; null where it has no files, or does not say. */
  oldestAt: number | null;
  newestAt: number | null;
  /** Of a folder: its files and folders, the largest first, under names such as `models/Qwen3`. */
  parts?: FilesContent[];
}

/** Parts of a folder that are listed. */
const MAX_PARTS = 200;

const empty = (name: string): FilesContent => ({
  name,
  files: 0,
  bytes: 0,
  oldestAt: null,
  newestAt: null,
});

function addFile(content: FilesContent, bytes: number, at: number): void {
  content.files++;
  content.bytes += bytes;
  if (!(at > 0)) return;
  content.oldestAt = Math.min(content.oldestAt ?? at, at);
  content.newestAt = Math.max(content.newestAt ?? at, at);
}

/** Each folder at the top of the private file system, and each file outside of folders. */
export async function listFolders(): Promise<FilesContent[]> {
  const root = await navigator.storage.getDirectory();
  const found: FilesContent[] = [];
  for await (const handle of root.values()) {
    const content = empty(handle.name);
    if (handle.kind === 'file') await addHandle(content, handle);
    else content.parts = await addParts(content, handle as FileSystemDirectoryHandle);
    found.push(content);
  }
  return found;
}

/** Adds up the parts of a folder. @returns each of them alone */
async function addParts(
  whole: FilesContent,
  folder: FileSystemDirectoryHandle,
): Promise<FilesContent[]> {
  const parts: FilesContent[] = [];
  for await (const handle of folder.values()) {
    const part = empty(`${whole.name}/${handle.name}`);
    await addHandle(part, handle);
    parts.push(part);
    await addHandle(whole, handle);
  }
  return parts.sort((a, b) => b.bytes - a.bytes).slice(0, MAX_PARTS);
}

async function addHandle(content: FilesContent, handle: FileSystemHandle): Promise<void> {
  if (handle.kind === 'directory') {
    for await (const inner of (handle as FileSystemDirectoryHandle).values()) {
      await addHandle(content, inner);
    }
    return;
  }
  // One that is deleted meanwhile counts as nothing.
  const file = await (handle as FileSystemFileHandle).getFile().catch(() => null);
  if (file) addFile(content, file.size, file.lastModified);
}

/** Deletes a folder or a file of the private file system, or a part of one. @throws DOMException where it is being written */
export async function removeFolder(path: string): Promise<void> {
  const root = await navigator.storage.getDirectory();
  const [name = '', part] = path.split('/');
  const folder = part === undefined ? root : await root.getDirectoryHandle(name);
  await folder.removeEntry(part ?? name, { recursive: true });
}

/** Each cache of this origin. */
export async function listCaches(): Promise<FilesContent[]> {
  const found: FilesContent[] = [];
  for (const name of await caches.keys()) {
    const content = empty(name);
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const response = await cache.match(request);
      const length = response?.headers.get('content-length');
      const bytes = length ? Number(length) : ((await response?.blob())?.size ?? 0);
      addFile(content, bytes, Date.parse(response?.headers.get('date') ?? ''));
    }
    found.push(content);
  }
  return found;
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
