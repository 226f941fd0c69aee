import type { KeyboardEvent, ReactNode } from 'react';
import type { View } from '#ui/embeddings/session/embeddings-state.ts';
import { useEmbeddingSession } from '#ui/embeddings/use-embeddings.ts';
import { Button } from '#ui/kit/button.tsx';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import styles from './embeddings.module.css';

interface TabsProps {
  views: Readonly<Record<View, () => ReactNode>>;
  view: View;
}

/** The tabs of the views. Arrow keys move between them. */
export function Tabs({ views, view }: TabsProps) {
  const embeddings = useEmbeddingSession();
  const names = Object.keys(views) as View[];

  function step(event: KeyboardEvent) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const next = names[(names.indexOf(view) + by + names.length) % names.length] ?? view;
    embeddings.change({ view: next });
    document.getElementById(`tab-${next}`)?.focus();
  }

  return (
    <>
      <div role="tablist" aria-label={embeddingsText.views} className={styles['tabs']}>
        {names.map((name) => (
          <Button
            key={name}
            kind="plain"
            id={`tab-${name}`}
            role="tab"
            aria-selected={name === view}
            aria-controls="view"
            tabIndex={name === view ? 0 : -1}
            className={styles['tab']}
            onClick={() => embeddings.change({ view: name })}
            onKeyDown={step}
          >
            {embeddingsText[name]}
          </Button>
        ))}
      </div>
      <div id="view" role="tabpanel" aria-labelledby={`tab-${view}`} className={styles['view']}>
        {views[view]()}
      </div>
    </>
  );
}
