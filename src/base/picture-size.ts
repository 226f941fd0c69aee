/** Width and height in pixels. */
export interface PictureSize {
  width: number;
  height: number;
}

/** Pixels that a picture may have: browsers decode all of them, each in four bytes. */
export const MAX_PICTURE_PIXELS = 100_000_000;

/** Bytes of a file in which its size is found: a JPEG may have a preview and a profile before it. */
const HEAD_BYTES = 1_000_000;

/** The size that a PNG, JPEG, GIF, WebP or BMP file states; null for others. Nothing is decoded. */
export async function pictureSize(file: Blob): Promise<PictureSize | null> {
  const bytes = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  if (bytes.length < 30) return null;
  const view = new DataView(bytes.buffer);
  const text = (at: number, length: number) =>
    String.fromCharCode(...bytes.subarray(at, at + length));
  if (text(1, 3) === 'PNG') return { width: view.getUint32(16), height: view.getUint32(20) };
  if (text(0, 3) === 'GIF') {
    return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  }
  if (text(0, 2) === 'BM') {
    return {
      width: Math.abs(view.getInt32(18, true)),
      height: Math.abs(view.getInt32(22, true)),
    };
  }
  if (text(0, 4) === 'RIFF' && text(8, 4) === 'WEBP') return webpSize(view, text(12, 4));
  return view.getUint16(0) === 0xffd8 ? jpegSize(view) : null;
}

function webpSize(view: DataView, kind: string): PictureSize | null {
  if (kind === 'VP8 ') {
    const side = (at: number) => view.getUint16(at, true) & 0x3fff;
    return { width: side(26), height: side(28) };
  }
  if (kind === 'VP8L') {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
  }
  const side = (at: number) => (view.getUint32(at, true) & 0xffffff) + 1;
  return kind === 'VP8X' ? { width: side(24), height: side(27) } : null;
}

/** The frame header is one of the segments before the first scan. */
function jpegSize(view: DataView): PictureSize | null {
  for (let at = 2; at + 9 < view.byteLength; ) {
    const marker = view.getUint16(at);
    if (marker < 0xff00) return null;
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf;
    if (isFrame && marker !== 0xffc4 && marker !== 0xffc8 && marker !== 0xffcc) {
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    }
    // Bytes that fill up to the next marker have no length.
    at += marker === 0xffff ? 1 : 2 + view.getUint16(at + 2);
  }
  return null;
}
