/** Events of input. */
const ACTS = ['pointerdown', 'keydown', 'input', 'wheel'] as const;
const OPTIONS = { capture: true, passive: true };

interface Patience {
  /** Milliseconds without input, after which nothing is at work, that count as quiet. */
  quietMs: number;
  /** Milliseconds after which it resolves in any case. */
  maxMs: number;
}

/**
 * Resolves after `quietMs` without input, or after `maxMs`: until then the network and the processor belong to the page.
 * `isBusy`: whether they are at work for a person who waits for it; then the wait begins again.
 */
export function whenQuiet(
  { quietMs, maxMs }: Patience,
  isBusy: () => Promise<boolean> = async () => false,
  page: EventTarget = globalThis,
): Promise<void> {
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout>;
    let isOver = false;
    const end = () => {
      isOver = true;
      clearTimeout(timer);
      clearTimeout(last);
      for (const act of ACTS) page.removeEventListener(act, wait, OPTIONS);
      resolve();
    };
    const wait = () => {
      clearTimeout(timer);
      if (isOver) return;
      timer = setTimeout(() => isBusy().then((busy) => (busy ? wait() : end()), end), quietMs);
    };
    const last = setTimeout(end, maxMs);
    for (const act of ACTS) page.addEventListener(act, wait, OPTIONS);
    wait();
  });
}
