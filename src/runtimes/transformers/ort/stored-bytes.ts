import { type ExternalFile, externalFile } from './external-file.ts';

/** Reads a part of a file while the caller waits; only workers can. */
export type ReadNow = (part: Blob) => ArrayBuffer;

/** Types made for pages do not know it. @see https://w3c.github.io/FileAPI/#FileReaderSync */
declare const FileReaderSync: new () => { readAsArrayBuffer: ReadNow };

const readNow: ReadNow = (part) => new FileReaderSync().readAsArrayBuffer(part);

/** Bytes per read: no more of a weight is ever in memory twice. */
const READ_AT_ONCE = 1 << 22;

/**
 * A stored file in onnxruntime's form of external weights (`externalData`). Its module asks for each weight,
 * and only then is it read: the file as a whole is never in memory. `onRead`: called with the number of
 * bytes read.
 * @throws RangeError when a range beyond the end is read.
 */
export function storedBytes(
  file: Blob,
  onRead: (bytes: number) => void = () => {},
  read: ReadNow = readNow,
): ExternalFile {
  return externalFile(file.size, (from, to) => {
    if (from + to.length > file.size) throw new RangeError('The file ends early.');
    for (let at = 0; at < to.length; at += READ_AT_ONCE) {
      const end = Math.min(to.length, at + READ_AT_ONCE);
      const part = read(file.slice(from + at, from + end));
      to.set(new Uint8Array(part), at);
      free(part);
    }
    onRead(to.length);
  });
}

/** Frees memory without a garbage collection: those are too slow for hundreds of megabytes read in a second. */
function free(part: ArrayBuffer & { transfer?: (length: number) => ArrayBuffer }): void {
  part.transfer?.(0);
}

/** How a graph names a file next to it. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
