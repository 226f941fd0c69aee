import { Link, useLocation } from 'wouter';
import styles from './rail.module.css';
import { isInRoom, ROOMS } from './rooms.ts';

/** The rooms on a phone. */
export function BottomBar() {
  const [location] = useLocation();
  return (
    <nav className={styles['bottom']} aria-label="Rooms">
      <ul>
        {ROOMS.map(({ path, name, icon: Icon }) => (
          <li key={path}>
            <Link
              href={path}
              className={styles['tab']}
              aria-current={isInRoom(location, path) ? 'page' : undefined}
            >
              <Icon size={20} aria-hidden />
              <span>{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
