import { Suspense, useEffect, useMemo } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { appPath } from '#contract/app-path.ts';
import { ChatPage } from '#ui/chat/chat-page.tsx';
import { ConversationList } from '#ui/chat/list/conversation-list.tsx';
import { ChatBook } from '#ui/chat/session/chat-book.ts';
import { useShownTitle } from '#ui/chat/use-chat.ts';
import { Guard } from '#ui/kit/guard.tsx';
import { lazyView } from '#ui/kit/lazy-view.tsx';
import { shellText } from '#ui/messages/shell.ts';
import { PageHeader } from '#ui/page-header/page-header.tsx';
import { StatusLine } from '#ui/page-header/status-line.tsx';
import { BottomBar } from '#ui/shell/bottom-bar.tsx';
import type { CommandContext } from '#ui/shell/commands.ts';
import { Rail } from '#ui/shell/rail.tsx';
import { isInSection, SECTIONS, sectionName } from '#ui/shell/sections.ts';
import { Toasts } from '#ui/shell/toasts.tsx';
import { useShortcuts } from '#ui/shell/use-shortcuts.ts';
import { useLanguage } from '#ui/state/language.ts';
import { useHost } from '#ui/state/models.ts';
import { useShell, writeTitle } from '#ui/state/shell.ts';
import styles from './app.module.css';
import { type Services, ServicesContext } from './services.ts';
import {
  useDrafts,
  useOfferedFiles,
  useSample,
  useService,
  useUnfinished,
} from './use-app-effects.ts';
import { withStorage } from './with-storage.ts';

const TranscribePage = lazyView(() =>
  withStorage(import('#ui/transcribe/transcribe-page.tsx')).then((m) => m.TranscribePage),
);
const EmbeddingsPage = lazyView(() =>
  withStorage(import('#ui/embeddings/embeddings-page.tsx')).then((m) => m.EmbeddingsPage),
);
const ProjectPage = lazyView(() =>
  withStorage(import('#ui/chat/projects/project-page.tsx')).then((m) => m.ProjectPage),
);
const SearchPage = lazyView(() =>
  withStorage(import('#ui/chat/search/search-page.tsx')).then((m) => m.SearchPage),
);
const ModelsPage = lazyView(() => import('#ui/models/models-page.tsx').then((m) => m.ModelsPage));
const DeveloperPage = lazyView(() =>
  withStorage(import('#ui/developer/developer-page.tsx')).then((m) => m.DeveloperPage),
);
// Loaded on demand: they open only on a key or a press.
const Sheets = lazyView(() => import('./sheets.tsx').then((m) => m.Sheets));
const UpdateNote = lazyView(() => import('#ui/shell/update-note.tsx').then((m) => m.UpdateNote));
const DamageNote = lazyView(() => import('#ui/shell/damage-note.tsx').then((m) => m.DamageNote));
const NotFound = lazyView(() => import('./not-found.tsx').then((m) => m.NotFound));
const SettingsPage = lazyView(() =>
  withStorage(import('#ui/settings/settings-page.tsx')).then((m) => m.SettingsPage),
);

const LAZY_PAGES = [
  ['/transcribe', TranscribePage],
  ['/embeddings', EmbeddingsPage],
  ['/models', ModelsPage],
  ['/developer', DeveloperPage],
  ['/settings', SettingsPage],
] as const;

/** Loads the code of the page at a path, so that it is drawn without a pause. */
export async function preloadPage(path: string): Promise<void> {
  await LAZY_PAGES.find(([page]) => path === appPath(page))?.[1].preload();
}

/** The components of the kit, for its developers. */
const KitGallery = import.meta.env.DEV
  ? lazyView(() => import('#ui/dev/kit-gallery.tsx').then((m) => m.KitGallery))
  : null;

/** The whole app, drawn again when the language of its texts changes. */
export function App({ services }: { services: Services }) {
  return <Pages key={useLanguage((state) => state.changes)} services={services} />;
}

