import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { kitText } from '#ui/messages/kit.ts';
import { IconButton } from './button.tsx';
import styles from './dialog.module.css';
import { Guard } from './guard.tsx';

interface DialogProps {
  title: string;
  onClose: () => void;
  /** `side`: a sheet at the right edge, on phones at the bottom. */
  kind?: 'centre' | 'wide' | 'side';
  children: ReactNode;
}

/**
 * The platform's modal dialog: it traps the focus, closes on Escape, and returns the focus
 * back to where it was. Mounted means open.
 */
export function Dialog({ title, onClose, kind = 'centre', children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const heading = useId();

  useEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    dialog?.showModal();
    // By default the platform focuses the first control: the close button.
    dialog?.querySelector<HTMLElement>('[data-first-focus]')?.focus();
    return () => {
      dialog?.close();
      // A dialog that is removed from the page cannot do it itself.
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);

  return (
    <dialog
      ref={ref}
      className={`${styles['dialog']} ${kind === 'centre' ? '' : styles[kind]}`}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === ref.current) onClose();
      }}
      onKeyDown={() => {}}
    >
      <div className={styles['head']}>
        <h2 id={heading}>{title}</h2>
        <IconButton icon={X} label={kitText.close} onClick={onClose} />
      </div>
      <div className={styles['body']}>
        <Guard title={kitText.notShown(title)}>{children}</Guard>
      </div>
    </dialog>
  );
}
