/** Collects a waveform. It is stored after every growth by 15 %, so that writes stay linear. */
export function gatherPeaks() {
  let all = new Uint8Array(1_024);
  let length = 0;
  let stored = 0;
  return {
    /** @returns whether it is time to store the waveform. */
    add(peaks: Uint8Array): boolean {
      if (length + peaks.length > all.length) {
        const wider = new Uint8Array(2 * (length + peaks.length));
        wider.set(all);
        all = wider;
      }
      all.set(peaks, length);
      length += peaks.length;
      if (length < stored * 1.15) return false;
      stored = length;
      return true;
    },
    all: () => all.slice(0, length),
  };
}
