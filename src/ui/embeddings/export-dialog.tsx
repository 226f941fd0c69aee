import controls from '#ui/components/controls.module.css';
import { Dialog } from '#ui/components/dialog.tsx';
import { saveFile } from '#ui/state/save-file.ts';
import styles from './embeddings.module.css';
import { useEmbeddingsStore } from './embeddings-store.ts';
import { VECTOR_FORMATS, writeVectors } from './write-vectors.ts';

/** Saves the vectors as a file that other programs read. */
export function ExportDialog({ onClose }: { onClose: () => void }) {
  const { embedded, vectors } = useEmbeddingsStore();
  if (!embedded || !vectors) return null;
  return (
    <Dialog title="Export the vectors" onClose={onClose}>
      <ul className={styles['formats']}>
        {VECTOR_FORMATS.map(({ format, says }, i) => (
          <li key={format}>
            <button
              type="button"
              className={controls['button']}
              {...(i === 0 ? { 'data-first-focus': true } : {})}
              onClick={() => {
                saveFile(`${embedded.name}.${format}`, writeVectors(format, embedded, vectors));
                onClose();
              }}
            >
              {format.toUpperCase()}
            </button>
            <span className={controls['secondary']}>{says}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
