import { Suspense, useEffect } from 'react';
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
import { DropZone } from '#ui/kit/drop-zone.tsx';
import { lazyView } from '#ui/kit/lazy-view.tsx';
import { chatText } from '#ui/messages/chat.ts';
import { useServices } from '#ui/services.ts';
import { useShell } from '#ui/state/shell.ts';
import { showToast, tryOrSay } from '#ui/state/toasts.ts';
import { ChatHeader } from './chat-header.tsx';
import styles from './chat-page.module.css';

/** The chat page. */
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
    tryOrSay(chatText.transcriptNotRead, reading);
  }, [services, recording, go]);

  useEffect(() => {
    if (id === undefined) {
      if (!useChatStore.getState().conversation) startChat();
      return;
    }
    openChat(services, id).then((found) => {
      if (found) return;
      showToast({ text: chatText.chatNotFound });
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

  if (!conversation) return <div className={styles['page']} />;
  return (
    <DropZone
      className={styles['page']}
      overClassName={styles['over']}
      aria-label={chatText.page}
      onFiles={(files) => addFiles(services, files)}
    >
      <ChatHeader conversation={conversation} isTemporary={isTemporary} />
      {isEmpty && !isLoading ? (
        <Welcome isTemporary={isTemporary} isSettled={isSettled} />
      ) : (
        <Thread conversationId={conversation.id} leafId={isLoading ? null : conversation.leafId} />
      )}
      <Composer conversationId={conversation.id} isAnswering={isRunning} />
      <div className={styles['drop']}>{chatText.dropHere}</div>
    </DropZone>
  );
}

/** Whether the open chat is being answered: seen by its running messages and the live ones. */
function isBusy({ conversation, live }: ReturnType<typeof useChatStore.getState>): boolean {
  return Object.keys(live).length > 0 && isAnswering(conversation?.id);
}

// Loaded once the page can be used: it needs the host and the capabilities of the device.
const ModelOffer = lazyView(() =>
  import('#ui/chat/thread/model-offer.tsx').then((m) => m.ModelOffer),
);

/** The welcome of an empty chat. */
function Welcome({ isTemporary, isSettled }: { isTemporary: boolean; isSettled: boolean }) {
  const services = useServices();
  const samples = [chatText.askAbilities, chatText.askTranscribe, chatText.askCode];
  const ask = (text: string) => tryOrSay(chatText.notSent, sendMessage(services, text));
  return (
    <div className={styles['empty']}>
      <div className={styles['hello']}>
        <h2>{isTemporary ? chatText.welcomeTemporary : chatText.welcome}</h2>
        <p>{isTemporary ? chatText.welcomeTemporaryLead : chatText.welcomeLead}</p>
      </div>
      <ul className={styles['samples']}>
        {samples.map((text) => (
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
