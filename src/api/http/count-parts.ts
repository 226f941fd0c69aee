/** Bytes read at a time: between two of them the thread answers others. */
const STEP = 1_000_000;
const NEWLINE = 10;
const DASH = 45;

/** Whether a multipart body has more than `max` parts: found without reading it into a form. */
export async function hasMoreParts(body: Blob, contentType: string, max: number): Promise<boolean> {
  const [, quoted, plain] = /\bboundary=(?:"([^"]*)"|([^\s;]*))/i.exec(contentType) ?? [];
  const mark = new TextEncoder().encode(`--${quoted ?? plain ?? ''}`);
  let count = 0;
  for (let start = 0; start < body.size; start += STEP) {
    // A boundary may begin in one step and end in the next.
    const piece = await body.slice(start, start + STEP + mark.length).arrayBuffer();
    const bytes = new Uint8Array(piece);
    if (start === 0 && isAt(bytes, 0, mark)) count++;
    for (let at = bytes.indexOf(NEWLINE); at >= 0 && at < STEP; at = bytes.indexOf(NEWLINE, at + 1))
      if (isAt(bytes, at + 1, mark) && ++count > max) return true;
  }
  return false;
}

function isAt(bytes: Uint8Array, at: number, mark: Uint8Array): boolean {
  if (bytes[at] !== DASH) return false;
  return mark.every((byte, i) => bytes[at + i] === byte);
}
