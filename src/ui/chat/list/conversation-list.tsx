import { ListChecks, Plus } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { Conversation } from '#storage/chat-records.ts';
import type { SearchHit } from '#storage/conversation-work.ts';
import { useBook, useChatBook } from '#ui/chat/use-chat.ts';
import { Button, IconButton } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { Field } from '#ui/kit/field.tsx';
import { Guard } from '#ui/kit/guard.tsx';
import { lazyView } from '#ui/kit/lazy-view.tsx';
import { chatListText } from '#ui/messages/chat-list.ts';
import { useServices } from '#ui/services.ts';
import { afterFirstPage } from '#ui/state/first-page.ts';
import { ConversationRow } from './conversation-row.tsx';
import styles from './conversations.module.css';
import { groupChats, type ListedChat } from './group-chats.ts';

const ProjectList = lazyView(() => import('./project-list.tsx').then((m) => m.ProjectList));
const SelectionBar = lazyView(() => import('./selection-bar.tsx').then((m) => m.SelectionBar));

/** Rows drawn at first; a button shows more, so that thousands of chats cost nothing. */
const SHOWN = 60;

/** All chats, searchable by every word in them. */
export function ConversationList({ onChosen }: { onChosen?: () => void }) {
  const services = useServices();
  const book = useChatBook();
  const [, go] = useLocation();
  const list = useBook((state) => state.list);
  const projects = useBook((state) => state.projects);
  const [query, setQuery] = useState('');
  const [found, setFound] = useState<ReadonlyMap<string, SearchHit | null> | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<string> | null>(null);
  const [limit, setLimit] = useState(SHOWN);

  useEffect(() => {
    afterFirstPage()
      .then(() => book.refreshList())
      .catch(reportError);
  }, [book]);

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
    book.start(isTemporary);
    go('/chat');
    onChosen?.();
  }

  const matching = (list ?? []).filter((row) => found?.has(row.id) ?? true);
  // Of a project that was deleted: an ordinary chat.
  const isIn = ({ project }: Conversation) =>
    Boolean(project) && (projects?.some(({ id }) => id === project) ?? true);
  const rows = groupChats(
    matching.filter((row) => !isIn(row)),
    Date.now(),
  );

  function select(id: string) {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    setSelected(next);
  }
  const draw = ({ conversation, heading }: ListedChat) => (
    <Guard key={conversation.id} title={chatListText.rowNotShown} resetKey={conversation} isRow>
      <ConversationRow
        conversation={conversation}
        heading={heading}
        hit={found?.get(conversation.id) ?? null}
        isSelected={selected?.has(conversation.id) ?? null}
        onSelect={select}
        onChosen={onChosen}
      />
    </Guard>
  );
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
      <div className={styles['find']}>
        <Field
          type="search"
          className={styles['search']}
          label={chatListText.searchChats}
          isLabelHidden
          placeholder={chatListText.search}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        <IconButton
          icon={ListChecks}
          label={chatListText.select}
          size="small"
          aria-pressed={selected !== null}
          disabled={matching.length === 0}
          onClick={() => setSelected(selected === null ? new Set() : null)}
        />
      </div>
      <div className={styles['scroll']}>
        {projects && (
          <Suspense>
            <ProjectList
              chats={matching.filter(isIn)}
              isFound={found !== null}
              draw={draw}
              onChosen={onChosen}
            />
          </Suspense>
        )}
        {rows.length > 0 && (
          <ul className={styles['list']} aria-label={chatListText.chats}>
            {rows.slice(0, limit).map(draw)}
          </ul>
        )}
        {list !== null && matching.length === 0 && (
          <p className={controls['secondary']}>
            {query === '' ? chatListText.empty : chatListText.noneFound}
          </p>
        )}
        {query !== '' && (
          <Link
            className={styles['everywhere']}
            href={`/search?${new URLSearchParams({ q: query })}`}
            {...(onChosen ? { onClick: onChosen } : {})}
          >
            {chatListText.everywhere}
          </Link>
        )}
      </div>
      {rows.length > limit && (
        <Button kind="quiet" size="small" onClick={() => setLimit(limit + SHOWN)}>
          {chatListText.showMore(Math.min(SHOWN, rows.length - limit))}
        </Button>
      )}
      {selected !== null && (
        <Suspense>
          <SelectionBar
            selected={matching.filter(({ id }) => selected.has(id))}
            onEnd={() => setSelected(null)}
          />
        </Suspense>
      )}
    </div>
  );
}
