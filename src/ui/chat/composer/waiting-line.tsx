import { ArrowUp, Pencil } from 'lucide-react';
import { useChatStore } from '#ui/chat/session/chat-store.ts';
import { takeNext } from '#ui/chat/session/line.ts';
import styles from '#ui/chat/thread/messages.module.css';
import { Button } from '#ui/kit/button.tsx';
import { chatText } from '#ui/messages/chat.ts';
import { chatThreadText } from '#ui/messages/chat-thread.ts';
import { useServices } from '#ui/services.ts';
import { tryOrSay } from '#ui/state/toasts.ts';

/** Messages queued until a running answer or a file is done, or until the person resumes a halted queue. */
export function WaitingLine() {
  const services = useServices();
  const waiting = useChatStore((state) => state.waiting);
  const isHeld = useChatStore(({ held, conversation }) => held[conversation?.id ?? ''] ?? false);
  const back = (id: string) => {
    const taken = import('#ui/chat/session/take-back.ts').then(({ takeBack }) =>
      takeBack(services, id),
    );
    tryOrSay(chatText.notSent, taken);
    document.querySelector<HTMLElement>('[data-composer]')?.focus();
  };
  return waiting.map(({ id, text }, i) => (
    <div key={id} className={styles['line']}>
      <span>{chatThreadText.queued(text)}</span>
      {i === 0 && !isHeld && (
        <Button kind="quiet" size="small" icon={ArrowUp} onClick={() => takeNext(services)}>
          {chatThreadText.sendNow}
        </Button>
      )}
      <Button
        kind="quiet"
        size="small"
        icon={Pencil}
        aria-label={chatThreadText.editQueued}
        onClick={() => back(id)}
      >
        {chatThreadText.edit}
      </Button>
    </div>
  ));
}
