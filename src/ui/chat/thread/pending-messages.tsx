import { ArrowUp, Pencil } from 'lucide-react';
import { useChat, useChatSession } from '#ui/chat/use-chat.ts';
import { Button } from '#ui/kit/button.tsx';
import { chatText } from '#ui/messages/chat.ts';
import { chatThreadText } from '#ui/messages/chat-thread.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import styles from './messages.module.css';

/** Messages queued until a running answer or a file is done, or until the person resumes a halted queue. */
export function PendingMessages() {
  const chat = useChatSession();
  const waiting = useChat((state) => state.waiting);
  const isHeld = useChat(({ held, conversation }) => held[conversation?.id ?? ''] ?? false);
  const back = (id: string) => {
    reportFailure(chatText.notSent, chat.recall(id));
    document.querySelector<HTMLElement>('[data-composer]')?.focus();
  };
  return waiting.map(({ id, text }, i) => (
    <div key={id} className={styles['line']}>
      <span>{chatThreadText.queued(text)}</span>
      {i === 0 && !isHeld && (
        <Button kind="quiet" size="small" icon={ArrowUp} onClick={() => chat.sendNext()}>
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
