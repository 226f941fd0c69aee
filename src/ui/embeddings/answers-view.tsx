import { useEffect, useRef, useState } from 'react';
import { useEmbeddingSession, usePicked } from '#ui/embeddings/use-embeddings.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { TextArea } from '#ui/kit/field.tsx';
import { formatDecimal } from '#ui/kit/format.ts';
import { Problem } from '#ui/kit/problem.tsx';
import { Table } from '#ui/kit/table.tsx';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import type { Neighbour } from '#vectors/nearest.ts';
import { row } from '#vectors/vector-set.ts';
import styles from './embeddings.module.css';
import { useTask } from './use-task.ts';

/** Texts shown for each of the second set. */
const ANSWERS = 3;

interface Answered {
  text: string;
  nearest: Neighbour[];
}

/** Lists, for each text of a second set, the nearest texts of the first. */
export function AnswersView() {
  const embeddings = useEmbeddingSession();
  const { embedded, vectors, source } = usePicked('embedded', 'vectors', 'source');
  const [text, setText] = useState('');
  const { isBusy, problem, start } = useTask(ask);
  const asking = useRef<AbortController | null>(null);
  // Leaving the view cancels the request.
  useEffect(() => () => asking.current?.abort(), []);
  const [answered, setAnswered] = useState<readonly Answered[]>([]);
  if (!embedded || !vectors) return null;
  const questions = text.split('\n').filter((line) => line.trim() !== '');

  async function ask() {
    if (!vectors) return;
    asking.current?.abort();
    const controller = new AbortController();
    asking.current = controller;
    const { signal } = controller;
    const asked = await embeddings.embedLike(questions, vectors, source, signal);
    const { analysis } = embeddings;
    const found = questions.map(async (question, i) => ({
      text: question,
      nearest: await analysis.nearest(row(asked, i), ANSWERS),
    }));
    setAnswered(await Promise.all(found));
  }
  return (
    <div className={styles['stack']}>
      <TextArea
        label={embeddingsText.secondSet}
        rows={4}
        value={text}
        placeholder={embeddingsText.secondSetPlaceholder}
        onChange={(event) => setText(event.target.value)}
      />
      <div className={controls['row']}>
        <Button kind="primary" disabled={isBusy || questions.length === 0} onClick={start}>
          {isBusy ? embeddingsText.searching : embeddingsText.findAnswers}
        </Button>
      </div>
      <Problem text={problem} />
      {answered.length > 0 && (
        <Table
          columns={[
            embeddingsText.secondSetColumn,
            { name: embeddingsText.score, isNumber: true },
            embeddingsText.firstSetColumn,
          ]}
        >
          {answered.flatMap(({ text: question, nearest: found }, i) =>
            found.map(({ index, score }, j) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two questions may be the same
              <tr key={`${i}:${index}`}>
                <td>{j === 0 ? question : ''}</td>
                <td className={controls['number']}>{formatDecimal(score, 3)}</td>
                <td>{embedded.texts[index]}</td>
              </tr>
            )),
          )}
        </Table>
      )}
    </div>
  );
}
