import { BookmarkPlus, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { pathTo } from '#ui/chat/session/message-tree.ts';
import {
  deletePrompt,
  findPrompts,
  listPrompts,
  type Prompt,
  savePrompt,
} from '#ui/chat/session/prompts.ts';
import { useChat, useChatSession } from '#ui/chat/use-chat.ts';
import { Button, IconButton } from '#ui/kit/button.tsx';
import { nextIndex } from '#ui/kit/use-popover.ts';
import { chatText } from '#ui/messages/chat.ts';
import styles from './prompt-menu.module.css';

/** What is typed to choose a prompt. */
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
  const [all, setAll] = useState(listPrompts);
  const [at, setAt] = useState(0);
  const list = useId();
  const found = findPrompts(all, query);
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

  if (found.length === 0) return null;
  return (
    <div className={styles['menu']}>
      <ul aria-label={chatText.prompts} id={list}>
        {found.map((prompt, i) => (
          <li key={prompt.text} className={styles['item']} data-chosen={i === chosen || undefined}>
            <Button kind="plain" className={styles['prompt']} onClick={() => choose(prompt)}>
              <span className={styles['name']} dir="auto">
                {prompt.name}
              </span>
              <span className={styles['text']} dir="auto">
                {prompt.text}
              </span>
            </Button>
            {prompt.isOwn && (
              <IconButton
                icon={X}
                label={chatText.deletePrompt(prompt.name)}
                size="small"
                onClick={() => {
                  deletePrompt(prompt.text);
                  setAll(listPrompts());
                }}
              />
            )}
          </li>
        ))}
      </ul>
      {lastQuestion !== null && lastQuestion !== '' && (
        <Button
          kind="quiet"
          size="small"
          icon={BookmarkPlus}
          onClick={() => {
            savePrompt(lastQuestion);
            setAll(listPrompts());
          }}
        >
          {chatText.savePrompt}
        </Button>
      )}
    </div>
  );
}
