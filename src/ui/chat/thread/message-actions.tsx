import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Message } from '#storage/chat-records.ts';
import { versionsOf } from '#ui/chat/session/message-tree.ts';
import { useChat, useConversation } from '#ui/chat/use-chat.ts';
import { IconButton } from '#ui/kit/button.tsx';
import { CopyButton } from '#ui/kit/copy-button.tsx';
import { chatThreadText } from '#ui/messages/chat-thread.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import styles from './messages.module.css';

/** The row below a message: copy, further actions, and its versions. */
export function MessageActions({ message, children }: { message: Message; children?: ReactNode }) {
  return (
    <div className={styles['actions']}>
      <CopyButton text={message.text} label={chatThreadText.copyMessage} />
      {children}
      <Versions message={message} />
    </div>
  );
}

function Versions({ message }: { message: Message }) {
  const chat = useConversation();
  const tree = useChat((state) => state.tree);
  const versions = versionsOf(tree, message);
  const at = versions.indexOf(message.id);
  if (versions.length < 2) return null;

  const show = (id: string | undefined) =>
    id !== undefined && reportFailure(chatThreadText.versionNotShown, chat.showVersion(id));
  return (
    <span className={styles['versions']}>
      <IconButton
        icon={ChevronLeft}
        label={chatThreadText.previousVersion}
        size="small"
        disabled={at === 0}
        onClick={() => show(versions[at - 1])}
      />
      <span>{chatThreadText.version(at + 1, versions.length)}</span>
      <IconButton
        icon={ChevronRight}
        label={chatThreadText.nextVersion}
        size="small"
        disabled={at === versions.length - 1}
        onClick={() => show(versions[at + 1])}
      />
    </span>
  );
}
