import { VECTOR_FORMATS, writeVectors } from '#ui/embeddings/session/write-vectors.ts';
import { usePicked } from '#ui/embeddings/use-picked.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Dialog } from '#ui/kit/dialog.tsx';
import { saveFile } from '#ui/state/save-file.ts';
import styles from './embeddings.module.css';

/** Saves the vectors as a file that other programs read. */
export function ExportDialog({ onClose }: { onClose: () => void }) {
  const { embedded, vectors } = usePicked('embedded', 'vectors');
  if (!embedded || !vectors) return null;
  return (
    <Dialog title="Export the vectors" onClose={onClose}>
      <ul className={styles['formats']}>
        {VECTOR_FORMATS.map(({ format, says }, i) => (
          <li key={format}>
            <Button
              {...(i === 0 ? { 'data-first-focus': true } : {})}
              onClick={() => {
                saveFile(`${embedded.name}.${format}`, writeVectors(format, embedded, vectors));
                onClose();
              }}
            >
              {format.toUpperCase()}
            </Button>
            <span className={controls['secondary']}>{says}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