/** The pages, inside the frame that is always visible. */
function Pages({ services }: { services: Services }) {
  const [location, go] = useLocation();
  const openItem = useShell((state) => state.openItem);
  const book = services.session(ChatBook);
  // Null for a chat without a name: the tab shows the app's.
  const title = useShownTitle(book);
  const badge = useShell((state) => state.badge);
  const context = useMemo(() => {
    const newChat = (isTemporary = false) => {
      book.start(isTemporary);
      go('/chat');
    };
    return { go, newChat };
  }, [book, go]);
  useShortcuts(context);
  useService(services);
  useSample(services, location, go);
  useUnfinished(services, go);
  useOfferedFiles(services, go);

  const isBusy = useHost(({ status }) => status.slots.some((slot) => slot.running > 0));
  useEffect(() => showWork(isBusy), [isBusy]);

  useEffect(() => {
    const isChat = isInSection(location, '/chat');
    const section = SECTIONS.find(({ path }) => isInSection(location, path));
    const name = isChat ? title : section && sectionName(section);
    document.title = writeTitle(openItem ?? name ?? null, badge);
  }, [location, title, openItem, badge]);

  const page = useMemo(
    () => (
      <Suspense fallback={<Opening />}>
        <Switch>
          <Route path="/" component={ChatPage} />
          <Route path="/chat/:id?" component={ChatPage} />
          <Route path="/chat/project/:id" component={ProjectPage} />
          <Route path="/search" component={SearchPage} />
          <Route path="/transcribe/:id?" component={TranscribePage} />
          <Route path="/embeddings/:id?" component={EmbeddingsPage} />
          <Route path="/models/*?" component={ModelsPage} />
          <Route path="/developer/*?" component={DeveloperPage} />
          <Route path="/settings/*?" component={SettingsPage} />
          {KitGallery && <Route path="/dev/kit" component={KitGallery} />}
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
          {shellText.skipToContent}
        </a>
        <Rail
          foot={
            <Guard title={shellText.statusNotShown}>
              <StatusLine />
            </Guard>
          }
        >
          <Guard title={shellText.chatsNotShown}>
            <ConversationList />
          </Guard>
        </Rail>
        <main id="page" className={styles['main']} tabIndex={-1}>
          <div className={styles['page']}>
            <Guard title={shellText.pageNotShown} resetKey={location} canReload>
              {page}
            </Guard>
          </div>
        </main>
        <BottomBar />
        <Toasts />
        <Later services={services} context={context} />
      </div>
    </ServicesContext>
  );
}

/** What a first picture does without. A component of its own: nothing else is drawn again when it comes. */
function Later({ services, context }: { services: Services; context: CommandContext }) {
  const isSettled = useShell((state) => state.isSettled);
  const hasSheet = useShell((state) => state.sheet !== null);
  useDrafts(services, isSettled);
  return (
    <Guard title={shellText.sheetNotShown} resetKey={hasSheet}>
      <Suspense>
        {isSettled && <UpdateNote />}
        {isSettled && <DamageNote />}
      </Suspense>
      {/* In a separate boundary: loading the notes would hide an open sheet, which would lose the focus. */}
      <Suspense>{(isSettled || hasSheet) && <Sheets context={context} />}</Suspense>
    </Guard>
  );
}

/** Its bar stands where the page's own will. */
function Opening() {
  const [location] = useLocation();
  const section = SECTIONS.find(({ path }) => isInSection(location, path));
  return (
    <>
      <PageHeader title={section ? sectionName(section) : ''} />
      <p className={styles['loading']}>{shellText.opening}</p>
    </>
  );
}

/** The icon of the tab, and the same with the lamp lit. */
const ICON = '/icon.svg';
const BUSY_ICON = '/icon-busy.svg';

/** Shows in the tab's icon whether work is in progress, for people who look at another tab. */
function showWork(isBusy: boolean): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const path = appPath(isBusy ? BUSY_ICON : ICON);
  if (link && link.getAttribute('href') !== path) link.setAttribute('href', path);
}
