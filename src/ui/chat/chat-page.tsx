import { type DragEvent, Suspense, useEffect, useState } from 'react';
import { useLocation, useParams, useSearch } from 'wouter';
import { Composer } from '#ui/chat/composer/composer.tsx';
import { loadWriter } from '#ui/chat/session/answer.ts';
import { addFiles } from '#ui/chat/session/attachments.ts';
import { isAnswering, useChatStore } from '#ui/chat/session/chat-store.ts';
import { holdLine } from '#ui/chat/session/line.ts';
import { openChat, startChat } from '#ui/chat/session/open-chat.ts';
import { sendMessage } from '#ui/chat/session/send-message.ts';
import { preloadHighlight, preloadMarkdown } from '#ui/chat/thread/answer-text.tsx';
import { Thread } from '#ui/chat/thread/thread.tsx';
import { Button } from '#ui/kit/button.tsx';
import { lazyView } from '#ui/kit/lazy-view.tsx';
import { useServices } from '#ui/services.ts';
import { useShell } from '#ui/state/shell.ts';
import { showToast, tryOrSay } from '#ui/state/toasts.ts';
import { ChatHeader } from './chat-header.tsx';
import styles from './chat-page.module.css';

/** The chat room. */
export function ChatPage() {
  const services = useServices();
  const { id } = useParams<{ id?: string }>();
  const [, go] = useLocation();
  const conversation = useChatStore((state) => state.conversation);
  const isTemporary = useChatStore((state) => state.isTemporary);
  const isLoading = useChatStore((state) => state.isLoading);
  const isRunning = useChatStore((state) => isBusy(state));
  const isListed = useChatStore(
    ({ list, conversation: open }) => list?.some((row) => row.id === open?.id) ?? false,
  );
  const [isOver, setOver] = useState(false);
  const hasWaiting = useChatStore((state) => state.waiting.length > 0);
  const isEmpty = conversation?.leafId === null && !hasWaiting;
  const isSettled = useShell((state) => state.isSettled);

  const recording = new URLSearchParams(useSearch()).get('recording');

  useEffect(() => {
    if (recording === null) return;
    go('/chat', { replace: true });
    startChat();
    const read = async () => {
      const { askAboutRecording } = await import('#ui/chat/session/ask-recording.ts');
      await askAboutRecording(services, recording);
      return true;
    };
    const { conversation: started } = useChatStore.getState();
    const reading = holdLine(services, started?.id ?? '', read);
    tryOrSay('The transcript could not be read', reading);
  }, [services, recording, go]);

  useEffect(() => {
    if (id === undefined) {
      if (!useChatStore.getState().conversation) startChat();
      return;
    }
    openChat(services, id).then((found) => {
      if (found) return;
      showToast({ text: 'This chat is not on this device.' });
      startChat();
      go('/chat', { replace: true });
    }, reportError);
  }, [services, id, go]);

  useEffect(() => {
    if (isSettled || id !== undefined) preloadMarkdown();
    if (!isSettled) return;
    loadWriter().catch(() => {});
    preloadHighlight();
  }, [isSettled, id]);

  // The address follows as soon as the chat has a row of its own.
  useEffect(() => {
    if (conversation && isListed && id !== conversation.id && !isTemporary && id === undefined) {
      go(`/chat/${conversation.id}`, { replace: true });
    }
  }, [conversation, isListed, isTemporary, id, go]);

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    addFiles(services, event.dataTransfer.files);
  }

  if (!conversation) return <div className={styles['page']} />;
  return (
    <section
      className={styles['page']}
      aria-label="Chat"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (event.currentTarget === event.target) setOver(false);
      }}
      onDrop={drop}
    >
      <ChatHeader conversation={conversation} isTemporary={isTemporary} />
      {isEmpty && !isLoading ? (
        <Hello isTemporary={isTemporary} isSettled={isSettled} />
      ) : (
        <Thread conversationId={conversation.id} leafId={isLoading ? null : conversation.leafId} />
      )}
      <Composer conversationId={conversation.id} isAnswering={isRunning} />
      {isOver && <div className={styles['drop']}>Drop documents, pictures or recordings</div>}
    </section>
  );
}

/** Whether the open chat is being answered: seen by its running messages and the live ones. */
function isBusy({ conversation, live }: ReturnType<typeof useChatStore.getState>): boolean {
  return Object.keys(live).length > 0 && isAnswering(conversation?.id);
}

const SAMPLES = [
  'What can you do?',
  'How do I transcribe a file?',
  'Show me how to call /v1 from JavaScript',
];

// Asked for after the page can be used: it needs the host and a look at the device.
const ModelOffer = lazyView(() =>
  import('#ui/chat/thread/model-offer.tsx').then((m) => m.ModelOffer),
);

/** The first thing a person sees. */
function Hello({ isTemporary, isSettled }: { isTemporary: boolean; isSettled: boolean }) {
  const services = useServices();
  const ask = (text: string) => tryOrSay('The message', sendMessage(services, text));
  return (
    <div className={styles['empty']}>
      <div className={styles['hello']}>
        <h2>
          {isTemporary ? 'A chat that is never stored' : 'What you type stays on this device'}
        </h2>
        <p>
          {isTemporary
            ? 'It is gone when you open another one or close the tab.'
            : 'Guide answers at once. It is a very small model: it knows this app, little else.'}
        </p>
      </div>
      <ul className={styles['samples']}>
        {SAMPLES.map((text) => (
          <li key={text}>
            <Button onClick={() => ask(text)}>{text}</Button>
          </li>
        ))}
      </ul>
      {!isTemporary && isSettled && (
        <Suspense>
          <ModelOffer />
        </Suspense>
      )}
    </div>
  );
}
