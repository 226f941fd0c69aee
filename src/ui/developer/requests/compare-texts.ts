/** A piece of two texts: in both, only in the first, or only in the second. */
export interface Piece {
  kind: 'both' | 'first' | 'second';
  text: string;
}

/** Words of the differing middle that are compared one by one; beyond it the middles differ as a whole. */
const MAX_WORDS = 2_000;

/** Words and the spaces between them. */
const wordsOf = (text: string): string[] => text.match(/\s+|[^\s]+/g) ?? [];

/** Two texts as pieces that they have in common or not, word by word. */
export function compareTexts(first: string, second: string): Piece[] {
  const [a, b] = [wordsOf(first), wordsOf(second)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  const rest = Math.min(a.length, b.length) - start;
  while (end < rest && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  return joined([
    ...a.slice(0, start).map((text): Piece => ({ kind: 'both', text })),
    ...middle(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...a.slice(a.length - end).map((text): Piece => ({ kind: 'both', text })),
  ]);
}

/** By the longest common subsequence. */
function middle(a: readonly string[], b: readonly string[]): Piece[] {
  if (a.length > MAX_WORDS || b.length > MAX_WORDS) {
    return [
      { kind: 'first', text: a.join('') },
      { kind: 'second', text: b.join('') },
    ];
  }
  const common = commonLengths(a, b);
  const pieces: Piece[] = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      pieces.push({ kind: 'both', text: a[i++] ?? '' });
      j++;
    } else if (common(i + 1, j) >= common(i, j + 1)) {
      pieces.push({ kind: 'first', text: a[i++] ?? '' });
    } else pieces.push({ kind: 'second', text: b[j++] ?? '' });
  }
  return [
    ...pieces,
    { kind: 'first', text: a.slice(i).join('') },
    { kind: 'second', text: b.slice(j).join('') },
  ];
}

/** Words that `a` from `i` on and `b` from `j` on have in common, in order. */
function commonLengths(a: readonly string[], b: readonly string[]) {
  const width = b.length + 1;
  const longest = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number) => longest[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const isSame = a[i] === b[j];
      longest[i * width + j] = isSame ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  return at;
}

/** Neighbours of one kind as one piece. */
function joined(pieces: readonly Piece[]): Piece[] {
  const all: Piece[] = [];
  for (const { kind, text } of pieces) {
    const last = all.at(-1);
    if (text === '') continue;
    if (last?.kind === kind) last.text += text;
    else all.push({ kind, text });
  }
  return all;
}

/** How much of two texts is in both, from 0 to 1; two empty ones are the same. */
export function similarityOf(pieces: readonly Piece[]): number {
  const length = (...kinds: Piece['kind'][]) =>
    pieces.filter(({ kind }) => kinds.includes(kind)).reduce((sum, p) => sum + p.text.length, 0);
  const both = 2 * length('both');
  const all = both + length('first', 'second');
  return all === 0 ? 1 : both / all;
}
