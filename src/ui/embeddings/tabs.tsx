import type { KeyboardEvent, ReactNode } from 'react';
import { setEmbeddings, type View } from '#ui/embeddings/session/embeddings-store.ts';
import styles from './embeddings.module.css';

interface TabsProps {
  views: Readonly<Record<View, { name: string; show: () => ReactNode }>>;
  view: View;
}

/** The ways to look at the vectors. Arrow keys go from one to the next. */
export function Tabs({ views, view }: TabsProps) {
  const names = Object.keys(views) as View[];

  function step(event: KeyboardEvent) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const next = names[(names.indexOf(view) + by + names.length) % names.length] ?? view;
    setEmbeddings({ view: next });
    document.getElementById(`tab-${next}`)?.focus();
  }

  return (
    <>
      <div role="tablist" aria-label="Views" className={styles['tabs']}>
        {names.map((name) => (
          <button
            key={name}
            id={`tab-${name}`}
            type="button"
            role="tab"
            aria-selected={name === view}
            aria-controls="view"
            tabIndex={name === view ? 0 : -1}
            className={styles['tab']}
            onClick={() => setEmbeddings({ view: name })}
            onKeyDown={step}
          >
            {views[name].name}
          </button>
        ))}
      </div>
      <div id="view" role="tabpanel" aria-labelledby={`tab-${view}`} className={styles['view']}>
        {views[view].show()}
      </div>
    </>
  );
}
