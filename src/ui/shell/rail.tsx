import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'wouter';
import controls from '#ui/kit/controls.module.css';
import { readPreferences, writePreferences } from '#ui/state/preferences.ts';
import styles from './rail.module.css';
import { isInRoom, ROOMS } from './rooms.ts';

/** Rooms at the left, and below them what the open room lists. */
export function Rail({ children }: { children: ReactNode }) {
  const [location] = useLocation();
  const [isNarrow, setNarrow] = useState(() => readPreferences().railCollapsed);

  function toggle() {
    setNarrow(!isNarrow);
    writePreferences({ railCollapsed: !isNarrow });
  }

  const label = isNarrow ? 'Widen the rail' : 'Narrow the rail';
  const Icon = isNarrow ? PanelLeftOpen : PanelLeftClose;
  return (
    <aside
      aria-label="Rooms and chats"
      className={`${styles['rail']} ${isNarrow ? styles['narrow'] : ''}`}
    >
      <div className={styles['head']}>
        <Link href="/chat" className={styles['brand']} aria-label="Alcove, to the chat">
          <img src="/icon.svg" alt="" width="22" height="22" />
          <span>Alcove</span>
        </Link>
        <button
          type="button"
          className={`${controls['button']} ${controls['quiet']} ${controls['small']} ${controls['icon']}`}
          aria-label={label}
          title={label}
          onClick={toggle}
        >
          <Icon size={16} aria-hidden />
        </button>
      </div>
      <nav aria-label="Rooms">
        <ul className={styles['rooms']}>
          {ROOMS.map(({ path, name, icon: RoomIcon }) => (
            <li key={path}>
              <Link
                href={path}
                className={styles['room']}
                aria-current={isInRoom(location, path) ? 'page' : undefined}
                title={isNarrow ? name : undefined}
              >
                <RoomIcon size={18} aria-hidden />
                <span>{name}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {!isNarrow && <div className={styles['list']}>{children}</div>}
    </aside>
  );
}
