import { Download, Pencil, Save } from 'lucide-react';
import { useState } from 'react';
import { useEmbeddingSession, usePicked } from '#ui/embeddings/use-embeddings.ts';
import { MenuButton } from '#ui/kit/menu-button.tsx';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import { ExportDialog } from './export-dialog.tsx';
import results from './results.module.css';
import { useSaveSet } from './use-save-set.ts';

/** The actions on the set, on a phone: its width is for the views. */
export function SetMenu() {
  const embeddings = useEmbeddingSession();
  const { work } = usePicked('work');
  const save = useSaveSet();
  const [exports, setExports] = useState(false);
  const change = () => embeddings.change({ isChanging: true });
  return (
    <>
      <MenuButton
        label={embeddingsText.setActions}
        className={results['phone']}
        items={[
          { label: embeddingsText.changeTextsLong, icon: Pencil, run: change },
          ...(work === null ? [{ label: embeddingsText.saveSet, icon: Save, run: save }] : []),
          { label: embeddingsText.exportVectors, icon: Download, run: () => setExports(true) },
        ]}
      />
      {exports && <ExportDialog onClose={() => setExports(false)} />}
    </>
  );
}
