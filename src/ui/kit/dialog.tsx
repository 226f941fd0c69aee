import { X } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react';
import { kitText } from '#ui/messages/kit.ts';
import { IconButton } from './button.tsx';
import styles from './dialog.module.css';
import { Guard } from './guard.tsx';

interface DialogProps {
  title: string;
  onClose: () => void;
  /**
   * `side`: a sheet at the right edge, on phones at the bottom. `search`: its field stands for the title. `growing`:
   * its top stays while a list in it grows.
   */
  kind?: 'centre' | 'wide' | 'side' | 'search' | 'growing';
  children: ReactNode;
}

/**
 * The platform's modal dialog: it traps the focus, closes on Escape, and returns the focus
 * back to where it was. Mounted means open.
 */
export function Dialog({ title, onClose, kind = 'centre', children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const close = useEffectEvent(onClose);

  useEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    dialog?.showModal();
    // By default the platform focuses the first control: the close button.
    dialog?.querySelector<HTMLElement>('[data-first-focus]')?.focus();
    const stop = dialog && onBackdropPress(dialog, () => close());
    return () => {
      stop?.();
      dialog?.close();
      // A dialog that is removed from the page cannot do it itself.
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);

  return (
    <dialog
      ref={ref}
      className={`${styles['dialog']} ${kind === 'centre' ? '' : styles[kind]}`}
      {...(kind === 'search' ? { 'aria-label': title } : { 'aria-labelledby': heading })}
      onCancel={(event) => {
        // React calls back for dialogs inside this one too, and for a field of files that is left without one.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
    >
      {kind !== 'search' && (
        <div className={styles['head']}>
          <h2 id={heading}>{title}</h2>
          <IconButton icon={X} label={kitText.close} onClick={onClose} />
        </div>
      )}
      <div className={styles['body']}>
        <Guard title={kitText.notShown(title)}>{children}</Guard>
      </div>
    </dialog>
  );
}

/**
 * Calls back when a press begins and ends on the backdrop: a selection of text that begins inside and ends there is
 * a click on the dialog as well. @returns a function that stops it.
 */
function onBackdropPress(dialog: HTMLDialogElement, listener: () => void): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  let beganOutside = false;
  const note = ({ target }: Event) => {
    beganOutside = target === dialog;
  };
  const press = ({ target }: Event) => {
    if (beganOutside && target === dialog) listener();
  };
  dialog.addEventListener('pointerdown', note, { signal });
  dialog.addEventListener('click', press, { signal });
  return () => stopped.abort();
}
