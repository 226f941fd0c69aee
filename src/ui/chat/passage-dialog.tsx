import type { Source } from '#storage/chat-records.ts';
import { Dialog } from '#ui/components/dialog.tsx';
import styles from './messages.module.css';

/** Characters shown around a passage. */
const AROUND = 3_000;

interface PassageDialogProps {
  source: Source;
  text: string;
  onClose: () => void;
}

/** A passage in its place. */
export function PassageDialog({ source, text, onClose }: PassageDialogProps) {
  const { start, end } = source;
  const from = Math.max(0, start - AROUND);
  return (
    <Dialog title={source.documentName} kind="wide" onClose={onClose}>
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
