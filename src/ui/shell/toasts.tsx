import { X } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '#ui/kit/button.tsx';
import { shellText } from '#ui/messages/shell.ts';
import { closeToast, reportFailure, useToasts } from '#ui/state/toasts.ts';
import styles from './toasts.module.css';

/** What has finished or failed while the person looked elsewhere. */
export function Toasts() {
  const toasts = useToasts((state) => state.toasts);
  const [isOpen, setOpen] = useState(false);
  const older = toasts.length - 1;
  return (
    <div
      className={styles['toasts']}
      role="status"
      aria-live="polite"
      data-open={(isOpen && older > 0) || undefined}
    >
      {toasts.map(({ id, text, action }) => (
        <div key={id} className={styles['toast']}>
          <span>{text}</span>
          {action && (
            <Button
              size="small"
              onClick={() => {
                closeToast(id);
                reportFailure(action.label, Promise.resolve(action.run()));
              }}
            >
              {action.label}
            </Button>
          )}
          <IconButton
            icon={X}
            label={shellText.dismiss}
            size="small"
            onClick={() => closeToast(id)}
          />
        </div>
      ))}
      {older > 0 && (
        <Button
          size="small"
          className={styles['more']}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? shellText.fewerMessages : shellText.moreMessages(older)}
        </Button>
      )}
    </div>
  );
}
