import { Download, Ellipsis, Pencil, Save } from 'lucide-react';
import { useRef, useState } from 'react';
import { useEmbeddingSession } from '#ui/embeddings/use-embeddings.ts';
import { usePicked } from '#ui/embeddings/use-picked.ts';
import { IconButton } from '#ui/kit/button.tsx';
import { Menu } from '#ui/kit/menu.tsx';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import { ExportDialog } from './export-dialog.tsx';
import results from './results.module.css';
import { useSaveSet } from './use-save-set.ts';

/** What can be done with the set, where there is no room for buttons: a phone's width belongs to the views. */
export function SetMenu() {
  const embeddings = useEmbeddingSession();
  const { work } = usePicked('work');
  const save = useSaveSet();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [exports, setExports] = useState(false);
  const then = (act: () => void) => () => {
    setOpen(false);
    act();
  };
  const saving = { label: embeddingsText.saveSet, icon: Save, run: then(save) };
  return (
    <>
      <IconButton
        ref={button}
        icon={Ellipsis}
        label={embeddingsText.setActions}
        className={results['phone']}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <Menu
          label={embeddingsText.setActions}
          anchor={button.current}
          onClose={() => setOpen(false)}
          items={[
            {
              label: embeddingsText.changeTextsLong,
              icon: Pencil,
              run: then(() => embeddings.change({ isChanging: true })),
            },
            ...(work === null ? [saving] : []),
            {
              label: embeddingsText.exportVectors,
              icon: Download,
              run: then(() => setExports(true)),
            },
          ]}
        />
      )}
      {exports && <ExportDialog onClose={() => setExports(false)} />}
    </>
  );
}
