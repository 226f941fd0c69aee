/** Events of input. */
const ACTS = ['pointerdown', 'keydown', 'input', 'wheel'] as const;
const OPTIONS = { capture: true, passive: true };

interface Patience {
  /** Milliseconds without input that count as quiet. */
  quietMs: number;
  /** Milliseconds after which it resolves in any case. */
  maxMs: number;
}

/** Resolves after `quietMs` without input, or after `maxMs`: until then the network and the processor belong to the page. */
export function whenQuiet(
  { quietMs, maxMs }: Patience,
  page: EventTarget = globalThis,
): Promise<void> {
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout>;
    const end = () => {
      clearTimeout(timer);
      clearTimeout(last);
      for (const act of ACTS) page.removeEventListener(act, wait, OPTIONS);
      resolve();
    };
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(end, quietMs);
    };
    const last = setTimeout(end, maxMs);
    for (const act of ACTS) page.addEventListener(act, wait, OPTIONS);
    wait();
  });
}
