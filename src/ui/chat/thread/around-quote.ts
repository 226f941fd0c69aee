/** Characters around the sentence that are shown at most; its document has the rest. */
const AROUND = 320;

/** The part of a passage around its sentence: whole lines, or words where a line is long. */
export function aroundQuote(text: string, start: number, end: number) {
  const before = Math.max(0, start - AROUND);
  const after = Math.min(text.length, end + AROUND);
  const first = before === 0 ? 0 : edgeIn(text.slice(before, start), 'first');
  const last = after === text.length ? after - end : edgeIn(text.slice(end, after), 'last');
  return { from: before + first, to: end + last };
}

/** Where a line begins or ends in a part of a text; else a word. */
function edgeIn(part: string, which: 'first' | 'last'): number {
  for (const edge of ['\n', ' ']) {
    const at = which === 'first' ? part.indexOf(edge) + 1 : part.lastIndexOf(edge);
    if (at > 0) return at;
  }
  return which === 'first' ? 0 : part.length;
}
