import { Folder } from 'lucide-react';
import { useMemo, useState } from 'react';
import { type InputFile, requireVectorFor } from '#documents/input-file.ts';
import { describeInput } from '#ui/embeddings/session/embeddings-state.ts';
import { useEmbeddingSession, useEmbeddings } from '#ui/embeddings/use-embeddings.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { DropZone } from '#ui/kit/drop-zone.tsx';
import { TextArea } from '#ui/kit/field.tsx';
import { FilePicker } from '#ui/kit/file-picker.tsx';
import { formatCount } from '#ui/kit/format.ts';
import { Problem } from '#ui/kit/problem.tsx';
import { Select } from '#ui/kit/select.tsx';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import { useHost } from '#ui/state/models.ts';
import { readPreferences } from '#ui/state/preferences.ts';
import { tryOrSay } from '#ui/state/toasts.ts';
import { EmbedProgress } from './embed-progress.tsx';
import styles from './embeddings.module.css';
import { ImportDialog } from './import-dialog.tsx';
import { SavedSets } from './saved-sets.tsx';

/** The most characters shown in the field, which is slow with more. */
const SHOWN = 40_000;

/** The texts (typed, dropped or saved) and the model that embeds them. */
export function SourcePanel() {
  const embeddings = useEmbeddingSession();
  const input = useEmbeddings((state) => state.input);
  const work = useEmbeddings((state) => state.work);
  const error = useEmbeddings((state) => state.error);
  const models = useHost((state) => state.models).filter((m) => m.task === 'embeddings');
  const [model, setModel] = useState(() => readPreferences().embeddingModel);
  const [dimensions, setDimensions] = useState<number | null>(null);
  const [file, setFile] = useState<InputFile | null>(null);
  const sizes = models.find((m) => m.id === model)?.dimensions ?? [];
  const isLong = input.columns.length > 0 || isLongerThan(input.texts, SHOWN);
  const joined = isLong ? '' : input.texts.join('\n');
  const count = useMemo(() => input.texts.filter((t) => t.trim() !== '').length, [input.texts]);

  async function open(chosen: File | undefined) {
    if (!chosen) return;
    // Loaded with the first file.
    const { openInput } = await import('#documents/open-document.ts');
    const read = await openInput(chosen);
    if (read.kind !== 'vectors') {
      setFile(read);
      return;
    }
    requireVectorFor(read.vectors, input.texts.length);
    await embeddings.showVectors(input, read.vectors, chosen.name, read.vectors.note);
  }
  const choose = (chosen: File | undefined) =>
    tryOrSay(embeddingsText.fileNotRead(chosen?.name ?? ''), open(chosen));

  return (
    <DropZone
      aria-label={embeddingsText.source}
      className={styles['source']}
      onFiles={([dropped]) => choose(dropped)}
    >
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
          rows={6}
          value={joined}
          placeholder={embeddingsText.sourcePlaceholder}
          onChange={(event) =>
            embeddings.chooseInput({ ...input, columns: [], texts: event.target.value.split('\n') })
          }
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
          onFiles={([chosen]) => choose(chosen)}
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
            setModel(id);
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
          disabled={work !== null || count === 0}
          onClick={() => {
            const texts = input.texts.filter((t) => t.trim() !== '');
            if (texts.length !== input.texts.length) embeddings.chooseInput({ ...input, texts });
            embeddings.embed(model, dimensions).catch(reportError);
          }}
        >
          {embeddingsText.embed(count)}
        </Button>
      </div>
      {work && <EmbedProgress />}
      <Problem text={error} />
      <SavedSets />
      {file && <ImportDialog file={file} model={model} onClose={() => setFile(null)} />}
    </DropZone>
  );
}

/** Stops at the limit: a file may hold many texts. */
function isLongerThan(texts: readonly string[], max: number): boolean {
  let length = 0;
  return texts.some((text) => {
    length += text.length + 1;
    return length > max;
  });
}
