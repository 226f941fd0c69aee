import { Folder } from 'lucide-react';
import { useMemo, useState } from 'react';
import { describeInput } from '#ui/embeddings/session/embeddings-state.ts';
import { useEmbeddingSession, useEmbeddings } from '#ui/embeddings/use-embeddings.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { TextArea } from '#ui/kit/field.tsx';
import { FilePicker } from '#ui/kit/file-picker.tsx';
import { formatCount } from '#ui/kit/format.ts';
import { Problem } from '#ui/kit/problem.tsx';
import { Select } from '#ui/kit/select.tsx';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import { useHost } from '#ui/state/models.ts';
import { readPreferences } from '#ui/state/preferences.ts';
import styles from './embeddings.module.css';
import { SavedSets } from './saved-sets.tsx';

/** The most characters shown in the field, which is slow with more. */
const SHOWN = 40_000;

/** The texts (typed, from a file or saved) and the model that embeds them. */
export function SourcePanel({ onFile }: { onFile: (file: File | undefined) => void }) {
  const embeddings = useEmbeddingSession();
  const input = useEmbeddings((state) => state.input);
  const error = useEmbeddings((state) => state.error);
  const hasVectors = useEmbeddings((state) => state.vectors !== null);
  const models = useHost((state) => state.models).filter((m) => m.task === 'embeddings');
  const model = useEmbeddings((state) => state.model) ?? readPreferences().embeddingModel;
  const [dimensions, setDimensions] = useState<number | null>(null);
  const sizes = models.find((m) => m.id === model)?.dimensions ?? [];
  const isLong = input.columns.length > 0 || isLongerThan(input.texts, SHOWN);
  const joined = isLong ? '' : input.texts.join('\n');
  const count = useMemo(() => input.texts.filter((t) => t.trim() !== '').length, [input.texts]);

  return (
    <section aria-label={embeddingsText.source} className={styles['source']}>
      {isLong ? (
        <div className={styles['loaded']}>
          <p>{describeInput(input)}</p>
          <Button
            size="small"
            onClick={() => embeddings.chooseInput({ name: '', texts: [], columns: [] })}
          >
            {embeddingsText.typeInstead}
          </Button>
        </div>
      ) : (
        <TextArea
          label={embeddingsText.sourceField}
          dir="auto"
          rows={8}
          value={joined}
          placeholder={embeddingsText.sourcePlaceholder}
          onChange={(event) =>
            embeddings.chooseInput({ ...input, columns: [], texts: event.target.value.split('\n') })
          }
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text/plain');
            if (pasted === '') onFile(event.clipboardData.files[0]);
            if (pasted.length <= SHOWN) return;
            event.preventDefault();
            const lines = pasted.split(/\r?\n/);
            const texts = [...input.texts, ...lines].filter((t) => t.trim() !== '');
            embeddings.chooseInput({ ...input, columns: [], texts });
          }}
          onBlur={() =>
            embeddings.chooseInput({ ...input, texts: input.texts.filter((t) => t.trim() !== '') })
          }
        />
      )}
      <div className={controls['row']}>
        <FilePicker
          label={embeddingsText.fileField}
          accept=".txt,.md,.csv,.tsv,.jsonl,.ndjson,.npy"
          isMultiple={false}
          onFiles={([chosen]) => onFile(chosen)}
        >
          {(open) => (
            <Button icon={Folder} onClick={open}>
              {embeddingsText.openFile}
            </Button>
          )}
        </FilePicker>
        <Select
          label={embeddingsText.model}
          options={models.map(({ id, title }) => ({ id, name: title }))}
          value={model}
          onChange={(id) => {
            embeddings.change({ model: id });
            setDimensions(null);
          }}
        />
        <Select
          label={embeddingsText.dimensions}
          options={sizes.map((size) => ({ id: size, name: formatCount(size) }))}
          value={dimensions ?? sizes[0] ?? 0}
          onChange={(size) => setDimensions(size === sizes[0] ? null : size)}
        />
        <Button
          kind="primary"
          disabled={count === 0}
          onClick={() => {
            const texts = input.texts.filter((t) => t.trim() !== '');
            if (texts.length !== input.texts.length) embeddings.chooseInput({ ...input, texts });
            embeddings.embed(model, dimensions).catch(reportError);
          }}
        >
          {count === 0 ? embeddingsText.embedTexts : embeddingsText.embed(count)}
        </Button>
        {hasVectors && (
          <Button
            kind="quiet"
            onClick={() => embeddings.change({ isChanging: false, error: null })}
          >
            {embeddingsText.cancel}
          </Button>
        )}
      </div>
      <Problem text={error} />
      <SavedSets />
    </section>
  );
}

// A file may hold many texts.
function isLongerThan(texts: readonly string[], max: number): boolean {
  let length = 0;
  return texts.some((text) => {
    length += text.length + 1;
    return length > max;
  });
}
