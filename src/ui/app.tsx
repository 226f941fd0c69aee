import { lazy, Suspense, useCallback, useEffect, useMemo } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { keepOffline } from '#client/offline.ts';
import { ChatPage } from '#ui/chat/chat-page.tsx';
import { ConversationList } from '#ui/chat/list/conversation-list.tsx';
import { useChatStore } from '#ui/chat/session/chat-store.ts';
import { refreshList, startChat } from '#ui/chat/session/open-chat.ts';
import controls from '#ui/kit/controls.module.css';
import { BottomBar } from '#ui/shell/bottom-bar.tsx';
import { Rail } from '#ui/shell/rail.tsx';
import { isInRoom } from '#ui/shell/rooms.ts';
import { StatusChip } from '#ui/shell/status-chip.tsx';
import { Toasts } from '#ui/shell/toasts.tsx';
import { useShortcuts } from '#ui/shell/use-shortcuts.ts';
import { refreshHost, useHost, watchHost } from '#ui/state/models.ts';
import { useShell } from '#ui/state/shell.ts';
import styles from './app.module.css';
import { type Services, ServicesContext } from './services.ts';

const TranscribePage = lazy(() =>
  import('#ui/transcribe/transcribe-page.tsx').then((m) => ({ default: m.TranscribePage })),
);
const EmbeddingsPage = lazy(() =>
  import('#ui/embeddings/embeddings-page.tsx').then((m) => ({ default: m.EmbeddingsPage })),
);
const DeveloperPage = lazy(() =>
  import('#ui/developer/developer-page.tsx').then((m) => ({ default: m.DeveloperPage })),
);
// Behind a key or a press: nobody waits for them at the start.
const Sheets = lazy(() => import('./sheets.tsx').then((m) => ({ default: m.Sheets })));
const UpdateNote = lazy(() =>
  import('#ui/shell/update-note.tsx').then((m) => ({ default: m.UpdateNote })),
);
const SettingsPage = lazy(() =>
  import('#ui/settings/settings-page.tsx').then((m) => ({ default: m.SettingsPage })),
);

/** The whole app: rooms, and around them what is always there. */
export function App({ services }: { services: Services }) {
  const [location, go] = useLocation();
  const isSettled = useShell((state) => state.isSettled);
  const hasSheet = useShell((state) => state.sheet !== null);
  const title = useChatStore((state) => state.conversation?.title);
  const newChat = useCallback(() => {
    startChat();
    go('/chat');
  }, [go]);
  useShortcuts(go, newChat);
  useService(services);
  useDrafts(services, isSettled);

  useEffect(() => {
    const isChat = isInRoom(location, '/chat');
    const place = isChat ? title : location.slice(1, 2).toUpperCase() + location.slice(2);
    document.title = place && place !== 'New chat' ? `${place} – Alcove` : 'Alcove';
  }, [location, title]);

  const page = useMemo(
    () => (
      <Suspense fallback={<p className={styles['loading']}>Opening…</p>}>
        <Switch>
          <Route path="/" component={ChatPage} />
          <Route path="/chat/:id?" component={ChatPage} />
          <Route path="/transcribe/:id?" component={TranscribePage} />
          <Route path="/embeddings/:id?" component={EmbeddingsPage} />
          <Route path="/developer/*?" component={DeveloperPage} />
          <Route path="/settings" component={SettingsPage} />
          <Route component={NotFound} />
        </Switch>
      </Suspense>
    ),
    [],
  );

  return (
    <ServicesContext value={services}>
      <div className={styles['app']}>
        <a className={styles['skip']} href="#page">
          To the page
        </a>
        <Rail>
          <ConversationList />
        </Rail>
        <main id="page" className={styles['main']} tabIndex={-1}>
          <div className={styles['top']}>
            <StatusChip />
          </div>
          <div className={styles['page']}>{page}</div>
        </main>
        <BottomBar />
        <Toasts />
        <Suspense>
          {isSettled && <UpdateNote />}
          {(isSettled || hasSheet) && <Sheets newChat={newChat} />}
        </Suspense>
      </div>
    </ServicesContext>
  );
}

function NotFound() {
  return (
    <div className={styles['loading']}>
      <h1>There is no such page</h1>
      <p>
        <a className={controls['button']} href="/chat">
          Open the chat
        </a>
      </p>
    </div>
  );
}

/** Milliseconds after the service is ready in which the first question is likely to come. */
const SETTLE_MS = 1_000;
/** Milliseconds after the start before files for offline use are fetched. */
const QUIET_MS = 8_000;

/** Follows the host, and clears up after pages that went away in the middle of an answer. */
function useService(services: Services): void {
  useEffect(() => watchHost(services.control), [services]);

  useEffect(() => {
    const settle = () => setTimeout(() => useShell.setState({ isSettled: true }), SETTLE_MS);
    services.ready.then(settle, settle);
    services.ready.then(
      () => {
        useHost.setState({ service: { state: 'ready' } });
        // What was asked for first comes first: the rest is fetched when the page has been quiet.
        setTimeout(() => keepOffline().catch(reportError), QUIET_MS);
      },
      ({ message }: Error) => useHost.setState({ service: { state: 'failed', reason: message } }),
    );
    refreshHost(services.control).catch(() => {});
    settleInterrupted(services).catch(reportError);
  }, [services]);
}

/** Unsent words outlive the page. */
function useDrafts(services: Services, isSettled: boolean): void {
  useEffect(() => {
    if (!isSettled) return;
    const keeping = import('#ui/chat/session/keep-drafts.ts').then((m) => m.keepDrafts(services));
    keeping.catch(reportError);
    return () => void keeping.then((stop) => stop()).catch(() => {});
  }, [services, isSettled]);
}

async function settleInterrupted(services: Services): Promise<void> {
  const { held = [] } = await navigator.locks.query();
  const alive = new Set(held.map((lock) => lock.name));
  await services.conversations.settleInterrupted((id) => alive.has(`alcove-answer:${id}`));
  await refreshList(services);
}
