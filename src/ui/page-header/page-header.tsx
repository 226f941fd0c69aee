import { Search, Settings } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useRoute } from 'wouter';
import { buttonClass, IconButton } from '#ui/kit/button.tsx';
import { Guard } from '#ui/kit/guard.tsx';
import { shellText } from '#ui/messages/shell.ts';
import { openSheet } from '#ui/state/shell.ts';
import type { ModelChoice } from './model-menu.tsx';
import { ModelPill } from './model-pill.tsx';
import styles from './page-header.module.css';

interface PageHeaderProps {
  title: string;
  /** Whether a person gave the name: smaller, cut at the end, in its own direction. */
  isName?: boolean;
  /** What stands before the title: a way back. */
  before?: ReactNode;
  /**
   * The model this page uses, and a function that changes it; without them the pill shows the loaded model. null: not
   * known yet, no pill.
   */
  model?: ModelChoice | null;
  /** What stands after the pill: that of a second model. */
  afterModel?: ReactNode;
  /** The page's tools, between the title and the pill. */
  children?: ReactNode;
}

/** The one bar of a page: its title, its tools, and the model. It stays in view. */
export function PageHeader(props: PageHeaderProps) {
  const { title, isName = false, before, model, afterModel, children } = props;
  return (
    <header className={styles['bar']}>
      {before}
      <h1 className={`${styles['title']} ${isName ? styles['name'] : ''}`} dir="auto" title={title}>
        {title}
      </h1>
      {children}
      {!before && !children && (
        <>
          <Link
            href="/settings"
            aria-label={shellText.settings}
            title={shellText.settings}
            className={buttonClass({ kind: 'quiet' }, styles['palette'])}
          >
            <Settings size={18} aria-hidden />
          </Link>
          <IconButton
            icon={Search}
            label={shellText.commandPalette}
            className={styles['palette']}
            onClick={() => openSheet('palette')}
          />
        </>
      )}
      <Guard title={shellText.statusNotShown}>
        {model !== null && <ModelPill {...(model ? { choice: model } : {})} />}
        {afterModel}
      </Guard>
    </header>
  );
}

interface PageTabsProps {
  /** Names the list of tabs. */
  label: string;
  tabs: readonly { path: string; name: string }[];
}

/** The parts of a section, each with an address of its own. */
export function PageTabs({ label, tabs }: PageTabsProps) {
  return (
    <nav className={styles['tabs']} aria-label={label}>
      {tabs.map((tab) => (
        <Tab key={tab.path} {...tab} />
      ))}
    </nav>
  );
}

function Tab({ path, name }: { path: string; name: string }) {
  const [isOpen] = useRoute(path);
  const link = useRef<HTMLAnchorElement>(null);
  // On a phone the tabs are wider than the screen.
  useEffect(() => {
    if (isOpen) link.current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [isOpen]);
  return (
    <Link
      ref={link}
      href={path}
      className={styles['tab']}
      aria-current={isOpen ? 'page' : undefined}
    >
      {name}
    </Link>
  );
}
