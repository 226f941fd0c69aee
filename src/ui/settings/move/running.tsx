import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { formatBytes, formatSeconds } from '#ui/kit/format.ts';
import { Progress } from '#ui/kit/progress.tsx';
import { moveText } from '#ui/messages/backups.ts';
import styles from './move.module.css';
import { type MoveView, useMove } from './move-view.ts';

export type StepOf<S extends MoveView['step']> = Extract<MoveView, { step: S }>;

/** Ends the move, or closes its last step. */
export function Cancel({ label = moveText.cancel }: { label?: string }) {
  const cancel = useMove((state) => state.move?.cancel);
  return <Button onClick={() => cancel?.()}>{label}</Button>;
}

/** How far a move is, how it goes, and its pause. */
export function Running({ state, bytesPerSecond }: StepOf<'running'>) {
  const { phase, done, total, path, isPausedHere, isPausedThere, cuts } = state;
  const role = useMove(({ move }) => move?.role);
  const pause = useMove(({ move }) => move?.pause);
  const renew = useMove(({ move }) => move?.renew);
  const isPaused = isPausedHere || isPausedThere;
  const isCut = phase === 'connecting' && cuts > 0;
  return (
    <>
      <div className={styles['bar']} role="status">
        <span>{describePhase(state, role === 'send')}</span>
        <Progress
          label={moveText.moving}
          value={phase === 'adding' || total === 0 ? null : done / total}
        />
      </div>
      <p className={controls['secondary']} data-testid="move-progress">
        {total > 0 && moveText.moved(formatBytes(done), formatBytes(total))}
        {phase === 'moving' && !isPaused && bytesPerSecond > 0 && (
          <>
            {' · '}
            {moveText.rate(
              formatBytes(bytesPerSecond),
              formatSeconds((total - done) / bytesPerSecond),
            )}
          </>
        )}
      </p>
      {path && (
        <p className={controls['secondary']} data-testid="move-path">
          {path === 'direct' ? moveText.direct : moveText.throughServer}
        </p>
      )}
      {isCut && role === 'send' && <p className={controls['secondary']}>{moveText.aboutNewCode}</p>}
      <div className={controls['row']}>
        {phase !== 'adding' && (
          <Button onClick={() => pause?.(!isPausedHere)}>
            {isPausedHere ? moveText.resume : moveText.pause}
          </Button>
        )}
        {isCut && role === 'send' && <Button onClick={() => renew?.()}>{moveText.newCode}</Button>}
        <Cancel />
      </div>
    </>
  );
}

function describePhase(state: StepOf<'running'>['state'], isSender: boolean): string {
  const { phase, isPausedHere, isPausedThere, cuts } = state;
  if (phase === 'adding') return isSender ? moveText.addingThere : moveText.adding;
  if (phase === 'connecting') return cuts > 0 ? moveText.cut : moveText.connecting;
  if (isPausedHere) return moveText.paused;
  return isPausedThere ? moveText.pausedThere : moveText.moving;
}
