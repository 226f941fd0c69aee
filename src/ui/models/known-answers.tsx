import { useEffect, useState } from 'react';
import type { ModelCheck } from '#contract/catalog-entry.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { formatCount, formatDecimal } from '#ui/kit/format.ts';
import { Problem } from '#ui/kit/problem.tsx';
import { language } from '#ui/messages/catalogue.ts';
import { modelsPageText } from '#ui/messages/models-page.ts';
import { useServices } from '#ui/services.ts';
import { describeError } from '#ui/state/describe-error.ts';
import { refreshHost } from '#ui/state/models.ts';
import styles from './models.module.css';

interface Props {
  id: string;
  /** Changes when the model has been loaded, and so perhaps checked. */
  isLoaded: boolean;
}

/** What the last check of a model against known answers found, and a button that checks it again. */
export function KnownAnswers({ id, isLoaded }: Props) {
  const { control } = useServices();
  const [check, setCheck] = useState<ModelCheck | null | undefined>(undefined);
  const [problem, setProblem] = useState<string | null>(null);
  const [isRunning, setRunning] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies(isLoaded): a load may have checked it.
  useEffect(() => {
    let isMounted = true;
    control((c) => c.modelCheck(id)).then(
      (found) => isMounted && setCheck(found),
      (error) => isMounted && setProblem(describeError(error)),
    );
    return () => {
      isMounted = false;
    };
  }, [control, id, isLoaded]);

  async function start() {
    setRunning(true);
    setProblem(null);
    try {
      setCheck(await control((c) => c.checkModel(id)));
      await refreshHost(control);
    } catch (error) {
      setProblem(describeError(error));
    }
    setRunning(false);
  }

  // Not known yet, or a model without answers to compare.
  if ((check === undefined && problem === null) || check?.outputs === 0) return null;
  return (
    <section aria-labelledby="answers" className={styles['section']}>
      <h2 id="answers">{modelsPageText.answers}</h2>
      <p className={controls['secondary']}>{modelsPageText.aboutAnswers}</p>
      <Button isPending={isRunning} onClick={start}>
        {modelsPageText.checkAnswers}
      </Button>
      <p className={isBad(check) ? controls['error'] : undefined} role="status">
        {isRunning && modelsPageText.checkingAnswers}
        {!isRunning && check === null && modelsPageText.notChecked}
        {!isRunning && check && describeCheck(check)}
      </p>
      {problem !== null && <Problem text={problem} />}
    </section>
  );
}

/** Whether values are wrong: the driver's, or because files changed. */
const isBad = (check: ModelCheck | null | undefined) =>
  check !== null && check !== undefined && check.difference !== null;

/** What a check found, in one or two sentences. */
export function describeCheck(check: ModelCheck): string {
  const { speeds } = check;
  const found = outcomeOf(check);
  if (!speeds) return found;
  const [gpu, processor] = [formatDecimal(speeds.webgpu, 1), formatDecimal(speeds.wasm, 1)];
  return `${found} ${modelsPageText.answersSpeeds(gpu, processor)}`;
}

function outcomeOf({ at, device, against, outputs, cosine, difference }: ModelCheck): string {
  const when = new Date(at).toLocaleString(language(), {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  const count = formatCount(outputs);
  const shown = cosine === null ? '–' : formatDecimal(cosine, 4);
  if (difference !== null) {
    if (device === 'webgpu') return modelsPageText.answersDiffer(when);
    return against === 'shipped'
      ? modelsPageText.answersRefused(when)
      : modelsPageText.answersChanged(when);
  }
  if (against === 'shipped') return modelsPageText.answersAgreeShipped(count, when, shown);
  if (device === 'webgpu') {
    return against === null
      ? modelsPageText.answersAlone(when)
      : modelsPageText.answersAgree(count, when, shown);
  }
  return against === null
    ? modelsPageText.answersFirst(count, when)
    : modelsPageText.answersAgreeFirst(count, when);
}
