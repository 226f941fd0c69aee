import { lazy, Suspense, useEffect } from 'react';
import { useLocation, useParams } from 'wouter';
import { MapView } from '#ui/embeddings/map/map-view.tsx';
import type { View } from '#ui/embeddings/session/embeddings-state.ts';
import { useEmbeddingSession, useEmbeddings } from '#ui/embeddings/use-embeddings.ts';
import controls from '#ui/kit/controls.module.css';
import { Guard } from '#ui/kit/guard.tsx';
import page from '#ui/kit/page.module.css';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import { PageHeader } from '#ui/page-header/page-header.tsx';
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

/** Loaded on demand: it imports the table of endpoints with all schemas. */
const CodeViewTab = lazy(() =>
  import('./code-view-tab.tsx').then((m) => ({ default: m.CodeViewTab })),
);

const VIEWS: Record<View, () => React.ReactNode> = {
  texts: () => <TextsView />,
  map: () => <MapView />,
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

/** The texts, their vectors, and the views of them. */
export function EmbeddingsPage() {
  const embeddings = useEmbeddingSession();
  const [, go] = useLocation();
  const { id } = useParams<{ id?: string }>();
  const view = useEmbeddings((state) => state.view);
  const hasVectors = useEmbeddings((state) => state.vectors !== null);
  const note = useEmbeddings((state) => state.note);

  useEffect(() => {
    if (id === undefined) return;
    embeddings.open(id).then((found) => {
      if (found) return;
      showToast({ text: embeddingsText.setNotFound });
      go('/embeddings', { replace: true });
    }, reportError);
  }, [embeddings, id, go]);

  return (
    <>
      <PageHeader title={embeddingsText.title} />
      <div className={`${page['page']} ${styles['room']}`}>
        <p className={page['lead']}>{embeddingsText.lead}</p>
        <SourcePanel />
        {note && (
          <p className={controls['secondary']} role="note">
            {note}
          </p>
        )}
        {hasVectors && (
          <section aria-label={embeddingsText.results} className={styles['results']}>
            <ResultTools />
            <Guard title={embeddingsText.viewFailed} resetKey={view}>
              <Tabs views={VIEWS} view={view} />
            </Guard>
          </section>
        )}
      </div>
    </>
  );
}
