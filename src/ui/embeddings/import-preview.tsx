import type { Sample } from '#ui/embeddings/session/split-input.ts';
import controls from '#ui/kit/controls.module.css';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import styles from './embeddings.module.css';

/** Texts shown in the preview. */
const SHOWN = 5;

/** The first texts of a file, as they will be embedded. */
export function ImportPreview({ sample: { texts, isWhole } }: { sample: Sample }) {
  return (
    <div>
      <p className={controls['secondary']}>
        {isWhole ? embeddingsText.previewWhole(texts.texts.length) : embeddingsText.previewPart}
      </p>
      <ol className={styles['preview']}>
        {[...new Set(texts.texts.slice(0, SHOWN))].map((text) => (
          <li key={text}>{text.slice(0, 160)}</li>
        ))}
      </ol>
    </div>
  );
}
