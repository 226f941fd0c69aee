import { CopyPlus, Download, Pencil, Save } from 'lucide-react';
import { useState } from 'react';
import { nameOf } from '#ui/embeddings/session/text-set-state.ts';
import { usePicked, useSaveSet, useTextSet } from '#ui/embeddings/use-embeddings.ts';
import { Button } from '#ui/kit/button.tsx';
import { formatCount } from '#ui/kit/format.ts';
import { MenuButton } from '#ui/kit/menu-button.tsx';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import { ExportDialog } from './export-dialog.tsx';
import results from './results.module.css';

/** The actions on the set: in the line above the views, and in a menu on a phone. */
function useActions() {
  const set = useTextSet();
  const { save, saveAs } = useSaveSet();
  const { stored, vectors, work } = usePicked('stored', 'vectors', 'work');
  const [isExporting, setExporting] = useState(false);
  const isSaved = stored !== null && stored.vectors === vectors;
  const canSave = work === null;
  return {
    change: { label: embeddingsText.changeTextsLong, icon: Pencil, run: () => set.changeTexts() },
    stored: [
      ...(canSave && !isSaved ? [{ label: embeddingsText.saveSet, icon: Save, run: save }] : []),
      ...(canSave && stored
        ? [{ label: embeddingsText.saveAsNew, icon: CopyPlus, run: saveAs }]
        : []),
    ],
    exports: {
      label: embeddingsText.exportVectors,
      icon: Download,
      run: () => setExporting(true),
    },
    dialog: isExporting && <ExportDialog onClose={() => setExporting(false)} />,
  };
}

/** The texts and their model in one line, with their actions. */
export function SetLine() {
  const set = useTextSet();
  const { change, stored, exports, dialog } = useActions();
  const { embedded, vectors, source, lasso } = usePicked('embedded', 'vectors', 'source', 'lasso');
  if (!vectors || !embedded) return null;
  return (
    <div className={results['line']}>
      <p>
        {embedded.name !== '' && <strong>{nameOf(embedded)}</strong>}
        <span>{embeddingsText.summary(vectors.count, formatCount(vectors.size), source)}</span>
      </p>
      <Button kind="quiet" size="small" className={results['wide']} onClick={change.run}>
        {embeddingsText.changeTexts}
      </Button>
      {lasso && (
        <Button size="small" onClick={() => set.clearSelection()}>
          {embeddingsText.clearSelection(lasso.size)}
        </Button>
      )}
      <span className={results['grow']} />
      {[...stored, exports].map(({ label, icon, run }) => (
        <Button key={label} size="small" icon={icon} className={results['wide']} onClick={run}>
          {label}
        </Button>
      ))}
      {dialog}
    </div>
  );
}

/** The actions on the set, on a phone: its width is for the views. */
export function SetMenu() {
  const { change, stored, exports, dialog } = useActions();
  return (
    <>
      <MenuButton
        label={embeddingsText.setActions}
        className={results['phone']}
        items={[change, ...stored, exports]}
      />
      {dialog}
    </>
  );
}
