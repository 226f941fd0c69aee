import { X } from 'lucide-react';
import controls from '#ui/kit/controls.module.css';
import { closeToast, tryOrSay, useToasts } from '#ui/state/toasts.ts';
import styles from './toasts.module.css';

/** What has finished or failed while the person looked elsewhere. */
export function Toasts() {
  const toasts = useToasts((state) => state.toasts);
  return (
    <div className={styles['toasts']} role="status" aria-live="polite">
      {toasts.map(({ id, text, action }) => (
        <div key={id} className={styles['toast']}>
          <span>{text}</span>
          {action && (
            <button
              type="button"
              className={`${controls['button']} ${controls['small']}`}
              onClick={() => {
                closeToast(id);
                tryOrSay(action.label, Promise.resolve(action.run()));
              }}
            >
              {action.label}
            </button>
          )}
          <button
            type="button"
            className={`${controls['button']} ${controls['quiet']} ${controls['small']} ${controls['icon']}`}
            aria-label="Close this note"
            onClick={() => closeToast(id)}
          >
            <X size={16} aria-hidden />
          </button>
        </div>
      ))}
    </div>
  );
}
