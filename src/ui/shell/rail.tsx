import { PanelLeftClose, PanelLeftOpen, Search, TextSearch } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { appPath } from '#contract/app-path.ts';

import { IconButton } from '#ui/kit/button.tsx';
import { shellText } from '#ui/messages/shell.ts';

import { readPreferences, writePreferences } from '#ui/state/preferences.ts';
import { openSheet } from '#ui/state/shell.ts';
import styles from './rail.module.css';
import { isInSection, SECTIONS, sectionName } from './sections.ts';

interface RailProps {
  /** What the open section lists. */
  children: ReactNode;
  /** What stays at the foot, narrow or not. */
  foot: ReactNode;
}

/** The sections, and below them the list of the open section. */
export function Rail({ children, foot }: RailProps) {
  const [location] = useLocation();
  const [isNarrow, setNarrow] = useState(() => readPreferences().railCollapsed);

  function toggle() {
    setNarrow(!isNarrow);
    writePreferences({ railCollapsed: !isNarrow });
  }

  return (
    <aside
      aria-label={shellText.sectionsAndChats}
      className={`${styles['rail']} ${isNarrow ? styles['narrow'] : ''}`}
    >
      <div className={styles['head']}>
        <Link href="/chat" className={styles['brand']} aria-label={shellText.home}>
          <img src={appPath('/icon.svg')} alt="" width="22" height="22" />
          <span>Alcove</span>
        </Link>
        {!isNarrow && (
          <IconButton
            icon={Search}
            label={shellText.commandPalette}
            size="small"
            className={styles['palette']}
            onClick={() => openSheet('palette')}
          />
        )}
        <IconButton
          icon={isNarrow ? PanelLeftOpen : PanelLeftClose}
          label={isNarrow ? shellText.expandSidebar : shellText.collapseSidebar}
          size="small"
          onClick={toggle}
        />
      </div>
      <nav aria-label={shellText.sections}>
        <ul className={styles['sections']}>
          <li>
            <Link
              href="/search"
              className={styles['section']}
              aria-current={location === '/search' ? 'page' : undefined}
              title={isNarrow ? shellText.search : undefined}
            >
              <TextSearch size={18} aria-hidden />
              <span>{shellText.search}</span>
            </Link>
          </li>
          {SECTIONS.map((section) => (
            <li key={section.path}>
              <Link
                href={section.path}
                className={styles['section']}
                aria-current={isInSection(location, section.path) ? 'page' : undefined}
                title={isNarrow ? sectionName(section) : undefined}
              >
                <section.icon size={18} aria-hidden />
                <span>{sectionName(section)}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {!isNarrow && <div className={styles['list']}>{children}</div>}
      <div className={styles['foot']}>{foot}</div>
    </aside>
  );
}
