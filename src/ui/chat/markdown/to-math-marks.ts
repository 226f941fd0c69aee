/** Models write `\( … \)` and `\[ … \]`; the renderer knows `$$ … $$`. Code is left unchanged. */
export function toMathMarks(text: string): string {
  return text
    .split(/(```[\s\S]*?(?:```|$)|`[^`\n]*`)/)
    .map((piece, i) => (i % 2 === 1 ? piece : withDollars(piece)))
    .join('');
}

const MARK = '$$';

function withDollars(text: string): string {
  const blocks = rewrite(text, '\\[', '\\]', (inner) => `\n${MARK}\n${inner}\n${MARK}\n`);
  return rewrite(blocks, '\\(', '\\)', (inner) => `${MARK}${inner}${MARK}`);
}

/** Rewrites the text between two delimiters. Linear: an opening without an end ends the search. */
function rewrite(
  text: string,
  open: string,
  close: string,
  write: (inner: string) => string,
): string {
  const parts: string[] = [];
  let at = 0;
  for (let start = text.indexOf(open); start !== -1; start = text.indexOf(open, at)) {
    const end = text.indexOf(close, start + open.length);
    if (end === -1) break;
    parts.push(text.slice(at, start), write(text.slice(start + open.length, end).trim()));
    at = end + close.length;
  }
  return parts.join('') + text.slice(at);
}
