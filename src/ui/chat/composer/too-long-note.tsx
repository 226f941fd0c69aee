import { useEffect, useState } from 'react';
import { useChat, useConversation } from '#ui/chat/use-chat.ts';
import { Button } from '#ui/kit/button.tsx';
import { chatText } from '#ui/messages/chat.ts';
import styles from './composer.module.css';
import { whyTooLong } from './too-long.ts';

/** Milliseconds after the last keystroke before tokens are counted. */
const PAUSE_MS = 300;

/** Warns while a message is written that it will not fit, and offers to attach it instead. */
export function TooLongNote() {
  const chat = useConversation();
  const [problem, setProblem] = useState<string | null>(null);
  const model = useChat((state) => state.row.settings.model);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isCurrent = true;
    const check = () => {
      const { text } = chat.state.getState();
      const isSame = () => isCurrent && chat.state.getState().text === text;
      whyTooLong(chat, model, text).then((problem) => isSame() && setProblem(problem), reportError);
    };
    check();
    const stop = chat.state.subscribe(({ text }, before) => {
      if (text === before.text) return;
      if (text === '') setProblem(null);
      clearTimeout(timer);
      timer = setTimeout(check, PAUSE_MS);
    });
    return () => {
      isCurrent = false;
      clearTimeout(timer);
      stop();
    };
  }, [chat, model]);

  if (problem === null) return null;
  return (
    <div className={styles['note']} role="status">
      <span>{problem}</span>
      <Button size="small" onClick={() => chat.attachAsDocument(chat.state.getState().text)}>
        {chatText.attachAsDocument}
      </Button>
    </div>
  );
}
