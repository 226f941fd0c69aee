import { nameOf } from '#ui/embeddings/session/text-set-state.ts';
import {
  VECTOR_FORMATS,
  type VectorFormat,
  writeVectors,
} from '#ui/embeddings/session/write-vectors.ts';
import { usePicked } from '#ui/embeddings/use-embeddings.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Dialog } from '#ui/kit/dialog.tsx';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import { saveFile } from '#ui/state/save-file.ts';
import styles from './embeddings.module.css';

const DESCRIPTIONS = {
  csv: 'exportCsv',
  jsonl: 'exportJsonl',
  npy: 'exportNpy',
} as const satisfies Record<VectorFormat, keyof typeof embeddingsText>;

/** Saves the vectors as a file that other programs read. */
export function ExportDialog({ onClose }: { onClose: () => void }) {
  const { embedded, vectors } = usePicked('embedded', 'vectors');
  if (!embedded || !vectors) return null;
  return (
    <Dialog title={embeddingsText.exportVectors} onClose={onClose}>
      <ul className={styles['formats']}>
        {VECTOR_FORMATS.map((format, i) => (
          <li key={format}>
            <Button
              {...(i === 0 ? { 'data-first-focus': true } : {})}
              onClick={() => {
                saveFile(`${nameOf(embedded)}.${format}`, writeVectors(format, embedded, vectors));
                onClose();
              }}
            >
              {format.toUpperCase()}
            </Button>
            <span className={controls['secondary']}>{embeddingsText[DESCRIPTIONS[format]]}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
