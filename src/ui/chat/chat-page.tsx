import { Suspense, useEffect, useState } from 'react';
import { useLocation, useParams, useSearch } from 'wouter';
import { Composer } from '#ui/chat/composer/composer.tsx';
import { preloadHighlight, preloadMarkdown } from '#ui/chat/thread/answer-text.tsx';
import {
  ConversationContext,
  useBook,
  useChat,
  useChatBook,
  useConversation,
} from '#ui/chat/use-chat.ts';
import { DropZone } from '#ui/kit/drop-zone.tsx';
import { itemPath, unescapeId } from '#ui/kit/item-path.ts';
import { lazyView } from '#ui/kit/lazy-view.tsx';
import { chatText } from '#ui/messages/chat.ts';
import { afterFirstInput } from '#ui/state/first-page.ts';
import { useHost } from '#ui/state/models.ts';
import { useShell } from '#ui/state/shell.ts';
import { reportFailure, showToast } from '#ui/state/toasts.ts';
import { ChatHeader } from './chat-header.tsx';
import styles from './chat-page.module.css';
import { Welcome } from './welcome.tsx';

// A first visit has no messages: their code comes after the page.
const Thread = lazyView(() => import('./thread/thread.tsx').then((m) => m.Thread));
// Most people have no provider.
const PrivacyLabel = lazyView(() =>
  import('./privacy/privacy-label.tsx').then((m) => m.PrivacyLabel),
);

/** The chat page: the chat of its address, or the one that was begun. */
export function ChatPage() {
  const shown = useBook((state) => state.shown);
  const failure = useAddress();
  // The boundary of the page reports it, and offers to open the chat again.
  if (failure !== null) throw failure;
  if (!shown) return <div className={styles['page']} />;
  return (
    <ConversationContext value={shown}>
      <Chat />
    </ConversationContext>
  );
}

/** Opens what the address names. @returns why it could not be read */
function useAddress(): unknown {
  const book = useChatBook();
  const { id: part } = useParams<{ id?: string }>();
  const id = part && unescapeId(part);
  const [, go] = useLocation();
  const search = new URLSearchParams(useSearch());
  const recording = search.get('recording');
  const message = search.get('message');
  const [failure, setFailure] = useState<unknown>(null);

  useEffect(() => {
    if (recording === null) return;
    go('/chat', { replace: true });
    const asked = book.start().askAboutRecording(unescapeId(recording));
    reportFailure(chatText.transcriptNotRead, asked);
  }, [book, recording, go]);

  useEffect(() => {
    if (id === undefined) {
      if (!book.shown) book.start();
      return;
    }
    let isCurrent = true;
    book.open(id).then(
      (found) => {
        // Another page was opened meanwhile.
        if (!isCurrent) return;
        if (found && message !== null) {
          found.jumpTo(unescapeId(message)).catch(reportError);
          go(itemPath('/chat', id), { replace: true });
        }
        if (found) return;
        showToast({ text: chatText.chatNotFound });
        book.start();
        go('/chat', { replace: true });
      },
      (error: unknown) => isCurrent && setFailure(error),
    );
    return () => {
      isCurrent = false;
    };
  }, [book, id, message, go]);
  return failure;
}

function Chat() {
  const chat = useConversation();
  const isEmpty = useChat(
    ({ row, waiting, isLoading }) => row.leafId === null && waiting.length === 0 && !isLoading,
  );
  const hasProviders = useHost((state) => state.status.hasProviders);
  useOwnAddress();
  return (
    <DropZone
      className={[
        styles['page'],
        isEmpty && styles['hello'],
        chat.isTemporary && styles['temporary'],
      ]
        .filter(Boolean)
        .join(' ')}
      overClassName={styles['over']}
      aria-label={chatText.page}
      onFiles={(files) => {
        const added = import('#ui/state/add-dropped.ts').then((m) =>
          m.addDropped(
            { isTemporary: chat.isTemporary, addFiles: (all) => chat.addFiles(all) },
            files,
          ),
        );
        added.catch(reportError);
      }}
    >
      <Preparation hasMessages={!isEmpty} />
      <ChatHeader />
      {isEmpty ? (
        <Welcome />
      ) : (
        <Suspense fallback={<div className={styles['rest']} />}>
          <Thread />
        </Suspense>
      )}
      {hasProviders && (
        <Suspense>
          <PrivacyLabel key={chat.id} />
        </Suspense>
      )}
      <Composer />
      <div className={styles['drop']}>{chatText.dropHere}</div>
    </DropZone>
  );
}

/** The address follows as soon as the chat has its own row. */
function useOwnAddress(): void {
  const { id } = useConversation();
  const isStored = useChat((state) => state.isStored);
  const { id: named } = useParams<{ id?: string }>();
  const [, go] = useLocation();
  useEffect(() => {
    if (isStored && named === undefined) go(itemPath('/chat', id), { replace: true });
  }, [id, isStored, named, go]);
}

/** Readies the first question. A component of its own: the page is not drawn again for it. */
function Preparation({ hasMessages }: { hasMessages: boolean }) {
  const book = useChatBook();
  const isSettled = useShell((state) => state.isSettled);

  useEffect(() => {
    if (hasMessages) preloadMarkdown();
  }, [hasMessages]);

  useEffect(() => {
    if (isSettled) Thread.preload().catch(() => {});
  }, [isSettled]);

  useEffect(() => {
    if (!isSettled) return;
    book.prepare().catch(() => {});
    return afterFirstInput(() => {
      preloadMarkdown();
      preloadHighlight();
    });
  }, [book, isSettled]);
  return null;
}
