import { useEffect, useRef, useState } from 'react';
import { usePicked, useTask, useTextSet } from '#ui/embeddings/use-embeddings.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { TextArea } from '#ui/kit/field.tsx';
import { formatDecimal } from '#ui/kit/format.ts';
import { Problem } from '#ui/kit/problem.tsx';
import { Table } from '#ui/kit/table.tsx';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import type { Neighbour } from '#vectors/nearest.ts';
import styles from './embeddings.module.css';

/** Texts shown for each of the second set. */
const ANSWERS = 3;

interface Answered {
  text: string;
  nearest: Neighbour[];
}

/** Lists, for each text of a second set, the nearest texts of the first. */
export function AnswersView() {
  const set = useTextSet();
  const { embedded } = usePicked('embedded');
  const [text, setText] = useState('');
  const [answered, setAnswered] = useState<readonly Answered[]>([]);
  const questions = text.split('\n').filter((line) => line.trim() !== '');
  const task = useTask(async ({ signal }) => {
    const found = await set.nearestTo(questions, ANSWERS, signal);
    if (!found || signal.aborted) return;
    setAnswered(questions.map((question, i) => ({ text: question, nearest: found[i] ?? [] })));
  });
  // Leaving the view cancels the request.
  const stop = useRef(task.stop);
  stop.current = task.stop;
  useEffect(() => () => stop.current(), []);
  if (!embedded) return null;
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
        <Button
          kind="primary"
          disabled={task.isBusy || questions.length === 0}
          onClick={task.start}
        >
          {task.isBusy ? embeddingsText.searching : embeddingsText.findAnswers}
        </Button>
      </div>
      <Problem text={task.problem} />
      {answered.length > 0 && (
        <Table
          columns={[
            embeddingsText.secondSetColumn,
            { name: embeddingsText.score, isNumber: true },
            embeddingsText.firstSetColumn,
          ]}
        >
          {answered.flatMap(({ text: question, nearest }, i) =>
            nearest.map(({ index, score }, j) => (
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
