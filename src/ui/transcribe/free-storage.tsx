import { Link } from 'wouter';
import { buttonClass } from '#ui/kit/button.tsx';
import { errorsText } from '#ui/messages/errors.ts';
import { STORAGE_PATH } from '#ui/state/storage-full.ts';

interface FreeStorageProps {
  /** Why a recording failed. */
  text: string | null;
  className?: string | undefined;
}

/** Shown where a recording failed on a full disk: opens the storage list. */
export function FreeStorage({ text, className = '' }: FreeStorageProps) {
  if (!text?.includes(errorsText.noRoom)) return null;
  return (
    <Link href={STORAGE_PATH} className={`${buttonClass({ size: 'small' })} ${className}`}>
      {errorsText.freeStorage}
    </Link>
  );
}
