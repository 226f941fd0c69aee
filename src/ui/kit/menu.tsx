import type { LucideIcon } from 'lucide-react';
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import styles from './menu.module.css';

interface MenuItem {
  label: string;
  icon?: LucideIcon;
  /** Whether it cannot be undone. */
  isDangerous?: boolean;
  /** Its owner closes the menu. */
  run: () => void;
}

interface MenuProps {
  /** Names the menu for people who cannot see it. */
  label: string;
  items: readonly MenuItem[];
  /** The button that opened it. */
  anchor: HTMLElement | null;
  onClose: () => void;
}

/** Pixels between the menu and its button, and to the edges of the window. */
const GAP = 4;

/**
 * A menu next to its button, as a popover of the platform: Escape and a press outside close it, and the
 * focus returns to the button. Mounted means open.
 */
export function Menu({ label, items, anchor, onClose }: MenuProps) {
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
    current.querySelector('button')?.focus();
    current.addEventListener('toggle', closed);
    return () => {
      current.removeEventListener('toggle', closed);
      // A menu that leaves the page cannot return the focus itself.
      if (current.contains(document.activeElement)) anchor?.focus();
    };
  }, [anchor]);

  function move(event: KeyboardEvent) {
    const buttons = [...(ref.current?.querySelectorAll('button') ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const next = nextIndex(event.key, at, buttons.length);
    if (event.key === 'Tab') onClose();
    if (next === null) return;
    event.preventDefault();
    buttons[next]?.focus();
  }

  return (
    <div
      ref={ref}
      popover="auto"
      role="menu"
      tabIndex={-1}
      aria-label={label}
      className={styles['menu']}
      onKeyDown={move}
    >
      {items.map(({ label: name, icon: Icon, isDangerous, run }) => (
        <button
          key={name}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={`${styles['item']} ${isDangerous ? styles['danger'] : ''}`}
          onClick={run}
        >
          {Icon && <Icon size={16} aria-hidden />}
          {name}
        </button>
      ))}
    </div>
  );
}

/** Where a key moves the focus among `count` items; null for other keys. */
export function nextIndex(key: string, at: number, count: number): number | null {
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return (at + count - 1) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

/** Below the button, their left edges aligned, or where there is no room above it or to its left. */
function place(menu: HTMLElement, button: DOMRect): void {
  const { width, height } = menu.getBoundingClientRect();
  const fitsBelow = button.bottom + GAP + height <= innerHeight;
  const top = fitsBelow ? button.bottom + GAP : button.top - GAP - height;
  const fitsRight = button.left + width + GAP <= innerWidth;
  const left = fitsRight ? button.left : button.right - width;
  menu.style.top = `${Math.max(GAP, top)}px`;
  menu.style.left = `${Math.max(GAP, left)}px`;
}
