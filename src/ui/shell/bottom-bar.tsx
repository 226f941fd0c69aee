import { Link, useLocation } from 'wouter';
import { shellText } from '#ui/messages/shell.ts';
import styles from './rail.module.css';
import { isInSection, SECTIONS, sectionName } from './sections.ts';

/** The settings are in the header and in the list of chats: six names side by side would be too small to read. */
const TABS = SECTIONS.filter(({ path }) => path !== '/settings');

/** The sections on a phone. */
export function BottomBar() {
  const [location] = useLocation();
  return (
    <nav className={styles['bottom']} aria-label={shellText.sections}>
      <ul>
        {TABS.map((section) => (
          <li key={section.path}>
            <Link
              href={section.path}
              className={styles['tab']}
              aria-current={isInSection(location, section.path) ? 'page' : undefined}
            >
              <section.icon size={20} aria-hidden />
              <span>{sectionName(section)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
