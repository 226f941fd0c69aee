/** Samples of silence an encoder put around the sound of an MP3, at the file's own rate. */
export interface Trim {
  start: number;
  end: number;
}

/** Samples an MP3 decoder itself lags behind, by the standard's filter bank. */
const DECODER_DELAY = 529;
/** The tag is in the first frame, after any ID3 data. */
const LOOKED_AT = 4_096;

/**
 * Reads the delay and padding from an MP3's Info tag; null where it has none.
 * @see http://gabriel.mp3-tech.org/mp3infotag.html
 */
export async function readMp3Trim(file: Blob): Promise<Trim | null> {
  const head = new Uint8Array(await file.slice(0, 10).arrayBuffer());
  const offset = id3Length(head);
  const bytes = new Uint8Array(await file.slice(offset, offset + LOOKED_AT).arrayBuffer());
  const tag = find(bytes, 'Info') ?? find(bytes, 'Xing');
  if (tag === null) return null;
  // Flags say which fields come before the encoder's own part.
  const flags = bytes[tag + 7] ?? 0;
  const fields =
    (flags & 1 ? 4 : 0) + (flags & 2 ? 4 : 0) + (flags & 4 ? 100 : 0) + (flags & 8 ? 4 : 0);
  const at = tag + 8 + fields + 21;
  const [a = 0, b = 0, c = 0] = bytes.subarray(at, at + 3);
  const delay = (a << 4) | (b >> 4);
  const padding = ((b & 15) << 8) | c;
  if (delay === 0 && padding === 0) return null;
  return { start: delay + DECODER_DELAY, end: Math.max(0, padding - DECODER_DELAY) };
}

function id3Length(head: Uint8Array): number {
  const isId3 = head[0] === 0x49 && head[1] === 0x44 && head[2] === 0x33;
  if (!isId3) return 0;
  const size = head.subarray(6, 10).reduce((sum, byte) => (sum << 7) | (byte & 0x7f), 0);
  return 10 + size;
}

function find(bytes: Uint8Array, text: string): number | null {
  const wanted = [...text].map((c) => c.charCodeAt(0));
  for (let i = 0; i + wanted.length <= bytes.length; i++) {
    if (wanted.every((byte, j) => bytes[i + j] === byte)) return i;
  }
  return null;
}
