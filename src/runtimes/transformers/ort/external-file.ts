/**
 * A file next to a graph, in onnxruntime's form (`externalData`), whose ranges are read or converted when a
 * session asks for them. It is a typed array because anything else is copied as a whole first.
 */
export interface ExternalFile extends Uint8Array<ArrayBuffer> {
  /**
   * Writes the range from an offset on into `to`. The build makes onnxruntime's module call it with a view of
   * its own memory (vite.config.ts), so a weight is never in memory twice.
   */
  copyInto(from: number, to: Uint8Array): void;
}

/** `copyInto`: fills its argument with the range from an offset on. */
export function externalFile(length: number, copyInto: ExternalFile['copyInto']): ExternalFile {
  const subarray = (from = 0, to = length) => {
    const part = new Uint8Array(to - from);
    copyInto(from, part);
    return part;
  };
  const bytes = Object.assign(new Uint8Array(0), { copyInto });
  return Object.defineProperties(bytes, {
    copyInto: { enumerable: false },
    byteLength: { value: length },
    length: { value: length },
    subarray: { value: subarray },
  });
}
