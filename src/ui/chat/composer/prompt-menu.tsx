import { BookmarkPlus, X } from 'lucide-react';
import { type RefObject, useEffect, useEffectEvent, useId, useMemo, useState } from 'react';
import type { SavedPrompt } from '#storage/chat-records.ts';
import { pathTo } from '#ui/chat/session/message-tree.ts';
import { useChat, useConversation } from '#ui/chat/use-chat.ts';
import { Button, IconButton } from '#ui/kit/button.tsx';
import { inComposition } from '#ui/kit/text-input.ts';
import { nextIndex } from '#ui/kit/use-popover.ts';
import { promptsText } from '#ui/messages/prompts.ts';
import styles from './prompt-menu.module.css';
import { findPrompts, listPrompts, type Prompt } from './prompts.ts';
import { useSavedPrompts } from './use-saved-prompts.ts';

type Box = RefObject<HTMLTextAreaElement | null>;

/** Maximum of listed prompts; others are found by search. */
const MAX_SHOWN = 50;
/** Characters of a prompt on its line. */
const MAX_DRAWN = 300;

/** The text typed to choose a prompt. */
const SLASH = /^\/(\S*)$/;

/** Prompts to begin a message with, while a slash and perhaps a word are all that is written. */
export function PromptMenu({ box }: { box: Box }) {
  const query = useChat(({ text }) => SLASH.exec(text)?.[1] ?? null);
  return query === null ? null : <OpenMenu box={box} query={query} />;
}

/** The list of a combobox whose text is the message box: the arrow keys choose in it while the box has the focus. */
function OpenMenu({ box, query }: { box: Box; query: string }) {
  const chat = useConversation();
  const lastQuestion = useChat(({ tree, row }) => {
    const path = pathTo(tree, row.leafId);
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
    box.current?.focus();
  }

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (inComposition(event)) return;
    const prompt = found[chosen];
    const next = nextIndex(event.key, chosen, Math.max(1, found.length));
    if (event.key === 'Escape') chat.setText('');
    else if ((event.key === 'Enter' || event.key === 'Tab') && prompt) choose(prompt);
    else if (next !== null) setAt(next);
    else return;
    // The message box would send, or leave.
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    const { current } = box;
    const listen = (event: KeyboardEvent) => press(event);
    current?.addEventListener('keydown', listen);
    return () => current?.removeEventListener('keydown', listen);
  }, [box]);
  const optionId = (at: number) => `${list}-${at}`;
  useCombobox(box, list, found.length > 0 ? optionId(chosen) : null);

  const isKnown = all.some(({ text }) => text === lastQuestion);
  const notes = [
    hits.length > found.length && promptsText.notListed(hits.length - found.length),
    saved.total > saved.prompts.length && promptsText.notRead(saved.total - saved.prompts.length),
  ].filter((note) => note !== false);
  if (found.length === 0 && notes.length === 0) return null;
  return (
    <div className={styles['menu']}>
      <div role="listbox" aria-label={promptsText.prompts} id={list}>
        {found.map((prompt, i) => (
          <PromptItem
            key={prompt.id}
            id={optionId(i)}
            prompt={prompt}
            isChosen={i === chosen}
            onChoose={() => choose(prompt)}
            onDelete={remove}
          />
        ))}
      </div>
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

/** Ties the message box to the list, so that a screen reader reads the chosen prompt. */
function useCombobox(box: Box, listId: string, optionId: string | null): void {
  useEffect(() => {
    const { current } = box;
    const names = ['aria-autocomplete', 'aria-controls', 'aria-activedescendant'];
    const values = ['list', listId, optionId];
    for (const [i, name] of names.entries()) current?.setAttribute(name, values[i] ?? '');
    return () => {
      for (const name of names) current?.removeAttribute(name);
    };
  }, [box, listId, optionId]);
}

interface PromptItemProps {
  id: string;
  prompt: Prompt;
  isChosen: boolean;
  onChoose: () => void;
  onDelete: (prompt: SavedPrompt) => void;
}

function PromptItem({ prompt: { name, text, own }, ...item }: PromptItemProps) {
  return (
    <div role="presentation" className={styles['item']} data-chosen={item.isChosen || undefined}>
      <Button
        kind="plain"
        role="option"
        id={item.id}
        aria-selected={item.isChosen}
        className={styles['prompt']}
        onClick={item.onChoose}
      >
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
    </div>
  );
}
