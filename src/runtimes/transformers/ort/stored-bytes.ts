import type { FileStore } from '#model-files/file-store.ts';
import type { ReadableFile } from './blob-reader.ts';
import { type ExternalFile, externalFile } from './external-file.ts';

/** Reads a part of a file while the caller waits; only workers can. */
export type ReadNow = (part: Blob) => ArrayBuffer;

/** Types made for pages do not know it. @see https://w3c.github.io/FileAPI/#FileReaderSync */
declare const FileReaderSync: new () => { readAsArrayBuffer: ReadNow };

const readNow: ReadNow = (part) => new FileReaderSync().readAsArrayBuffer(part);

/** Bytes per read: no more of a weight is ever in memory twice. */
const READ_AT_ONCE = 1 << 22;

/** Files that are open while graphs are loaded. */
const opened = new Set<ReadableFile>();

/** Opens a stored file for `storedBytes`; null where the browser gives its parts as blobs alone. */
export async function openStored(store: FileStore, model: string, path: string) {
  const file = await store.openToRead(model, path);
  if (file) opened.add(file);
  return file;
}

/** Closes the files that `openStored` opened: an open file cannot be deleted. */
export function closeStored(): void {
  for (const file of opened) file.close();
  opened.clear();
}

/**
 * A stored file in onnxruntime's form of external weights (`externalData`). Its module asks for each weight,
 * and only then is it read: the file as a whole is never in memory. `onRead`: called with the number of
 * bytes read. `open`: the same file, as long as it is open. It is read into the module's memory without a copy; the parts
 * of a blob are in memory until the browser collects them.
 * @throws RangeError when a range beyond the end is read.
 */
export function storedBytes(
  file: Blob,
  onRead: (bytes: number) => void = () => {},
  read: ReadNow = readNow,
  open: ReadableFile | null = null,
): ExternalFile {
  return externalFile(file.size, (from, to) => {
    if (from + to.length > file.size) throw early();
    if (open && opened.has(open)) {
      if (open.read(to, { at: from }) < to.length) throw early();
    } else {
      for (let at = 0; at < to.length; at += READ_AT_ONCE) {
        const end = Math.min(to.length, at + READ_AT_ONCE);
        const part = read(file.slice(from + at, from + end));
        to.set(new Uint8Array(part), at);
        free(part);
      }
    }
    onRead(to.length);
  });
}

const early = () => new RangeError('The file ends early.');

/** Frees memory without a garbage collection, where the browser itself holds none of it. */
function free(part: ArrayBuffer & { transfer?: (length: number) => ArrayBuffer }): void {
  part.transfer?.(0);
}

/** How a graph names a file next to it. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
