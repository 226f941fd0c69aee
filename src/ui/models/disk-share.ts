/** The part of the browser's storage that models take, 0 to 1; 1 where the browser does not say how much it may store. */
export function diskShare(usedBytes: number, quotaBytes: number | null): number {
  // A browser may lower its quota under the stored bytes.
  return quotaBytes === null ? 1 : Math.min(1, usedBytes / quotaBytes);
}
