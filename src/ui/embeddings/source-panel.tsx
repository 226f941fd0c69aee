import { Folder } from 'lucide-react';
import { type DragEvent, useMemo, useRef, useState } from 'react';
import { Link } from 'wouter';
import { type InputFile, requireVectorFor } from '#documents/input-file.ts';
import {
  cancelWork,
  chooseInput,
  defaultModel,
  embedInput,
  removeSet,
  showVectors,
} from '#ui/embeddings/session/actions.ts';
import { setEmbeddings, useEmbeddingsStore } from '#ui/embeddings/session/embeddings-store.ts';
import { Button } from '#ui/kit/button.tsx';
import { Choice } from '#ui/kit/choice.tsx';
import controls from '#ui/kit/controls.module.css';
import { formatCount, formatSeconds } from '#ui/kit/format.ts';
import { Problem } from '#ui/kit/problem.tsx';
import { useServices } from '#ui/services.ts';
import { useHost } from '#ui/state/models.ts';
import { tryOrSay } from '#ui/state/toasts.ts';
import { useWatched } from '#ui/state/use-watched.ts';
import styles from './embeddings.module.css';
import { ImportDialog } from './import-dialog.tsx';

/** Characters beyond which texts are counted, not shown in a field: it would be slow. */
const SHOWN = 40_000;

/** Texts in: typed, dropped, or from a saved set; and the model that embeds them. */
export function SourcePanel() {
  const services = useServices();
  const input = useEmbeddingsStore((state) => state.input);
  const work = useEmbeddingsStore((state) => state.work);
  const error = useEmbeddingsStore((state) => state.error);
  const models = useHost((state) => state.models).filter((m) => m.task === 'embeddings');
  const [model, setModel] = useState(defaultModel);
  const [dimensions, setDimensions] = useState<number | null>(null);
  const [file, setFile] = useState<InputFile | null>(null);
  const picker = useRef<HTMLInputElement>(null);
  const sizes = models.find((m) => m.id === model)?.dimensions ?? [];
  const isLong = input.columns.length > 0 || isLongerThan(input.texts, SHOWN);
  const joined = isLong ? '' : input.texts.join('\n');
  const count = useMemo(() => input.texts.filter((t) => t.trim() !== '').length, [input.texts]);

  async function open(chosen: File | undefined) {
    if (!chosen) return;
    // Nobody needs it before there is a file.
    const { openInput } = await import('#documents/open-document.ts');
    const read = await openInput(chosen);
    if (read.kind !== 'vectors') {
      setFile(read);
      return;
    }
    requireVectorFor(read.vectors, input.texts.length);
    await showVectors(input, read.vectors, chosen.name, read.vectors.note);
  }
  const choose = (chosen: File | undefined) => tryOrSay(chosen?.name ?? 'The file', open(chosen));

  function drop(event: DragEvent) {
    event.preventDefault();
    choose(event.dataTransfer.files[0]);
  }

  return (
    <section
      aria-label="Texts to embed"
      className={styles['source']}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      {isLong ? (
        <div className={styles['loaded']}>
          <p>
            {input.name}: {formatCount(input.texts.length)} texts
            {input.columns.length > 0 &&
              `, ${input.columns.map((c) => c.name).join(', ')} beside them`}
          </p>
          <Button
            size="small"
            onClick={() => chooseInput({ name: 'Texts', texts: [], columns: [] })}
          >
            Type texts instead
          </Button>
        </div>
      ) : (
        <label className={controls['label']}>
          One text a line
          <textarea
            className={controls['field']}
            rows={6}
            value={joined}
            placeholder="Paste lines here"
            onChange={(event) =>
              chooseInput({ ...input, columns: [], texts: event.target.value.split('\n') })
            }
            onBlur={() =>
              chooseInput({ ...input, texts: input.texts.filter((t) => t.trim() !== '') })
            }
          />
        </label>
      )}
      <div className={controls['row']}>
        <Button onClick={() => picker.current?.click()}>
          <Folder size={18} aria-hidden /> Open a file
        </Button>
        <Choice
          label="Model"
          options={models.map(({ id, title }) => ({ id, name: title }))}
          value={model}
          onChange={(id) => {
            setModel(id);
            setDimensions(null);
          }}
        />
        <Choice
          label="Numbers a text"
          options={sizes.map((size) => ({ id: size, name: String(size) }))}
          value={dimensions ?? sizes[0] ?? 0}
          onChange={(size) => setDimensions(size === sizes[0] ? null : size)}
        />
        <Button
          kind="primary"
          disabled={work !== null || count === 0}
          onClick={() => {
            const texts = input.texts.filter((t) => t.trim() !== '');
            if (texts.length !== input.texts.length) chooseInput({ ...input, texts });
            embedInput(services, model, dimensions).catch(reportError);
          }}
        >
          Embed {formatCount(count)} texts
        </Button>
      </div>
      {work && <Progress />}
      <Problem text={error} />
      <SavedSets />
      <input
        ref={picker}
        className={controls['unseen']}
        type="file"
        accept=".txt,.md,.csv,.tsv,.jsonl,.ndjson,.npy"
        tabIndex={-1}
        aria-label="File of texts or vectors"
        onChange={(event) => {
          choose(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      {file && <ImportDialog file={file} model={model} onClose={() => setFile(null)} />}
    </section>
  );
}

/** Stops at the limit: a file may hold many texts. */
function isLongerThan(texts: readonly string[], most: number): boolean {
  let length = 0;
  return texts.some((text) => {
    length += text.length + 1;
    return length > most;
  });
}

function Progress() {
  const work = useEmbeddingsStore((state) => state.work);
  if (!work) return null;
  const { phase, done, total, startedAt } = work;
  const took = (Date.now() - startedAt) / 1000;
  const left = took > 2 && done > 0 ? (took / done) * (total - done) : 0;
  return (
    <div className={styles['progress']}>
      <progress className={controls['bar']} max={total} value={done} aria-label={phase} />
      <span className={controls['secondary']} role="status">
        {phase}, {formatCount(done)} of {formatCount(total)}
        {left > 0 && ` · about ${formatSeconds(left)} left`}
      </span>
      <Button size="small" onClick={cancelWork}>
        Cancel
      </Button>
    </div>
  );
}

function SavedSets() {
  const services = useServices();
  const sets = useWatched(
    () => services.database.textSets.orderBy('updatedAt').reverse().toArray(),
    'sets',
  );
  if (!sets || sets.length === 0) return null;
  return (
    <details>
      <summary>Saved sets ({sets.length})</summary>
      <ul className={styles['sets']}>
        {sets.map((set) => (
          <li key={set.id} className={controls['row']}>
            <Link href={`/embeddings/${set.id}`} onClick={() => setEmbeddings({ setId: null })}>
              {set.name}
            </Link>
            <span className={controls['secondary']}>{formatCount(set.texts.length)} texts</span>
            <Button
              kind="quiet"
              size="small"
              aria-label={`Delete ${set.name}`}
              onClick={() => tryOrSay(set.name, removeSet(services, set))}
            >
              Delete
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
