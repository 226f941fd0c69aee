import { Ellipsis, Pin } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { Conversation } from '#storage/chat-records.ts';
import { chatTitle } from '#ui/chat/session/chat-title.ts';
import { IconButton } from '#ui/kit/button.tsx';
import { lazyView } from '#ui/kit/lazy-view.tsx';
import { chatListText } from '#ui/messages/chat-list.ts';
import styles from './conversations.module.css';

const ConversationMenu = lazyView(() =>
  import('./conversation-menu.tsx').then((m) => m.ConversationMenu),
);

interface ConversationRowProps {
  conversation: Conversation;
  onChosen?: () => void;
}

export function ConversationRow({ conversation, onChosen }: ConversationRowProps) {
  const [location] = useLocation();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { id, pinned } = conversation;
  const title = chatTitle(conversation);
  const path = `/chat/${id}`;
  return (
    <li className={styles['row']}>
      <Link
        href={path}
        className={styles['link']}
        aria-current={location === path ? 'page' : undefined}
        {...(onChosen ? { onClick: onChosen } : {})}
      >
        {pinned && <Pin size={12} aria-label={chatListText.pinned} />}
        <span dir="auto">{title}</span>
      </Link>
      <IconButton
        ref={button}
        icon={Ellipsis}
        label={chatListText.options(title)}
        size="small"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <Suspense>
          <ConversationMenu
            conversation={conversation}
            anchor={button.current}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </li>
  );
}
