/** Number of matching tokens before their continuation is used as a draft. */
const LONGEST = 4;
const SHORTEST = 2;

/**
 * The tokens that followed the last occurrence of the text's end: candidates to verify in one step.
 * Copying, quoting, code and JSON repeat themselves; other text gives no draft, and costs nothing.
 * @see https://github.com/apoorvumang/prompt-lookup-decoding
 */
export function draftTokens(ids: readonly number[], max: number): number[] {
  for (let size = LONGEST; size >= SHORTEST; size--) {
    const from = ids.length - size;
    if (from <= 0) continue;
    const at = lastPlace(ids, from, size);
    if (at < 0) continue;
    const draft = ids.slice(at + size, Math.min(at + size + max, ids.length));
    // Tokens of pictures and sounds are never generated.
    const media = draft.findIndex((id) => id < 0);
    return media < 0 ? draft : draft.slice(0, media);
  }
  return [];
}

/** The last place before `from` with the same `size` tokens; −1 for none. */
function lastPlace(ids: readonly number[], from: number, size: number): number {
  for (let at = from - 1; at >= 0; at--) {
    let same = 0;
    while (same < size && ids[at + same] === ids[from + same]) same++;
    if (same === size) return at;
  }
  return -1;
}
