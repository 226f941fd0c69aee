import { Download, Save } from 'lucide-react';
import { useState } from 'react';
import { nameOf } from '#ui/embeddings/session/embeddings-state.ts';
import { useEmbeddingSession, usePicked } from '#ui/embeddings/use-embeddings.ts';
import { Button } from '#ui/kit/button.tsx';
import { formatCount } from '#ui/kit/format.ts';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import { ExportDialog } from './export-dialog.tsx';
import results from './results.module.css';
import { useSaveSet } from './use-save-set.ts';

/** The texts and their model in one line, with their actions. */
export function SetLine() {
  const embeddings = useEmbeddingSession();
  const save = useSaveSet();
  const { embedded, vectors, source, lasso, work } = usePicked(
    'embedded',
    'vectors',
    'source',
    'lasso',
    'work',
  );
  const [exports, setExports] = useState(false);
  if (!vectors || !embedded) return null;
  return (
    <div className={results['line']}>
      <p>
        {embedded.name !== '' && <strong>{nameOf(embedded)}</strong>}
        <span>{embeddingsText.summary(vectors.count, formatCount(vectors.size), source)}</span>
      </p>
      <Button
        kind="quiet"
        size="small"
        className={results['wide']}
        onClick={() => embeddings.change({ isChanging: true })}
      >
        {embeddingsText.changeTexts}
      </Button>
      {lasso && (
        <Button size="small" onClick={() => embeddings.change({ lasso: null, facet: null })}>
          {embeddingsText.clearSelection(lasso.size)}
        </Button>
      )}
      <span className={results['grow']} />
      <Button
        size="small"
        icon={Save}
        className={results['wide']}
        disabled={work !== null}
        onClick={save}
      >
        {embeddingsText.saveSet}
      </Button>
      <Button
        size="small"
        icon={Download}
        className={results['wide']}
        onClick={() => setExports(true)}
      >
        {embeddingsText.exportVectors}
      </Button>
      {exports && <ExportDialog onClose={() => setExports(false)} />}
    </div>
  );
}
