import { lazy, Suspense, useEffect } from 'react';
import { useLocation, useParams } from 'wouter';
import { MapView } from '#ui/embeddings/map/map-view.tsx';
import { openSet } from '#ui/embeddings/session/actions.ts';
import { useEmbeddingsStore, type View } from '#ui/embeddings/session/embeddings-store.ts';
import controls from '#ui/kit/controls.module.css';
import { Guard } from '#ui/kit/guard.tsx';
import page from '#ui/kit/page.module.css';
import { useServices } from '#ui/services.ts';
import { showToast } from '#ui/state/toasts.ts';
import { AnswersView } from './answers-view.tsx';
import { CompareView } from './compare-view.tsx';
import styles from './embeddings.module.css';
import { GroupsView } from './groups-view.tsx';
import { ResultTools } from './result-tools.tsx';
import { SimilarView } from './similar-view.tsx';
import { SourcePanel } from './source-panel.tsx';
import { Tabs } from './tabs.tsx';
import { TextsView } from './texts-view.tsx';

/** Apart, for the table of endpoints brings all schemas with it. */
const CodeViewTab = lazy(() =>
  import('./code-view-tab.tsx').then((m) => ({ default: m.CodeViewTab })),
);

const VIEWS: Record<View, { name: string; show: () => React.ReactNode }> = {
  texts: { name: 'Texts', show: () => <TextsView /> },
  map: { name: 'Map', show: () => <MapView /> },
  similar: { name: 'Similar', show: () => <SimilarView /> },
  groups: { name: 'Groups', show: () => <GroupsView /> },
  compare: { name: 'Compare', show: () => <CompareView /> },
  answers: { name: 'Answers', show: () => <AnswersView /> },
  code: {
    name: 'Code',
    show: () => (
      <Suspense>
        <CodeViewTab />
      </Suspense>
    ),
  },
};

/** The embedding room: texts in, and what their vectors say of them. */
export function EmbeddingsPage() {
  const services = useServices();
  const [, go] = useLocation();
  const { id } = useParams<{ id?: string }>();
  const view = useEmbeddingsStore((state) => state.view);
  const hasVectors = useEmbeddingsStore((state) => state.vectors !== null);
  const note = useEmbeddingsStore((state) => state.note);

  useEffect(() => {
    if (id === undefined) return;
    openSet(services, id).then((found) => {
      if (found) return;
      showToast({ text: 'This set is not on this device.' });
      go('/embeddings', { replace: true });
    }, reportError);
  }, [services, id, go]);

  return (
    <div className={`${page['page']} ${styles['room']}`}>
      <div>
        <h1>Embeddings</h1>
        <p className={page['lead']}>
          A model turns each text into a vector; texts of like meaning get vectors that point the
          same way.
        </p>
      </div>
      <SourcePanel />
      {note && (
        <p className={controls['secondary']} role="note">
          {note}
        </p>
      )}
      {hasVectors && (
        <section aria-label="Results" className={styles['results']}>
          <ResultTools />
          <Guard title="This view could not be shown." resetKey={view}>
            <Tabs views={VIEWS} view={view} />
          </Guard>
        </section>
      )}
    </div>
  );
}
