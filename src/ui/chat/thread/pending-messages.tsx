import { ArrowUp, Pencil } from 'lucide-react';
import { statusOf } from '#ui/chat/session/conversation-state.ts';
import { useChat, useConversation } from '#ui/chat/use-chat.ts';
import { Button } from '#ui/kit/button.tsx';
import { chatText } from '#ui/messages/chat.ts';
import { chatThreadText } from '#ui/messages/chat-thread.ts';
import { useShell } from '#ui/state/shell.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import styles from './messages.module.css';

/** Messages queued until a running answer or a file is done, or until the person resumes a halted queue. */
export function PendingMessages() {
  const chat = useConversation();
  const waiting = useChat((state) => state.waiting);
  const isHalted = useChat((state) => statusOf(state) === 'halted');
  const back = (id: string) => {
    reportFailure(chatText.notSent, chat.recall(id));
    useShell.getState().composer?.focus();
  };
  return waiting.map(({ id, text }, i) => (
    <div key={id} className={styles['line']}>
      <span>{chatThreadText.queued(text)}</span>
      {i === 0 && isHalted && (
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
