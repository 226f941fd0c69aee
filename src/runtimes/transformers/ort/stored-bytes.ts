/** Reads a part of a file while the caller waits; only workers can. */
export type ReadNow = (part: Blob) => ArrayBuffer;

/** Types made for pages do not know it. @see https://w3c.github.io/FileAPI/#FileReaderSync */
declare const FileReaderSync: new () => { readAsArrayBuffer: ReadNow };

const readNow: ReadNow = (part) => new FileReaderSync().readAsArrayBuffer(part);

/**
 * A stored file as the bytes that onnxruntime takes weights from (`externalData`). Its module asks for
 * the part of each weight when it copies that into its own memory, and only then is it read: the file as a
 * whole is never in memory. `onRead`: called with the number of bytes read.
 */
export function storedBytes(
  file: Blob,
  onRead: (bytes: number) => void = () => {},
  read: ReadNow = readNow,
): Uint8Array<ArrayBuffer> {
  const subarray = (from = 0, to = file.size) => {
    const part = new Uint8Array(read(file.slice(from, to)));
    onRead(part.length);
    return part;
  };
  // Still an array: others are copied as a whole before the graph is opened.
  return Object.defineProperties(new Uint8Array(0), {
    byteLength: { value: file.size },
    length: { value: file.size },
    subarray: { value: subarray },
  });
}

/** How a graph names a file next to it. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
