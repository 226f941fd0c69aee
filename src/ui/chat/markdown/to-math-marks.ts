/** Models write `\( … \)` and `\[ … \]`; the renderer knows `$$ … $$`. Code is left as it is. */
export function toMathMarks(text: string): string {
  return text
    .split(/(```[\s\S]*?(?:```|$)|`[^`\n]*`)/)
    .map((piece, i) => (i % 2 === 1 ? piece : withDollars(piece)))
    .join('');
}

const MARK = '$$';

function withDollars(text: string): string {
  return text
    .replace(/\\\[([\s\S]*?)\\\]/g, (_, inner: string) => `\n${MARK}\n${inner.trim()}\n${MARK}\n`)
    .replace(/\\\(([\s\S]*?)\\\)/g, (_, inner: string) => `${MARK}${inner.trim()}${MARK}`);
}
