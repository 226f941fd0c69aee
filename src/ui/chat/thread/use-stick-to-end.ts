import { type RefObject, useCallback, useEffect, useRef } from 'react';

/** Pixels from the end within which a reader counts as being at the end. */
const NEAR = 48;
/** Milliseconds after a wheel, a key or a finger in which a move is the reader's. */
const INPUT_MS = 1_000;
const INPUTS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/**
 * Keeps a scrolled region at its end while the reader is there.
 * `key` starts again, at the end. `onChange` is called when the reader leaves the end and comes back.
 * @returns a function that scrolls to the end.
 */
export function useStickToEnd(
  scroller: RefObject<HTMLElement | null>,
  key: string,
  onChange: (isAtEnd: boolean) => void,
): () => void {
  const sticks = useRef(true);
  const latest = useRef(onChange);
  latest.current = onChange;

  const stick = useCallback((isAtEnd: boolean) => {
    if (sticks.current === isAtEnd) return;
    sticks.current = isAtEnd;
    latest.current(isAtEnd);
  }, []);

  const goToEnd = useCallback(() => {
    const { current } = scroller;
    stick(true);
    if (current) current.scrollTop = current.scrollHeight;
  }, [scroller, stick]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another conversation starts again.
  useEffect(() => {
    const { current } = scroller;
    const content = current?.firstElementChild;
    if (!current || !content) return;
    goToEnd();
    let last = current.scrollTop;
    let inputAt = Number.NEGATIVE_INFINITY;
    let isChanged = false;
    const pin = () => {
      current.scrollTop = current.scrollHeight;
      // Programmatic scrolling is not the reader's, also where shorter text moved it up.
      last = current.scrollTop;
    };
    const listen = () => {
      const rest = current.scrollHeight - current.clientHeight - current.scrollTop;
      const isUp = current.scrollTop < last - 1;
      last = current.scrollTop;
      // Growing text pushes the end away: only a move upwards is the reader's.
      if (rest <= NEAR) stick(true);
      else if (!isUp) return;
      // Text that was shorter for a moment moves it up as well, and is whole again before it is measured.
      else if (sticks.current && isChanged && performance.now() - inputAt > INPUT_MS) pin();
      else stick(false);
    };
    const follow = new ResizeObserver(() => {
      if (sticks.current) pin();
    });
    const changes = new MutationObserver(() => {
      if (isChanged) return;
      isChanged = true;
      // Animation frames come after the scroll events of what changed before.
      requestAnimationFrame(() => {
        isChanged = false;
      });
    });
    const controller = new AbortController();
    const options = { passive: true, signal: controller.signal };
    current.addEventListener('scroll', listen, options);
    const note = () => {
      inputAt = performance.now();
    };
    for (const type of INPUTS) current.addEventListener(type, note, options);
    follow.observe(content);
    follow.observe(current);
    changes.observe(content, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
    return () => {
      controller.abort();
      follow.disconnect();
      changes.disconnect();
    };
  }, [key, scroller, goToEnd, stick]);

  return goToEnd;
}
