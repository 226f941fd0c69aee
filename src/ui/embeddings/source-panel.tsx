import { Folder, FolderOpen } from 'lucide-react';
import { useMemo, useState } from 'react';
import { describeInput } from '#ui/embeddings/session/text-set-state.ts';
import { useEmbeddings, useTextSet } from '#ui/embeddings/use-embeddings.ts';
import { EmptyState } from '#ui/kit/arch.tsx';
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
import { SampleLink, SamplePicture } from './sample-picture.tsx';
import { SavedSets } from './saved-sets.tsx';
import { EXTENSIONS, isTextFile } from './use-open-files.ts';

/** The most characters shown in the field, which is slow with more. */
const SHOWN = 40_000;

type OnFiles = (files: readonly File[]) => void;

/** The texts (from files, typed or saved) and the model that embeds them. */
export function SourcePanel({ onFiles }: { onFiles: OnFiles }) {
  const error = useEmbeddings((state) => state.error);
  const hasVectors = useEmbeddings((state) => state.vectors !== null);
  const isEmpty = useEmbeddings(({ input, isChanging }) => input.texts.length === 0 && !isChanging);
  const files = <Files onFiles={onFiles} isFirst={!hasVectors} />;
  return (
    <section aria-label={embeddingsText.source} className={styles['source']}>
      {hasVectors ? (
        <div className={controls['row']}>{files}</div>
      ) : (
        <EmptyState
          picture={<SamplePicture />}
          title={embeddingsText.emptyTitle}
          text={embeddingsText.lead}
        >
          {files}
          {isEmpty && <SampleLink />}
        </EmptyState>
      )}
      <TextField onFiles={onFiles} />
      <EmbedRow />
      <Problem text={error} />
      <SavedSets />
    </section>
  );
}

/** Opens files, or a folder of them. */
function Files({ onFiles, isFirst }: { onFiles: OnFiles; isFirst: boolean }) {
  return (
    <>
      <FilePicker label={embeddingsText.fileField} accept={EXTENSIONS.join()} onFiles={onFiles}>
        {(open) => (
          <Button icon={Folder} kind={isFirst ? 'primary' : 'secondary'} onClick={open}>
            {embeddingsText.openFile}
          </Button>
        )}
      </FilePicker>
      <FilePicker
        label={embeddingsText.folderField}
        isFolder
        onFiles={(found) => onFiles(found.filter(isTextFile))}
      >
        {(open) => (
          <Button icon={FolderOpen} onClick={open}>
            {embeddingsText.openFolder}
          </Button>
        )}
      </FilePicker>
    </>
  );
}

/** The texts as lines, or the name of those that are too many, or a table. */
function TextField({ onFiles }: { onFiles: OnFiles }) {
  const set = useTextSet();
  const input = useEmbeddings((state) => state.input);
  if (input.columns.length > 0 || isLongerThan(input.texts, SHOWN)) {
    return (
      <div className={styles['loaded']}>
        <p>{describeInput(input)}</p>
        <Button size="small" onClick={() => set.typeInstead()}>
          {embeddingsText.typeInstead}
        </Button>
      </div>
    );
  }
  const isText = (text: string) => text.trim() !== '';
  return (
    <TextArea
      label={embeddingsText.sourceField}
      dir="auto"
      rows={5}
      value={input.texts.join('\n')}
      placeholder={embeddingsText.sourcePlaceholder}
      onChange={(event) => set.typeTexts(event.target.value.split('\n'))}
      onPaste={(event) => {
        const pasted = event.clipboardData.getData('text/plain');
        if (pasted === '') onFiles([...event.clipboardData.files]);
        if (pasted.length <= SHOWN) return;
        event.preventDefault();
        set.typeTexts([...input.texts, ...pasted.split(/\r?\n/)].filter(isText));
      }}
      onBlur={() => {
        if (!input.texts.every(isText)) set.typeTexts(input.texts.filter(isText));
      }}
    />
  );
}

/** Starts embedding, with the model and its dimensions. */
function EmbedRow() {
  const set = useTextSet();
  const texts = useEmbeddings((state) => state.input.texts);
  const hasVectors = useEmbeddings((state) => state.vectors !== null);
  const models = useHost((state) => state.models).filter((m) => m.task === 'embeddings');
  const model = useEmbeddings((state) => state.model) ?? readPreferences().embeddingModel;
  const [dimensions, setDimensions] = useState<number | null>(null);
  const sizes = models.find((m) => m.id === model)?.dimensions ?? [];
  const count = useMemo(() => texts.filter((t) => t.trim() !== '').length, [texts]);
  return (
    <div className={styles['embed']}>
      <Button
        kind={count > 0 || hasVectors ? 'primary' : 'secondary'}
        disabled={count === 0}
        onClick={() => set.embed(model, dimensions).catch(reportError)}
      >
        {count === 0 ? embeddingsText.embedTexts : embeddingsText.embed(count)}
      </Button>
      {hasVectors && (
        <Button kind="quiet" onClick={() => set.keepTexts()}>
          {embeddingsText.cancel}
        </Button>
      )}
      <details>
        <summary>{embeddingsText.more}</summary>
        <div className={controls['row']}>
          <Select
            label={embeddingsText.model}
            options={models.map(({ id, title }) => ({ id, name: title }))}
            value={model}
            onChange={(id) => {
              set.chooseModel(id);
              setDimensions(null);
            }}
          />
          <Select
            label={embeddingsText.dimensions}
            options={sizes.map((size) => ({ id: size, name: formatCount(size) }))}
            value={dimensions ?? sizes[0] ?? 0}
            onChange={(size) => setDimensions(size === sizes[0] ? null : size)}
          />
        </div>
      </details>
    </div>
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
