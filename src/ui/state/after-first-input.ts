/** Events of input. */
const ACTS = ['pointerdown', 'keydown', 'drop'] as const;
/** Milliseconds in which the page answers the input itself first. */
const ANSWER_MS = 200;

/**
 * Runs the work shortly after the first input: code that only a person at work needs takes nothing from a page that
 * is just opened. @returns a function that cancels it.
 */
export function afterFirstInput(work: () => void, page: EventTarget = globalThis): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const forget = () => {
    for (const act of ACTS) page.removeEventListener(act, start, { capture: true });
  };
  const start = () => {
    forget();
    timer = setTimeout(work, ANSWER_MS);
  };
  for (const act of ACTS) page.addEventListener(act, start, { capture: true });
  return () => {
    forget();
    clearTimeout(timer);
  };
}
