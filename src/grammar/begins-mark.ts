/** Length of the longest end of `text` that begins one of the marks, and is none yet. */
export function longestBeginning(text: string, marks: readonly string[]): number {
  let longest = 0;
  for (const mark of marks) {
    for (let n = Math.min(mark.length - 1, text.length); n > longest; n--) {
      if (text.endsWith(mark.slice(0, n))) longest = n;
    }
  }
  return longest;
}
