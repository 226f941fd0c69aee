export interface StopMatcher {
  /** Text that can no longer be part of a stop sequence; `stopped` by the one that was found. */
  push(text: string): { text: string; stopped: string | null };
  /** Returns the text that is still held back. */
  flush(): string;
}

/** Finds stop sequences across pieces: neither they nor any beginning of them is let through. */
export function createStopMatcher(sequences: readonly string[]): StopMatcher {
  const wanted = sequences.filter((s) => s.length > 0);
  let held = '';
  return {
    push(text) {
      if (wanted.length === 0) return { text, stopped: null };
      held += text;
      const found = earliest(held, wanted);
      if (found) {
        const before = held.slice(0, found.at);
        held = '';
        return { text: before, stopped: found.sequence };
      }
      const safe = held.length - longestBeginning(held, wanted);
      const ready = held.slice(0, safe);
      held = held.slice(safe);
      return { text: ready, stopped: null };
    },
    flush() {
      const rest = held;
      held = '';
      return rest;
    },
  };
}

function earliest(text: string, sequences: readonly string[]) {
  return sequences
    .map((sequence) => ({ sequence, at: text.indexOf(sequence) }))
    .filter(({ at }) => at >= 0)
    .reduce<{ sequence: string; at: number } | null>(
      (first, found) => (first && first.at <= found.at ? first : found),
      null,
    );
}

/** Length of the longest end of `text` that begins one of the sequences. */
function longestBeginning(text: string, sequences: readonly string[]): number {
  let longest = 0;
  for (const sequence of sequences) {
    const max = Math.min(sequence.length - 1, text.length);
    for (let n = max; n > longest; n--) {
      if (text.endsWith(sequence.slice(0, n))) longest = n;
    }
  }
  return longest;
}
