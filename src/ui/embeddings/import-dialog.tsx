import { useState } from 'react';
import { type Chunking, splitTexts, wordsOf } from '#documents/split-texts.ts';
import { chooseInput, showVectors } from '#ui/embeddings/session/actions.ts';
import { setEmbeddings, type Texts } from '#ui/embeddings/session/embeddings-store.ts';
import { acceptVectors, type InputFile, likelyColumn } from '#ui/embeddings/session/read-input.ts';
import { Choice } from '#ui/kit/choice.tsx';
import controls from '#ui/kit/controls.module.css';
import { Dialog } from '#ui/kit/dialog.tsx';
import { formatCount } from '#ui/kit/format.ts';
import { Problem } from '#ui/kit/problem.tsx';
import { type Services, useServices } from '#ui/services.ts';
import styles from './embeddings.module.css';

interface ImportDialogProps {
  file: InputFile;
  /** Its tokens are counted where texts are cut by tokens. */
  model: string;
  onClose: () => void;
}

type Piece = Chunking['by'] | 'rows';

const ROW: { id: Piece; name: string } = { id: 'rows', name: 'a row' };
const LINE: { id: Piece; name: string } = { id: 'lines', name: 'a line' };
const PIECES: readonly { id: Piece; name: string }[] = [
  { id: 'sentences', name: 'a sentence' },
  { id: 'paragraphs', name: 'a paragraph' },
  { id: 'tokens', name: 'a number of tokens' },
];

/** Texts looked at before they are taken. */
const SHOWN = 5;

/** Chooses which column holds the texts, and how long ones are cut. */
export function ImportDialog({ file, model, onClose }: ImportDialogProps) {
  const services = useServices();
  const table = file.kind === 'table' ? file.table : null;
  const vectors = file.kind === 'table' ? file.vectors : null;
  const [column, setColumn] = useState(table ? likelyColumn(table) : 0);
  const [by, setBy] = useState<Piece>(table ? 'rows' : 'lines');
  const [tokens, setTokens] = useState(128);
  const [overlap, setOverlap] = useState(16);
  const [problem, setProblem] = useState<string | null>(null);
  const chunking: Chunking = by === 'tokens' ? { by, tokens, overlap } : { by: plain(by) };
  const preview = toTexts(file, column, by === 'rows' ? null : chunking, () => 1);

  async function take() {
    const count =
      by === 'tokens' ? await tokenCounter(services, model, wordsIn(file, column)) : () => 1;
    const texts = toTexts(file, column, by === 'rows' ? null : chunking, count);
    if (texts.texts.length === 0) throw new Error('There are no texts in it.');
    setEmbeddings({ setId: null });
    chooseInput(texts);
    if (vectors && by === 'rows') {
      const accepted = acceptVectors(vectors, texts.texts.length);
      await showVectors(texts, accepted.vectors, texts.name, accepted.note);
    }
    onClose();
  }

  return (
    <Dialog
      title={`Texts from ${file.kind === 'table' ? file.table.name : file.name}`}
      onClose={onClose}
    >
      <div className={styles['dialog']}>
        {table && (
          <Choice
            label="Column with the texts"
            isFirst
            options={table.columns.map(({ name }, id) => ({ id, name }))}
            value={column}
            onChange={setColumn}
          />
        )}
        <Choice
          label="A text is"
          options={[table ? ROW : LINE, ...PIECES]}
          value={by}
          onChange={setBy}
        />
        {by === 'tokens' && (
          <div className={controls['row']}>
            <label className={controls['label']}>
              Tokens
              <input
                className={controls['field']}
                type="number"
                min={8}
                max={8192}
                value={tokens}
                onChange={(event) => setTokens(Math.max(1, Number(event.target.value)))}
              />
            </label>
            <label className={controls['label']}>
              Overlap
              <input
                className={controls['field']}
                type="number"
                min={0}
                max={tokens - 1}
                value={overlap}
                onChange={(event) =>
                  setOverlap(Math.min(tokens - 1, Math.max(0, Number(event.target.value))))
                }
              />
            </label>
          </div>
        )}
        {vectors && by === 'rows' && (
          <p className={controls['secondary']}>
            The file has vectors of {vectors.size} numbers; they are taken as they are.
          </p>
        )}
        <div>
          <p className={controls['secondary']}>
            {by === 'tokens' ? 'About ' : ''}
            {formatCount(preview.texts.length)} texts, the first of them:
          </p>
          <ol className={styles['preview']}>
            {[...new Set(preview.texts.slice(0, SHOWN))].map((text) => (
              <li key={text}>{text.slice(0, 160)}</li>
            ))}
          </ol>
        </div>
        <Problem text={problem} />
        <div className={controls['row']}>
          <button
            type="button"
            className={`${controls['button']} ${controls['primary']}`}
            onClick={() => take().catch((error: Error) => setProblem(error.message))}
          >
            Take these texts
          </button>
        </div>
      </div>
    </Dialog>
  );
}

const plain = (by: string) => (by === 'rows' || by === 'tokens' ? 'lines' : by) as 'lines';

function wordsIn(file: InputFile, column: number): string {
  if (file.kind === 'text') return file.text;
  return file.kind === 'table' ? (file.table.columns[column]?.values.join('\n') ?? '') : '';
}

/** Rows of a table keep their columns; a row cut into several gives them to each. */
function toTexts(
  file: InputFile,
  column: number,
  chunking: Chunking | null,
  count: (word: string) => number,
): Texts {
  if (file.kind === 'vectors') return { name: file.name, texts: [], columns: [] };
  if (file.kind === 'text') {
    const texts = splitTexts(file.text, chunking ?? { by: 'lines' }, count);
    return { name: file.name, texts, columns: [] };
  }
  const { name, columns } = file.table;
  const rows = (columns[column]?.values ?? []).flatMap((value, row) =>
    (chunking ? splitTexts(value, chunking, count) : [value.trim()])
      .filter((text) => text !== '')
      .map((text) => ({ text, row })),
  );
  return {
    name,
    texts: rows.map((r) => r.text),
    columns: columns
      .filter((_, i) => i !== column)
      .map((c) => ({ name: c.name, values: rows.map((r) => c.values[r.row] ?? '') })),
  };
}

/** Words asked about at once. */
const BATCH = 2_000;

/** Tokens of single words; a word of its own costs what it costs inside a text. */
async function tokenCounter(
  services: Services,
  model: string,
  text: string,
): Promise<(word: string) => number> {
  const words = wordsOf(text);
  const known = new Map<string, number>();
  // Every count includes the marks around a text.
  const [around = 2] = await services.control((c) => c.countTextTokens(model, ['']));
  for (let i = 0; i < words.length; i += BATCH) {
    const some = words.slice(i, i + BATCH);
    const counts = await services.control((c) => c.countTextTokens(model, some));
    for (const [j, n] of counts.entries()) known.set(some[j] as string, n - around);
  }
  return (word) => known.get(word) ?? 1;
}
