import type { Message } from '#storage/chat-records.ts';
import type { ListingWork } from '#ui/chat/session/conversation-state.ts';
import { Button } from '#ui/kit/button.tsx';
import { formatCount, formatSeconds } from '#ui/kit/format.ts';
import { Progress } from '#ui/kit/progress.tsx';
import { tablesText } from '#ui/messages/tables.ts';
import { findModel } from '#ui/state/models.ts';
import styles from './listed-answer.module.css';

/** How far the reading of all files is; before a long one it asks whether it is wanted. Stop ends it. */
export function ListingProgress({ message, work }: { message: Message; work: ListingWork }) {
  const { phase, done, total, found, secondsLeft, decide } = work;
  const { model = '' } = message;
  const title = findModel(model)?.title ?? model;
  const [doneText, totalText] = [formatCount(done), formatCount(total)];
  const line =
    phase === 'search'
      ? tablesText.searching(doneText, totalText)
      : tablesText.reading(doneText, totalText);
  const parts = [line];
  if (phase === 'model') parts.push(tablesText.foundSoFar(found));
  if (secondsLeft !== null && !decide) parts.push(tablesText.timeLeft(roughly(secondsLeft)));
  return (
    <div className={styles['work']}>
      <p>{parts.join(' · ')}</p>
      <Progress label={tablesText.work} value={total > 0 ? done / total : null} />
      {decide && (
        <>
          <p role="alert">{tablesText.takes(title, totalText, roughly(secondsLeft ?? 0))}</p>
          <div className={styles['choice']}>
            <Button kind="primary" size="small" onClick={() => decide(true)}>
              {tablesText.readAll}
            </Button>
            <Button size="small" onClick={() => decide(false)}>
              {tablesText.searchOnly}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

/** A time as an estimate is worth: tens of seconds, or minutes. */
function roughly(seconds: number): string {
  const steps = [60, 10].find((step) => seconds >= 1.5 * step) ?? 1;
  const rounded = Math.max(1, Math.round(seconds / steps)) * steps;
  return formatSeconds(rounded).replace(/ 0 s$/, '');
}
