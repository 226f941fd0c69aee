import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useChat, useChatSession } from '#ui/chat/use-chat.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Field } from '#ui/kit/field.tsx';
import { Guard } from '#ui/kit/guard.tsx';
import { chatListText } from '#ui/messages/chat-list.ts';
import { useServices } from '#ui/services.ts';
import { ConversationRow } from './conversation-row.tsx';
import styles from './conversations.module.css';

/** Rows drawn at first; a button shows more, so that thousands of chats cost nothing. */
const SHOWN = 60;

/** All chats, searchable by every word in them. */
export function ConversationList({ onChosen }: { onChosen?: () => void }) {
  const services = useServices();
  const chat = useChatSession();
  const [, go] = useLocation();
  const list = useChat((state) => state.list);
  const [query, setQuery] = useState('');
  const [found, setFound] = useState<ReadonlySet<string> | null>(null);
  const [limit, setLimit] = useState(SHOWN);

  useEffect(() => {
    chat.refreshList().catch(reportError);
  }, [chat]);

  useEffect(() => {
    let mounted = true;
    const search =
      query.trim() === '' ? Promise.resolve(null) : services.conversations.search(query);
    search.then((ids) => mounted && setFound(ids), reportError);
    return () => {
      mounted = false;
    };
  }, [services, query]);

  function open(isTemporary: boolean) {
    chat.start(isTemporary);
    go('/chat');
    onChosen?.();
  }

  const rows = (list ?? []).filter((row) => found?.has(row.id) ?? true);
  return (
    <div className={styles['panel']}>
      <div className={styles['new']}>
        <Button size="small" icon={Plus} onClick={() => open(false)}>
          {chatListText.newChat}
        </Button>
        <Button
          kind="quiet"
          size="small"
          title={chatListText.temporaryHint}
          onClick={() => open(true)}
        >
          {chatListText.temporary}
        </Button>
      </div>
      <Field
        type="search"
        className={styles['search']}
        label={chatListText.searchChats}
        isLabelHidden
        placeholder={chatListText.search}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      {rows.length > 0 && (
        <ul className={styles['list']} aria-label={chatListText.chats}>
          {rows.slice(0, limit).map((row) => (
            <Guard key={row.id} title={chatListText.rowNotShown} resetKey={row} isRow>
              <ConversationRow conversation={row} {...(onChosen ? { onChosen } : {})} />
            </Guard>
          ))}
        </ul>
      )}
      {rows.length > limit && (
        <Button kind="quiet" size="small" onClick={() => setLimit(limit + SHOWN)}>
          {chatListText.showMore(Math.min(SHOWN, rows.length - limit))}
        </Button>
      )}
      {list !== null && rows.length === 0 && (
        <p className={controls['secondary']}>
          {query === '' ? chatListText.empty : chatListText.noneFound}
        </p>
      )}
    </div>
  );
}
