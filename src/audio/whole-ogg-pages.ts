/** Bytes of the longest page: a header of 27, a table of 255 sizes, each up to 255. */
const MAX_PAGE = 27 + 255 + 255 * 255;
const CAPTURE = [0x4f, 0x67, 0x67, 0x53];

/**
 * An Ogg file without a last page that is cut; other files as they are. The demuxer reports an error
 * for such a page, and the sound before it would be lost.
 * @see https://www.rfc-editor.org/rfc/rfc3533#section-6
 */
export async function wholeOggPages(file: Blob): Promise<Blob> {
  const head = new Uint8Array(await file.slice(0, CAPTURE.length).arrayBuffer());
  if (!isPage(head, 0)) return file;
  const offset = Math.max(0, file.size - MAX_PAGE);
  const bytes = new Uint8Array(await file.slice(offset).arrayBuffer());
  for (let at = bytes.length - 1; at >= 0; at--) {
    if (!isPage(bytes, at)) continue;
    return at + pageSize(bytes, at) > bytes.length ? file.slice(0, offset + at) : file;
  }
  return file;
}

const isPage = (bytes: Uint8Array, at: number) => CAPTURE.every((b, i) => bytes[at + i] === b);

function pageSize(bytes: Uint8Array, at: number): number {
  const count = bytes[at + 26];
  if (count === undefined) return Infinity;
  let size = 27 + count;
  for (const length of bytes.subarray(at + 27, at + 27 + count)) size += length;
  return size;
}
