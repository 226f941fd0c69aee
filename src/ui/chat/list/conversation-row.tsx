import { Ellipsis, Pin } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { Conversation } from '#storage/chat-records.ts';
import { IconButton } from '#ui/kit/button.tsx';
import { lazyView } from '#ui/kit/lazy-view.tsx';
import styles from './conversations.module.css';

const ConversationDialog = lazyView(() =>
  import('./conversation-dialog.tsx').then((m) => m.ConversationDialog),
);

interface ConversationRowProps {
  conversation: Conversation;
  onChosen?: () => void;
}

export function ConversationRow({ conversation, onChosen }: ConversationRowProps) {
  const [location] = useLocation();
  const [isOpen, setOpen] = useState(false);
  const { id, title, pinned } = conversation;
  const path = `/chat/${id}`;
  return (
    <li className={styles['row']}>
      <Link
        href={path}
        className={styles['link']}
        aria-current={location === path ? 'page' : undefined}
        {...(onChosen ? { onClick: onChosen } : {})}
      >
        {pinned && <Pin size={12} aria-label="Pinned" />}
        <span>{title}</span>
      </Link>
      <IconButton
        icon={Ellipsis}
        label={`Options of ${title}`}
        size="small"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <Suspense>
          <ConversationDialog conversation={conversation} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </li>
  );
}
