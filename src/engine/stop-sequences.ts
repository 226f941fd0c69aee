export interface StopMatcher {
  /** Text that can no longer be part of a stop sequence; `stopped` once one was found. */
  push(text: string): { text: string; stopped: boolean };
  /** What was held back at the end. */
  flush(): string;
}

/** Finds stop sequences across pieces: neither they nor any beginning of them is let through. */
export function createStopMatcher(sequences: readonly string[]): StopMatcher {
  const wanted = sequences.filter((s) => s.length > 0);
  let held = '';
  return {
    push(text) {
      if (wanted.length === 0) return { text, stopped: false };
      held += text;
      const at = earliest(held, wanted);
      if (at >= 0) {
        const before = held.slice(0, at);
        held = '';
        return { text: before, stopped: true };
      }
      const safe = held.length - longestBeginning(held, wanted);
      const ready = held.slice(0, safe);
      held = held.slice(safe);
      return { text: ready, stopped: false };
    },
    flush() {
      const rest = held;
      held = '';
      return rest;
    },
  };
}

function earliest(text: string, sequences: readonly string[]): number {
  const places = sequences.map((s) => text.indexOf(s)).filter((at) => at >= 0);
  return places.length > 0 ? Math.min(...places) : -1;
}

/** Length of the longest end of `text` that begins one of the sequences. */
function longestBeginning(text: string, sequences: readonly string[]): number {
  let longest = 0;
  for (const sequence of sequences) {
    const most = Math.min(sequence.length - 1, text.length);
    for (let n = most; n > longest; n--) {
      if (text.endsWith(sequence.slice(0, n))) longest = n;
    }
  }
  return longest;
}
