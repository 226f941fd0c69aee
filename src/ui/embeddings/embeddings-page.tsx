import { useEffect } from 'react';
import { useLocation, useParams } from 'wouter';
import { nameOf } from '#ui/embeddings/session/embeddings-state.ts';
import { useEmbeddingSession, useEmbeddings, usePicked } from '#ui/embeddings/use-embeddings.ts';
import controls from '#ui/kit/controls.module.css';
import { DropZone } from '#ui/kit/drop-zone.tsx';
import { unescapeId } from '#ui/kit/item-path.ts';
import page from '#ui/kit/page.module.css';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import { PageHeader } from '#ui/page-header/page-header.tsx';
import { readPreferences } from '#ui/state/preferences.ts';
import { useOpenItem } from '#ui/state/shell.ts';
import { showToast } from '#ui/state/toasts.ts';
import { EmbedProgress } from './embed-progress.tsx';
import styles from './embeddings.module.css';
import { ImportDialog } from './import-dialog.tsx';
import results from './results.module.css';
import { Results } from './results.tsx';
import { SampleDoor } from './sample-door.tsx';
import { SourcePanel } from './source-panel.tsx';
import { useOpenFile } from './use-open-file.ts';

/** The texts, their vectors, and the views of them. */
export function EmbeddingsPage() {
  const { work, isChanging, model } = usePicked('work', 'isChanging', 'model');
  const hasVectors = useEmbeddings((state) => state.vectors !== null);
  const note = useEmbeddings((state) => state.note);
  const files = useOpenFile();
  useAddress();
  const name = useEmbeddings((state) => state.embedded && nameOf(state.embedded));
  useOpenItem(name);
  const isFolded = !isChanging && (hasVectors || work !== null);
  return (
    <DropZone
      aria-label={embeddingsText.title}
      className={isFolded ? results['folded'] : undefined}
      onFiles={([dropped]) => files.open(dropped)}
    >
      <PageHeader title={embeddingsText.title} />
      {!isFolded && (
        <div className={page['page']}>
          <p className={page['lead']}>{embeddingsText.lead}</p>
          <div className={styles['start']}>
            <SourcePanel onFile={files.open} />
            {!hasVectors && <SampleDoor />}
          </div>
        </div>
      )}
      {note && (
        <p className={`${controls['secondary']} ${results['note']}`} role="note">
          {note}
        </p>
      )}
      {isFolded && (work ? <EmbedProgress /> : <Results />)}
      {files.file && (
        <ImportDialog
          file={files.file}
          model={model ?? readPreferences().embeddingModel}
          onClose={files.close}
        />
      )}
    </DropZone>
  );
}

/** Opens the saved set that the address names. */
function useAddress() {
  const embeddings = useEmbeddingSession();
  const [, go] = useLocation();
  const { id: part } = useParams<{ id?: string }>();
  const id = part && unescapeId(part);

  useEffect(() => {
    if (id === undefined) return;
    embeddings.open(id).then((found) => {
      if (found) return;
      showToast({ text: embeddingsText.setNotFound });
      go('/embeddings', { replace: true });
    }, reportError);
  }, [embeddings, id, go]);
}
