import { X } from 'lucide-react';
import controls from '#ui/components/controls.module.css';
import { useChatStore } from './chat-store.ts';
import styles from './messages.module.css';
import { takeBack } from './send-message.ts';

/** Messages that wait for the running answer. */
export function WaitingLine() {
  const waiting = useChatStore((state) => state.waiting);
  return waiting.map(({ id, text }) => (
    <div key={id} className={styles['line']}>
      Waiting: <span>{text}</span>
      <button
        type="button"
        className={`${controls['button']} ${controls['quiet']} ${controls['small']}`}
        onClick={() => takeBack(id)}
      >
        <X size={16} aria-hidden />
        Take back
      </button>
    </div>
  ));
}
