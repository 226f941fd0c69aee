import { useEffect, useState } from 'react';
import { likelyColumn, requireVectorFor } from '#documents/input-file.ts';
import { withHead } from '#documents/read-table.ts';
import type { Chunking } from '#documents/split-texts.ts';
import { cutTexts, type Sample, sampleTexts } from '#ui/embeddings/session/split-input.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Dialog } from '#ui/kit/dialog.tsx';
import { CheckBox, Field } from '#ui/kit/field.tsx';
import { formatCount } from '#ui/kit/format.ts';
import { Problem } from '#ui/kit/problem.tsx';
import { Select } from '#ui/kit/select.tsx';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import { useServices } from '#ui/services.ts';
import { describeError } from '#ui/state/describe-error.ts';
import styles from './embeddings.module.css';
import type { OpenedFile } from './use-open-files.ts';

interface ImportDialogProps extends OpenedFile {
  /** Counts the tokens when texts are split by tokens. */
  model: string;
  onClose: () => void;
}

type Piece = Chunking['by'];

const NAMES = {
  rows: 'byRows',
  lines: 'byLines',
  sentences: 'bySentences',
  paragraphs: 'byParagraphs',
  tokens: 'byTokens',
} as const satisfies Record<Piece, keyof typeof embeddingsText>;

/** Ways to split a file, the usual one first. */
function piecesOf(isTable: boolean, isJoined: boolean): Piece[] {
  const finer = ['sentences', 'paragraphs', 'tokens'] as const;
  if (!isTable) return ['lines', ...finer];
  return isJoined ? ['rows', 'lines', ...finer] : ['rows', ...finer];
}

/** Chooses the column with the texts, and how they are split. */
export function ImportDialog(props: ImportDialogProps) {
  const { source, isJoined, set, model, onClose } = props;
  const services = useServices();
  const [file, setFile] = useState(props.file);
  const table = file.kind === 'table' ? file.table : null;
  const vectors = file.kind === 'table' ? file.vectors : null;
  const pieces = piecesOf(table !== null, isJoined);
  const [column, setColumn] = useState(table && !isJoined ? likelyColumn(table) : 0);
  const [by, setBy] = useState<Piece>(isJoined ? 'paragraphs' : (pieces[0] ?? 'lines'));
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

  async function use() {
    const chunking: Chunking = by === 'tokens' ? { by, tokens, overlap } : { by };
    const texts = await cutTexts(services, file, { column, chunking, model });
    if (texts.texts.length === 0) throw new Error(embeddingsText.fileIsEmpty);
    if (vectors && by === 'rows') requireVectorFor(vectors, texts.texts.length);
    const colourBy = isJoined ? { colourBy: embeddingsText.fileColumn } : {};
    set.chooseInput({ ...texts, ...colourBy });
    onClose();
    if (vectors && by === 'rows') await set.showVectors(texts, vectors, source, vectors.note);
  }

  return (
    <Dialog
      title={embeddingsText.importTitle(file.kind === 'table' ? file.table.name : file.name)}
      onClose={onClose}
    >
      <div className={styles['dialog']}>
        {table && !isJoined && (
          <Select
            label={embeddingsText.textColumn}
            isFirst
            options={table.columns.map(({ name }, id) => ({ id, name }))}
            value={column}
            onChange={setColumn}
          />
        )}
        {table && table.hasHead !== null && !vectors && (
          <CheckBox
            label={embeddingsText.firstRowNames}
            checked={table.hasHead}
            onChange={({ target }) =>
              setFile({ kind: 'table', table: withHead(table, target.checked), vectors })
            }
          />
        )}
        <Select
          label={embeddingsText.splitBy}
          options={pieces.map((id) => ({
            id,
            name: embeddingsText[isJoined && id === 'rows' ? 'byFiles' : NAMES[id]],
          }))}
          value={by}
          onChange={setBy}
        />
        {by === 'tokens' && (
          <div className={controls['row']}>
            <Field
              label={embeddingsText.tokens}
              type="number"
              min={8}
              max={8192}
              value={tokens}
              onChange={(event) => setTokens(Math.max(1, Number(event.target.value)))}
            />
            <Field
              label={embeddingsText.overlap}
              type="number"
              min={0}
              max={tokens - 1}
              value={overlap}
              onChange={(event) =>
                setOverlap(Math.min(tokens - 1, Math.max(0, Number(event.target.value))))
              }
            />
          </div>
        )}
        {vectors && by === 'rows' && (
          <p className={controls['secondary']}>
            {embeddingsText.fileHasVectors(formatCount(vectors.size))}
          </p>
        )}
        <div className={styles['previewArea']}>{sample && <ImportPreview sample={sample} />}</div>
        <Problem text={problem} />
        <div className={controls['row']}>
          <Button
            kind="primary"
            onClick={() => use().catch((error: unknown) => setProblem(describeError(error)))}
          >
            {sample?.isWhole
              ? embeddingsText.chooseTexts(sample.texts.texts.length)
              : embeddingsText.chooseAllTexts}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** Texts shown in the preview. */
const SHOWN = 5;

/** The first texts of a file, as they will be embedded. */
function ImportPreview({ sample: { texts, isWhole } }: { sample: Sample }) {
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
