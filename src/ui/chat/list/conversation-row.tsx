import { Ellipsis } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { Conversation } from '#storage/chat-records.ts';
import type { SearchHit } from '#storage/conversation-work.ts';
import { chatTitle } from '#ui/chat/session/conversation-state.ts';
import { IconButton } from '#ui/kit/button.tsx';
import { CheckBox } from '#ui/kit/field.tsx';
import { escapeId, itemPath } from '#ui/kit/item-path.ts';
import { lazyView } from '#ui/kit/lazy-view.tsx';
import { chatListText } from '#ui/messages/chat-list.ts';
import styles from './conversations.module.css';

const ConversationMenu = lazyView(() =>
  import('./conversation-menu.tsx').then((m) => m.ConversationMenu),
);

interface ConversationRowProps {
  conversation: Conversation;
  /** The name of the group that begins with this row. */
  heading: string | null;
  /** Where a search found its words. */
  hit: SearchHit | null;
  /** Whether it is selected; null while nothing is being selected. */
  isSelected: boolean | null;
  onSelect: (id: string) => void;
  onChosen?: (() => void) | undefined;
}

export function ConversationRow(props: ConversationRowProps) {
  const { conversation, heading, hit, isSelected, onSelect, onChosen } = props;
  const [location] = useLocation();
  const { id } = conversation;
  const title = chatTitle(conversation);
  const path = itemPath('/chat', id);
  return (
    <li className={styles['item']}>
      {heading !== null && (
        <h3 className={styles['heading']} dir="auto">
          {heading}
        </h3>
      )}
      <div className={styles['row']}>
        {isSelected === null ? (
          <Link
            href={hit ? `${path}?message=${escapeId(hit.messageId)}` : path}
            className={styles['link']}
            aria-current={location === path ? 'page' : undefined}
            {...(onChosen ? { onClick: onChosen } : {})}
          >
            <span dir="auto">{title}</span>
            {hit && (
              <span className={styles['hit']} dir="auto">
                {hit.before}
                <mark>{hit.match}</mark>
                {hit.after}
              </span>
            )}
          </Link>
        ) : (
          <CheckBox
            label={<span dir="auto">{title}</span>}
            checked={isSelected}
            onChange={() => onSelect(id)}
          />
        )}
        {isSelected === null && <Options conversation={conversation} />}
      </div>
    </li>
  );
}

function Options({ conversation }: { conversation: Conversation }) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <IconButton
        ref={button}
        icon={Ellipsis}
        label={chatListText.options(chatTitle(conversation))}
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
    </>
  );
}
