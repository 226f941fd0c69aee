import type { KeyboardEvent } from 'react';
import type { View } from '#ui/embeddings/session/text-set-state.ts';
import { useTextSet } from '#ui/embeddings/use-embeddings.ts';
import { Button } from '#ui/kit/button.tsx';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import results from './results.module.css';

/** In the order of the tabs. */
const VIEWS = [
  'map',
  'texts',
  'similar',
  'groups',
  'compare',
  'answers',
  'code',
] as const satisfies readonly View[];

/** The tabs of the views. Arrow keys move between them. */
export function Tabs({ view }: { view: View }) {
  const set = useTextSet();
  const names: readonly View[] = VIEWS;

  function step(event: KeyboardEvent) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const next = names[(names.indexOf(view) + by + names.length) % names.length] ?? view;
    set.show(next);
    document.getElementById(`tab-${next}`)?.focus();
  }

  return (
    <div role="tablist" aria-label={embeddingsText.views} className={results['tabs']}>
      {names.map((name) => (
        <Button
          key={name}
          kind="plain"
          id={`tab-${name}`}
          role="tab"
          aria-selected={name === view}
          aria-controls="view"
          tabIndex={name === view ? 0 : -1}
          className={results['tab']}
          onClick={() => set.show(name)}
          onKeyDown={step}
        >
          {embeddingsText[name]}
        </Button>
      ))}
    </div>
  );
}
