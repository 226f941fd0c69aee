import { Link } from 'wouter';
import type { Source } from '#storage/chat-records.ts';
import { shortClock } from '#transcript-formats/clock.ts';
import { findTime } from '#transcript-formats/find-time.ts';
import { buttonClass } from '#ui/kit/button.tsx';
import { Dialog } from '#ui/kit/dialog.tsx';
import { chatThreadText } from '#ui/messages/chat-thread.ts';
import styles from './messages.module.css';

/** Characters shown around a passage. */
const AROUND = 3_000;

interface PassageDialogProps {
  source: Source;
  text: string;
  /** The recording whose transcript the text is. */
  recordingId: string | null;
  onClose: () => void;
}

/** A passage in its document. */
export function PassageDialog({ source, text, recordingId, onClose }: PassageDialogProps) {
  const { start, end } = source;
  const from = Math.max(0, start - AROUND);
  const seconds = recordingId === null ? null : findTime(text, start, end);
  return (
    <Dialog title={source.documentName} kind="wide" onClose={onClose}>
      {recordingId !== null && seconds !== null && (
        <p>
          <Link
            className={buttonClass({ kind: 'primary' })}
            href={`/transcribe/${recordingId}?t=${seconds}`}
          >
            {chatThreadText.playFrom(shortClock(seconds))}
          </Link>
        </p>
      )}
      <p className={styles['passage']}>
        {from > 0 && '…'}
        {text.slice(from, start)}
        <mark ref={(mark) => mark?.scrollIntoView({ block: 'center' })}>
          {text.slice(start, end)}
        </mark>
        {text.slice(end, end + AROUND)}
        {text.length > end + AROUND && '…'}
      </p>
    </Dialog>
  );
}
