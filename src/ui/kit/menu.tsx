import type { LucideIcon } from 'lucide-react';
import styles from './menu.module.css';
import { usePopover } from './use-popover.ts';

export interface MenuItem {
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

/** A menu next to its button. Mounted means open. */
export function Menu({ label, items, anchor, onClose }: MenuProps) {
  const popover = usePopover(anchor, onClose);
  return (
    <div
      {...popover}
      popover="auto"
      role="menu"
      tabIndex={-1}
      aria-label={label}
      className={styles['menu']}
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
