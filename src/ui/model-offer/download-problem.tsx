import { Link } from 'wouter';
import { NO_STORAGE } from '#contract/no-storage.ts';
import { buttonClass } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { sentenceText } from '#ui/messages/dictionary.ts';
import { errorsText } from '#ui/messages/errors.ts';
import { STORAGE_PATH } from '#ui/state/storage-full.ts';

/** Why a download failed; on a full disk with a button that opens the storage list. */
export function DownloadProblem({ text }: { text: string }) {
  if (text !== NO_STORAGE)
    return (
      <p className={controls['error']} role="alert">
        {sentenceText(text)}
      </p>
    );
  return (
    <>
      <p className={controls['error']}>{errorsText.noRoom}</p>
      <Link href={STORAGE_PATH} className={buttonClass({ size: 'small' })}>
        {errorsText.freeStorage}
      </Link>
    </>
  );
}
