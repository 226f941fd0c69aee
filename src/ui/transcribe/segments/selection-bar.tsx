import { X } from 'lucide-react';
import type { MouseEvent } from 'react';
import { Button, IconButton } from '#ui/kit/button.tsx';
import { transcribeText } from '#ui/messages/transcribe.ts';
import styles from './selection.module.css';

interface SelectionBarProps {
  count: number;
  onToEnd: () => void;
  onAssign: (event: MouseEvent<HTMLElement>) => void;
  onEnd: () => void;
}

/** What can be done with the selected segments together. */
export function SelectionBar({ count, onToEnd, onAssign, onEnd }: SelectionBarProps) {
  return (
    <div className={styles['bar']} role="toolbar" aria-label={transcribeText.select}>
      <strong role="status">{transcribeText.selected(count)}</strong>
      <Button kind="quiet" size="small" disabled={count === 0} onClick={onToEnd}>
        {transcribeText.selectToEnd}
      </Button>
      <Button kind="primary" disabled={count === 0} aria-haspopup="menu" onClick={onAssign}>
        {transcribeText.speaker}
      </Button>
      <IconButton icon={X} label={transcribeText.clearSelection} onClick={onEnd} />
    </div>
  );
}
