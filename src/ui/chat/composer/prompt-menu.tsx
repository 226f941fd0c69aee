import { BookmarkPlus, X } from 'lucide-react';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { SavedPrompt } from '#storage/chat-records.ts';
import { pathTo } from '#ui/chat/session/message-tree.ts';
import { findPrompts, listPrompts, type Prompt } from '#ui/chat/session/prompts.ts';
import { useChat, useChatSession } from '#ui/chat/use-chat.ts';
import { Button, IconButton } from '#ui/kit/button.tsx';
import { nextIndex } from '#ui/kit/use-popover.ts';
import { promptsText } from '#ui/messages/prompts.ts';
import styles from './prompt-menu.module.css';
import { useSavedPrompts } from './use-saved-prompts.ts';

/** Maximum of listed prompts; others are found by search. */
const MAX_SHOWN = 50;
/** Characters of a prompt on its line. */
const MAX_DRAWN = 300;

/** The text typed to choose a prompt. */
const SLASH = /^\/(\S*)$/;

/** Prompts to begin a message with, while a slash and perhaps a word are all that is written. */
export function PromptMenu() {
  const query = useChat(({ text }) => SLASH.exec(text)?.[1] ?? null);
  return query === null ? null : <OpenMenu query={query} />;
}

function OpenMenu({ query }: { query: string }) {
  const chat = useChatSession();
  const lastQuestion = useChat(({ tree, conversation }) => {
    const path = pathTo(tree, conversation?.leafId ?? null);
    return path.findLast(({ role }) => role === 'user')?.text ?? null;
  });
  const { save, remove, saved } = useSavedPrompts();
  const [at, setAt] = useState(0);
  const list = useId();
  const all = useMemo(() => listPrompts(saved.prompts), [saved]);
  const hits = findPrompts(all, query);
  const found = hits.slice(0, MAX_SHOWN);
  const chosen = Math.min(at, found.length - 1);

  function choose({ text }: Prompt) {
    chat.setText(text);
    document.querySelector<HTMLElement>('[data-composer]')?.focus();
  }

  const press = useRef<(event: KeyboardEvent) => void>(() => {});
  press.current = (event) => {
    const prompt = found[chosen];
    const next = nextIndex(event.key, chosen, Math.max(1, found.length));
    if (event.key === 'Escape') chat.setText('');
    else if ((event.key === 'Enter' || event.key === 'Tab') && prompt) choose(prompt);
    else if (next !== null) setAt(next);
    else return;
    // The message box would send, or leave.
    event.preventDefault();
    event.stopPropagation();
  };
  useEffect(() => {
    const box = document.querySelector<HTMLElement>('[data-composer]');
    const listen = (event: KeyboardEvent) => press.current(event);
    box?.addEventListener('keydown', listen);
    return () => box?.removeEventListener('keydown', listen);
  }, []);

  const isKnown = all.some(({ text }) => text === lastQuestion);
  const notes = [
    hits.length > found.length && promptsText.notListed(hits.length - found.length),
    saved.total > saved.prompts.length && promptsText.notRead(saved.total - saved.prompts.length),
  ].filter((note) => note !== false);
  if (found.length === 0 && notes.length === 0) return null;
  return (
    <div className={styles['menu']}>
      <ul aria-label={promptsText.prompts} id={list}>
        {found.map((prompt, i) => (
          <PromptItem
            key={prompt.id}
            prompt={prompt}
            isChosen={i === chosen}
            onChoose={() => choose(prompt)}
            onDelete={remove}
          />
        ))}
      </ul>
      {notes.map((note) => (
        <p key={note} className={styles['note']}>
          {note}
        </p>
      ))}
      {lastQuestion !== null && lastQuestion !== '' && !isKnown && (
        <Button kind="quiet" size="small" icon={BookmarkPlus} onClick={() => save(lastQuestion)}>
          {promptsText.save}
        </Button>
      )}
    </div>
  );
}

interface PromptItemProps {
  prompt: Prompt;
  isChosen: boolean;
  onChoose: () => void;
  onDelete: (prompt: SavedPrompt) => void;
}

function PromptItem({ prompt: { name, text, own }, ...item }: PromptItemProps) {
  return (
    <li className={styles['item']} data-chosen={item.isChosen || undefined}>
      <Button kind="plain" className={styles['prompt']} onClick={item.onChoose}>
        <span className={styles['name']} dir="auto">
          {name}
        </span>
        <span className={styles['text']} dir="auto">
          {text.slice(0, MAX_DRAWN)}
        </span>
      </Button>
      {own && (
        <IconButton
          icon={X}
          label={promptsText.delete(name)}
          size="small"
          onClick={() => item.onDelete(own)}
        />
      )}
    </li>
  );
}
