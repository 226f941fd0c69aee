import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/** Pixels from the end within which a reader counts as being at the end. */
const NEAR = 48;

/**
 * Keeps a scrolled region at its end while the reader is there, and leaves it alone while not.
 * `key` starts anew, at the end.
 */
export function useStickToEnd(scroller: RefObject<HTMLElement | null>, key: string) {
  const [isAtEnd, setAtEnd] = useState(true);
  const sticks = useRef(true);

  const goToEnd = useCallback(() => {
    const { current } = scroller;
    sticks.current = true;
    setAtEnd(true);
    if (current) current.scrollTop = current.scrollHeight;
  }, [scroller]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another conversation starts anew.
  useEffect(() => {
    const { current } = scroller;
    const content = current?.firstElementChild;
    if (!current || !content) return;
    goToEnd();
    let last = current.scrollTop;
    const listen = () => {
      const rest = current.scrollHeight - current.clientHeight - current.scrollTop;
      const isUp = current.scrollTop < last - 1;
      last = current.scrollTop;
      // Growing text pushes the end away: only a move upwards is the reader's.
      if (rest <= NEAR) sticks.current = true;
      else if (isUp) sticks.current = false;
      setAtEnd(sticks.current);
    };
    const follow = new ResizeObserver(() => {
      if (sticks.current) current.scrollTop = current.scrollHeight;
    });
    current.addEventListener('scroll', listen, { passive: true });
    follow.observe(content);
    follow.observe(current);
    return () => {
      current.removeEventListener('scroll', listen);
      follow.disconnect();
    };
  }, [key, scroller, goToEnd]);

  return { isAtEnd, goToEnd };
}
