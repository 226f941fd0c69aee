import { Link } from 'wouter';
import type { CatalogEntry } from '#contract/catalog-entry.ts';
import { isNotReached, NO_STORAGE } from '#contract/download-reasons.ts';
import { buttonClass } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { sentenceText } from '#ui/messages/dictionary.ts';
import { errorsText } from '#ui/messages/errors.ts';
import { modelsText } from '#ui/messages/models.ts';
import { STORAGE_PATH } from '#ui/state/storage-full.ts';
import { pullCommand } from './pull-command.ts';

/** Why a download failed, with a way on: the storage list where the disk is full, a command that asks no hub where it is not reached. */
export function DownloadProblem({ entry }: { entry: CatalogEntry }) {
  const { state } = entry;
  if (state.kind !== 'failed') return null;
  if (state.problem === NO_STORAGE) {
    return (
      <>
        <p className={controls['error']}>{errorsText.noRoom}</p>
        <Link href={STORAGE_PATH} className={buttonClass({ size: 'small' })}>
          {errorsText.freeStorage}
        </Link>
      </>
    );
  }
  const command = isNotReached(state.problem) ? pullCommand(entry) : null;
  return (
    <>
      <p className={controls['error']} role="alert">
        {sentenceText(state.problem)}
      </p>
      {command !== null && (
        <p className={controls['secondary']}>{modelsText.pullInstead(command)}</p>
      )}
    </>
  );
}
