import { type RefObject, useCallback, useEffect, useEffectEvent, useRef } from 'react';

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
  const follower = useRef<EndFollower>(null);
  const report = useEffectEvent(onChange);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another conversation starts again.
  useEffect(() => {
    const { current } = scroller;
    const content = current?.firstElementChild;
    if (!current || !content) return;
    // Another conversation may have been left somewhere else.
    if (follower.current?.isAtEnd === false) report(true);
    const following = new EndFollower(current, content, (isAtEnd) => report(isAtEnd));
    follower.current = following;
    return () => following.stop();
  }, [key, scroller]);

  return useCallback(() => follower.current?.goToEnd(), []);
}

/** The reader is at the end, where growing text is followed, or somewhere else, where it is not. */
class EndFollower {
  isAtEnd = true;
  readonly #region: HTMLElement;
  readonly #onChange: (isAtEnd: boolean) => void;
  readonly #stopped = new AbortController();
  readonly #resizes = new ResizeObserver(() => {
    if (this.isAtEnd) this.#pin();
  });
  readonly #changes = new MutationObserver(() => this.#noteChange());
  #lastTop = 0;
  /** When the reader last moved something. */
  #inputAt = Number.NEGATIVE_INFINITY;
  /** Whether the content has changed since the last frame. */
  #isChanged = false;

  constructor(region: HTMLElement, content: Element, onChange: (isAtEnd: boolean) => void) {
    this.#region = region;
    this.#onChange = onChange;
    this.#pin();
    const options = { passive: true, signal: this.#stopped.signal };
    region.addEventListener('scroll', () => this.#scrolled(), options);
    const note = () => {
      this.#inputAt = performance.now();
    };
    for (const type of INPUTS) region.addEventListener(type, note, options);
    this.#resizes.observe(content);
    this.#resizes.observe(region);
    const all = { subtree: true, childList: true, characterData: true, attributes: true };
    this.#changes.observe(content, all);
  }

  goToEnd(): void {
    this.#enter(true);
    this.#pin();
  }

  stop(): void {
    this.#stopped.abort();
    this.#resizes.disconnect();
    this.#changes.disconnect();
  }

  #enter(isAtEnd: boolean): void {
    if (this.isAtEnd === isAtEnd) return;
    this.isAtEnd = isAtEnd;
    this.#onChange(isAtEnd);
  }

  #pin(): void {
    this.#region.scrollTop = this.#region.scrollHeight;
    // Programmatic scrolling is not the reader's, also where shorter text moved it up.
    this.#lastTop = this.#region.scrollTop;
  }

  #scrolled(): void {
    const { scrollHeight, clientHeight, scrollTop } = this.#region;
    const isUp = scrollTop < this.#lastTop - 1;
    this.#lastTop = scrollTop;
    // Growing text pushes the end away: only a move upwards is the reader's.
    if (scrollHeight - clientHeight - scrollTop <= NEAR) this.#enter(true);
    else if (!isUp) return;
    // Text that was shorter for a moment moves it up as well, and is whole again before it is measured.
    else if (this.isAtEnd && this.#isChanged && performance.now() - this.#inputAt > INPUT_MS)
      this.#pin();
    else this.#enter(false);
  }

  #noteChange(): void {
    if (this.#isChanged) return;
    this.#isChanged = true;
    // Animation frames come after the scroll events of what changed before.
    requestAnimationFrame(() => {
      this.#isChanged = false;
    });
  }
}
