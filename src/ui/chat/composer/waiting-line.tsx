import { ArrowUp, X } from 'lucide-react';
import { useChatStore } from '#ui/chat/session/chat-store.ts';
import { takeNext } from '#ui/chat/session/line.ts';
import styles from '#ui/chat/thread/messages.module.css';
import controls from '#ui/kit/controls.module.css';
import { useServices } from '#ui/services.ts';
import { tryOrSay } from '#ui/state/toasts.ts';

const BUTTON = `${controls['button']} ${controls['quiet']} ${controls['small']}`;

/** Messages that wait for a running answer or a file, or for the person where one of these failed. */
export function WaitingLine() {
  const services = useServices();
  const waiting = useChatStore((state) => state.waiting);
  const isHeld = useChatStore(({ held, conversation }) => held[conversation?.id ?? ''] ?? false);
  const back = (id: string) => {
    const taken = import('#ui/chat/session/take-back.ts').then(({ takeBack }) =>
      takeBack(services, id),
    );
    tryOrSay('The message', taken);
    document.querySelector<HTMLElement>('[data-composer]')?.focus();
  };
  return waiting.map(({ id, text }, i) => (
    <div key={id} className={styles['line']}>
      <span>Waiting: {text}</span>
      {i === 0 && !isHeld && (
        <button type="button" className={BUTTON} onClick={() => takeNext(services)}>
          <ArrowUp size={16} aria-hidden />
          Send now
        </button>
      )}
      <button type="button" className={BUTTON} onClick={() => back(id)}>
        <X size={16} aria-hidden />
        Take back
      </button>
    </div>
  ));
}
