import { useEffect, useRef } from 'react';
import { useLocation, useParams } from 'wouter';
import { nameOf } from '#ui/embeddings/session/text-set-state.ts';
import {
  useEmbeddingSession,
  useEmbeddings,
  usePicked,
  useTextSet,
} from '#ui/embeddings/use-embeddings.ts';
import controls from '#ui/kit/controls.module.css';
import { DropZone } from '#ui/kit/drop-zone.tsx';
import { droppedFiles } from '#ui/kit/dropped-files.ts';
import { unescapeId } from '#ui/kit/item-path.ts';
import page from '#ui/kit/page.module.css';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import { PageHeader } from '#ui/page-header/page-header.tsx';
import { readPreferences } from '#ui/state/preferences.ts';
import { useOpenItem } from '#ui/state/shell.ts';
import { showToast } from '#ui/state/toasts.ts';
import { EmbedProgress } from './embed-progress.tsx';
import { ImportDialog } from './import-dialog.tsx';
import results from './results.module.css';
import { Results } from './results.tsx';
import { SourcePanel } from './source-panel.tsx';
import { isTextFile, useOpenFiles } from './use-open-files.ts';

/** The texts, their vectors, and the views of them. */
export function EmbeddingsPage() {
  const set = useTextSet();
  const { work, isChanging, model, note } = usePicked('work', 'isChanging', 'model', 'note');
  const hasVectors = useEmbeddings((state) => state.vectors !== null);
  const files = useOpenFiles();
  useAddress();
  const name = useEmbeddings((state) => state.embedded && nameOf(state.embedded));
  useOpenItem(name);
  const isFolded = work !== null || (!isChanging && hasVectors);
  return (
    <DropZone
      aria-label={embeddingsText.title}
      className={isFolded ? results['folded'] : undefined}
      onFiles={(_, data) => droppedFiles(data, isTextFile).then(files.open, reportError)}
    >
      <PageHeader title={embeddingsText.title} />
      {!isFolded && (
        <div className={page['page']}>
          <SourcePanel onFiles={files.open} />
        </div>
      )}
      {note && (
        <p className={`${controls['secondary']} ${results['note']}`} role="note">
          {note}
        </p>
      )}
      {isFolded && (work ? <EmbedProgress /> : <ShownResults key={set.key} />)}
      {files.opened && (
        <ImportDialog
          {...files.opened}
          model={model ?? readPreferences().embeddingModel}
          onClose={files.close}
        />
      )}
    </DropZone>
  );
}

/** The views; other vectors start with fresh ones. */
function ShownResults() {
  const vectors = useEmbeddings((state) => state.vectors);
  const shown = useRef({ vectors, count: 0 });
  if (shown.current.vectors !== vectors)
    shown.current = { vectors, count: shown.current.count + 1 };
  return <Results key={shown.current.count} />;
}

/** Opens the saved set that the address names, and leaves its address when the page shows other texts. */
function useAddress() {
  const embeddings = useEmbeddingSession();
  const [, go] = useLocation();
  const { id: part } = useParams<{ id?: string }>();
  const id = part && unescapeId(part);
  const storedId = useEmbeddings((state) => state.stored?.id ?? null);
  const before = useRef(storedId);

  useEffect(() => {
    if (id === undefined) return;
    embeddings.open(id).then((found) => {
      if (found) return;
      showToast({ text: embeddingsText.setNotFound });
      go('/embeddings', { replace: true });
    }, reportError);
  }, [embeddings, id, go]);

  useEffect(() => {
    const isLeft = before.current === id && storedId === null;
    before.current = storedId;
    if (id !== undefined && isLeft) go('/embeddings', { replace: true });
  }, [id, storedId, go]);
}
