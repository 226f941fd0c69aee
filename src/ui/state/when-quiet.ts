/** What a person does with a page. */
const ACTS = ['pointerdown', 'keydown', 'input', 'wheel'] as const;
const OPTIONS = { capture: true, passive: true };

interface Patience {
  /** Milliseconds without any of it that count as quiet. */
  quietMs: number;
  /** Milliseconds after which it is not waited for any longer. */
  atMostMs: number;
}

/** Resolves after a while without input: until then the page's own work has the network and the processor. */
export function whenQuiet(
  { quietMs, atMostMs }: Patience,
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
    const last = setTimeout(end, atMostMs);
    for (const act of ACTS) page.addEventListener(act, wait, OPTIONS);
    wait();
  });
}
