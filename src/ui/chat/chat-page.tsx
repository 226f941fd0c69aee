import { Suspense, useEffect, useState } from 'react';
import { useLocation, useParams, useSearch } from 'wouter';
import type { Conversation } from '#storage/chat-records.ts';
import { Composer } from '#ui/chat/composer/composer.tsx';
import type { ChatState } from '#ui/chat/session/chat-context.ts';
import type { ChatSession } from '#ui/chat/session/chat-session.ts';
import { preloadHighlight, preloadMarkdown } from '#ui/chat/thread/answer-text.tsx';
import { Thread } from '#ui/chat/thread/thread.tsx';
import { useChat, useChatSession } from '#ui/chat/use-chat.ts';
import { DropZone } from '#ui/kit/drop-zone.tsx';
import { itemPath, unescapeId } from '#ui/kit/item-path.ts';
import { lazyView } from '#ui/kit/lazy-view.tsx';
import { chatText } from '#ui/messages/chat.ts';
import { afterFirstInput } from '#ui/state/after-first-input.ts';
import { useHost } from '#ui/state/models.ts';
import { useShell } from '#ui/state/shell.ts';
import { reportFailure, showToast } from '#ui/state/toasts.ts';
import { ChatHeader } from './chat-header.tsx';
import styles from './chat-page.module.css';
import { Welcome } from './welcome.tsx';

// Most people have no provider.
const PrivacyLabel = lazyView(() =>
  import('./privacy/privacy-label.tsx').then((m) => m.PrivacyLabel),
);

/** The chat page. */
export function ChatPage() {
  const chat = useChatSession();
  const { id: part } = useParams<{ id?: string }>();
  const id = part && unescapeId(part);
  const [, go] = useLocation();
  const conversation = useChat((state) => state.conversation);
  const isTemporary = useChat((state) => state.isTemporary);
  const isLoading = useChat((state) => state.isLoading);
  const isRunning = useChat((state) => isBusy(chat, state));
  const isListed = useChat(
    ({ list, conversation: open }) => list?.some((row) => row.id === open?.id) ?? false,
  );
  const hasWaiting = useChat((state) => state.waiting.length > 0);
  const isEmpty = conversation?.leafId === null && !hasWaiting;
  const hasProviders = useHost((state) => state.status.hasProviders);

  // The boundary of the page reports it, and offers to open the chat again.
  const [failure, setFailure] = useState<unknown>(null);

  const search = new URLSearchParams(useSearch());
  const recording = search.get('recording');
  const message = search.get('message');

  useEffect(() => {
    if (recording === null) return;
    go('/chat', { replace: true });
    reportFailure(chatText.transcriptNotRead, chat.askAboutRecording(unescapeId(recording)));
  }, [chat, recording, go]);

  useEffect(() => {
    if (id === undefined) {
      if (!chat.state.getState().conversation) chat.start();
      return;
    }
    let isCurrent = true;
    chat.open(id).then(
      (found) => {
        if (found && message !== null) {
          chat.jumpTo(unescapeId(message));
          go(itemPath('/chat', id), { replace: true });
        }
        if (found || !isCurrent) return;
        showToast({ text: chatText.chatNotFound });
        chat.start();
        go('/chat', { replace: true });
      },
      (error: unknown) => isCurrent && setFailure(error),
    );
    return () => {
      isCurrent = false;
    };
  }, [chat, id, message, go]);

  // The address follows as soon as the chat has its own row.
  useEffect(() => {
    if (conversation && isListed && id !== conversation.id && !isTemporary && id === undefined) {
      go(itemPath('/chat', conversation.id), { replace: true });
    }
  }, [conversation, isListed, isTemporary, id, go]);

  if (failure !== null) throw failure;
  if (!conversation) return <div className={styles['page']} />;
  const isHello = isEmpty && !isLoading;
  return (
    <DropZone
      className={[styles['page'], isHello && styles['hello'], isTemporary && styles['temporary']]
        .filter(Boolean)
        .join(' ')}
      overClassName={styles['over']}
      aria-label={chatText.page}
      onFiles={(files) => chat.addFiles(files)}
    >
      <Preparation hasMessages={!isHello} />
      <ChatHeader conversation={conversation} isTemporary={isTemporary} />
      {isHello ? (
        <Welcome isTemporary={isTemporary} />
      ) : (
        <Thread conversationId={conversation.id} leafId={isLoading ? null : conversation.leafId} />
      )}
      {hasProviders && (
        <Suspense>
          <PrivacyLabel conversationId={conversation.id} models={modelsOf(conversation)} />
        </Suspense>
      )}
      <Composer conversationId={conversation.id} isAnswering={isRunning} />
      <div className={styles['drop']}>{chatText.dropHere}</div>
    </DropZone>
  );
}

function modelsOf({ settings: { model, secondModel } }: Conversation): string[] {
  return secondModel === null ? [model] : [model, secondModel];
}

/** Whether the open chat is being answered: seen by its running messages and the live ones. */
function isBusy(chat: ChatSession, { conversation, live }: ChatState): boolean {
  return Object.keys(live).length > 0 && chat.isAnswering(conversation?.id);
}

/** Readies the first question. A component of its own: the page is not drawn again for it. */
function Preparation({ hasMessages }: { hasMessages: boolean }) {
  const chat = useChatSession();
  const isSettled = useShell((state) => state.isSettled);

  useEffect(() => {
    if (hasMessages) preloadMarkdown();
  }, [hasMessages]);

  useEffect(() => {
    if (!isSettled) return;
    chat.prepare().catch(() => {});
    return afterFirstInput(() => {
      preloadMarkdown();
      preloadHighlight();
    });
  }, [chat, isSettled]);
  return null;
}
