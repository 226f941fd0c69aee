import { Ellipsis, Pin } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { Conversation } from '#storage/chat-records.ts';
import controls from '#ui/kit/controls.module.css';
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
      <button
        type="button"
        className={`${controls['button']} ${controls['quiet']} ${controls['small']} ${controls['icon']}`}
        aria-label={`Options of ${title}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Ellipsis size={16} aria-hidden />
      </button>
      {isOpen && (
        <Suspense>
          <ConversationDialog conversation={conversation} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </li>
  );
}
