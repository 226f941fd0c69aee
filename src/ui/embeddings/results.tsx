import { lazy, type ReactNode, Suspense } from 'react';
import { MapView } from '#ui/embeddings/map/map-view.tsx';
import type { View } from '#ui/embeddings/session/text-set-state.ts';
import { useEmbeddings } from '#ui/embeddings/use-embeddings.ts';
import { Guard } from '#ui/kit/guard.tsx';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import { AnswersView } from './answers-view.tsx';
import { CompareView } from './compare-view.tsx';
import { GroupsView } from './groups-view.tsx';
import results from './results.module.css';
import { SearchField } from './search-field.tsx';
import { SetLine, SetMenu } from './set-line.tsx';
import { SimilarView } from './similar-view.tsx';
import { Tabs } from './tabs.tsx';
import { TextsView } from './texts-view.tsx';

/** Loaded on demand: it imports the table of endpoints with all schemas. */
const CodeViewTab = lazy(() =>
  import('./code-view-tab.tsx').then((m) => ({ default: m.CodeViewTab })),
);

const PANELS: Record<View, () => ReactNode> = {
  map: () => <MapView />,
  texts: () => <TextsView />,
  similar: () => <SimilarView />,
  groups: () => <GroupsView />,
  compare: () => <CompareView />,
  answers: () => <AnswersView />,
  code: () => (
    <Suspense>
      <CodeViewTab />
    </Suspense>
  ),
};

/** The views of the vectors, with the search that works in all of them. */
export function Results() {
  const view = useEmbeddings((state) => state.view);
  return (
    <section aria-label={embeddingsText.results} className={results['results']}>
      <SetLine />
      <div className={results['bar']}>
        <Tabs view={view} />
        <SearchField />
        <SetMenu />
      </div>
      <div
        id="view"
        role="tabpanel"
        aria-labelledby={`tab-${view}`}
        className={view === 'map' ? results['mapPanel'] : results['view']}
      >
        <Guard title={embeddingsText.viewFailed} resetKey={view}>
          {PANELS[view]()}
        </Guard>
      </div>
    </section>
  );
}
