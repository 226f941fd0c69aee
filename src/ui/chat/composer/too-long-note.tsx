import { useEffect, useState } from 'react';
import { useChatStore } from '#ui/chat/session/chat-store.ts';
import { attachAsDocument, whyTooLong } from '#ui/chat/session/too-long.ts';
import { Button } from '#ui/kit/button.tsx';
import { chatText } from '#ui/messages/chat.ts';
import { useServices } from '#ui/services.ts';
import styles from './composer.module.css';

/** Milliseconds after the last keystroke before tokens are counted. */
const PAUSE_MS = 300;

/** Warns while a message is written that it will not fit, and offers to attach it instead. */
export function TooLongNote() {
  const services = useServices();
  const [problem, setProblem] = useState<string | null>(null);
  const model = useChatStore((state) => state.conversation?.settings.model ?? '');

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isCurrent = true;
    const check = () => {
      const { text } = useChatStore.getState();
      const isSame = () => isCurrent && useChatStore.getState().text === text;
      whyTooLong(services, model, text).then(
        (problem) => isSame() && setProblem(problem),
        reportError,
      );
    };
    check();
    const stop = useChatStore.subscribe(({ text }, before) => {
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
  }, [services, model]);

  if (problem === null) return null;
  return (
    <div className={styles['note']} role="status">
      <span>{problem}</span>
      <Button size="small" onClick={() => attachAsDocument(services, useChatStore.getState().text)}>
        {chatText.attachAsDocument}
      </Button>
    </div>
  );
}
