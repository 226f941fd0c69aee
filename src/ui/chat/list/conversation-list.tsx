import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useChatStore } from '#ui/chat/session/chat-store.ts';
import { refreshList, startChat } from '#ui/chat/session/open-chat.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Guard } from '#ui/kit/guard.tsx';
import { useServices } from '#ui/services.ts';
import { ConversationRow } from './conversation-row.tsx';
import styles from './conversations.module.css';

/** Rows drawn at first; the rest comes with a button, so that thousands of chats cost nothing. */
const SHOWN = 60;

/** All chats, searchable by every word in them. */
export function ConversationList({ onChosen }: { onChosen?: () => void }) {
  const services = useServices();
  const [, go] = useLocation();
  const list = useChatStore((state) => state.list);
  const [query, setQuery] = useState('');
  const [found, setFound] = useState<ReadonlySet<string> | null>(null);
  const [most, setMost] = useState(SHOWN);

  useEffect(() => {
    refreshList(services).catch(reportError);
  }, [services]);

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
    startChat(isTemporary);
    go('/chat');
    onChosen?.();
  }

  const rows = (list ?? []).filter((row) => found?.has(row.id) ?? true);
  return (
    <div className={styles['panel']}>
      <div className={styles['new']}>
        <Button size="small" onClick={() => open(false)}>
          <Plus size={16} aria-hidden />
          New chat
        </Button>
        <Button
          kind="quiet"
          size="small"
          title="A chat that is never stored"
          onClick={() => open(true)}
        >
          Temporary
        </Button>
      </div>
      <input
        type="search"
        className={`${controls['field']} ${styles['search']}`}
        aria-label="Search chats"
        placeholder="Search"
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      {rows.length > 0 && (
        <ul className={styles['list']} aria-label="Chats">
          {rows.slice(0, most).map((row) => (
            <Guard key={row.id} title="This chat could not be listed." resetKey={row} isRow>
              <ConversationRow conversation={row} {...(onChosen ? { onChosen } : {})} />
            </Guard>
          ))}
        </ul>
      )}
      {rows.length > most && (
        <Button kind="quiet" size="small" onClick={() => setMost(most + SHOWN)}>
          Show {Math.min(SHOWN, rows.length - most)} more
        </Button>
      )}
      {list !== null && rows.length === 0 && (
        <p className={controls['secondary']}>
          {query === ''
            ? 'Chats you start are kept here, on this device.'
            : 'No chat holds these words.'}
        </p>
      )}
    </div>
  );
}
