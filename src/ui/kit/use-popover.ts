import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react';

/** Pixels between the popover and its button, and to the edges of the window. */
const GAP = 4;

interface Popover {
  ref: RefObject<HTMLDivElement | null>;
  /** Moves the focus among its items by the arrow keys, Home and End. */
  onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * A popover of the platform next to its button: Escape and a press outside close it, and the focus returns to the
 * button. Mounted means open. Its items are its buttons and links; the first, or the checked one, gets the focus.
 */
export function usePopover(anchor: HTMLElement | null, onClose: () => void): Popover {
  const ref = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  close.current = onClose;

  useLayoutEffect(() => {
    const { current } = ref;
    if (!current) return;
    const closed = (event: Event) => {
      if ((event as ToggleEvent).newState === 'closed') close.current();
    };
    current.showPopover();
    if (anchor) place(current, anchor.getBoundingClientRect());
    const [first] = itemsOf(current);
    (current.querySelector<HTMLElement>('[aria-checked="true"]') ?? first)?.focus();
    current.addEventListener('toggle', closed);
    return () => {
      current.removeEventListener('toggle', closed);
      // A popover that leaves the page cannot return the focus itself.
      if (current.contains(document.activeElement)) anchor?.focus();
    };
  }, [anchor]);

  function move(event: KeyboardEvent) {
    const items = itemsOf(ref.current);
    const at = items.indexOf(document.activeElement as HTMLElement);
    const next = nextIndex(event.key, at, items.length);
    if (event.key === 'Tab') onClose();
    if (next === null) return;
    event.preventDefault();
    items[next]?.focus();
  }

  return { ref, onKeyDown: move };
}

function itemsOf(popover: HTMLElement | null): HTMLElement[] {
  return [...(popover?.querySelectorAll<HTMLElement>('button, a') ?? [])];
}

/** Where a key moves the focus among `count` items; null for other keys. */
export function nextIndex(key: string, at: number, count: number): number | null {
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return (at + count - 1) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

/** Below the button, their left edges aligned, or elsewhere if there is no space above it or to its left. */
function place(popover: HTMLElement, button: DOMRect): void {
  const { width, height } = popover.getBoundingClientRect();
  const fitsBelow = button.bottom + GAP + height <= innerHeight;
  const top = fitsBelow ? button.bottom + GAP : button.top - GAP - height;
  const fitsRight = button.left + width + GAP <= innerWidth;
  const left = fitsRight ? button.left : button.right - width;
  popover.style.top = `${Math.max(GAP, top)}px`;
  popover.style.left = `${Math.max(GAP, left)}px`;
  popover.style.maxHeight = `${innerHeight - Math.max(GAP, top) - GAP}px`;
}
