import { useEffect, useState } from 'react';
import { type InputFile, likelyColumn, requireVectorFor } from '#documents/input-file.ts';
import type { Chunking } from '#documents/split-texts.ts';
import { chooseInput, showVectors } from '#ui/embeddings/session/actions.ts';
import { setEmbeddings } from '#ui/embeddings/session/embeddings-store.ts';
import { cutTexts, type Sample, sampleTexts } from '#ui/embeddings/session/split-input.ts';
import { Button } from '#ui/kit/button.tsx';
import { Choice } from '#ui/kit/choice.tsx';
import controls from '#ui/kit/controls.module.css';
import { Dialog } from '#ui/kit/dialog.tsx';
import { formatCount } from '#ui/kit/format.ts';
import { Problem } from '#ui/kit/problem.tsx';
import { useServices } from '#ui/services.ts';
import { describeError } from '#ui/state/describe-error.ts';
import styles from './embeddings.module.css';

interface ImportDialogProps {
  file: InputFile;
  /** Its tokens are counted where texts are cut by tokens. */
  model: string;
  onClose: () => void;
}

type Piece = Chunking['by'];

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
  const [sample, setSample] = useState<Sample | null>(null);

  useEffect(() => {
    let isCurrent = true;
    const chunking: Chunking = by === 'tokens' ? { by, tokens, overlap } : { by };
    sampleTexts(services, file, { column, chunking, model }).then(
      (found) => isCurrent && setSample(found),
      (error: unknown) => isCurrent && setProblem(describeError(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [services, file, column, by, tokens, overlap, model]);

  async function take() {
    const chunking: Chunking = by === 'tokens' ? { by, tokens, overlap } : { by };
    const texts = await cutTexts(services, file, { column, chunking, model });
    if (texts.texts.length === 0) throw new Error('There are no texts in it.');
    if (vectors && by === 'rows') requireVectorFor(vectors, texts.texts.length);
    setEmbeddings({ setId: null });
    chooseInput(texts);
    if (vectors && by === 'rows') await showVectors(texts, vectors, texts.name, vectors.note);
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
        {sample && <Preview sample={sample} />}
        <Problem text={problem} />
        <div className={controls['row']}>
          <Button
            kind="primary"
            onClick={() => take().catch((error: unknown) => setProblem(describeError(error)))}
          >
            Take these texts
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function Preview({ sample: { texts, isWhole } }: { sample: Sample }) {
  return (
    <div>
      <p className={controls['secondary']}>
        {isWhole ? `${formatCount(texts.texts.length)} texts, the first of them:` : 'First texts:'}
      </p>
      <ol className={styles['preview']}>
        {[...new Set(texts.texts.slice(0, SHOWN))].map((text) => (
          <li key={text}>{text.slice(0, 160)}</li>
        ))}
      </ol>
    </div>
  );
}
