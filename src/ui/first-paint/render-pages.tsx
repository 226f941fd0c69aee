import { prerender } from 'react-dom/static';
import { Router } from 'wouter';
import { BASE } from '#contract/app-path.ts';
import { App } from '#ui/app.tsx';
import { ChatBook } from '#ui/chat/session/chat-book.ts';
import { LANGUAGES, type Language, translate } from '#ui/messages/catalogue.ts';
import { TRANSLATIONS } from '#ui/messages/load-language.ts';
import type { Services } from '#ui/services.ts';
import { readPreferences } from '#ui/state/preferences.ts';
import type { SessionClass, SessionPorts } from '#ui/state/session-ports.ts';

/** Pages whose first picture is part of index.html, and the module that a browser loads for each. */
export const PAGES: Readonly<Record<string, string | null>> = {
  '/chat': null,
  '/transcribe': 'src/ui/transcribe/transcribe-page.tsx',
  '/embeddings': 'src/ui/embeddings/embeddings-page.tsx',
  '/models': 'src/ui/models/models-page.tsx',
  '/developer': 'src/ui/developer/developer-page.tsx',
  '/settings': 'src/ui/settings/settings-page.tsx',
};

/** Every language but the one the pictures are drawn in. */
export const TRANSLATED = (Object.keys(LANGUAGES) as Language[]).filter((name) => name !== 'en');

/** Draws the pages in a language: each text is compared with English. */
export async function renderPagesIn(into: Language): Promise<Record<string, string>> {
  translate(into, await TRANSLATIONS[into]());
  const pages = await renderPages();
  translate('en', {});
  return pages;
}

/**
 * Draws every page as a first visit begins it, for the build: the browser shows it before any of the app's code has
 * arrived (decision 042). Nothing is stored, nothing is called: effects do not run here.
 */
export async function renderPages(): Promise<Record<string, string>> {
  const pages: Record<string, string> = {};
  for (const path of Object.keys(PAGES)) pages[path] = await renderPage(path);
  return pages;
}

async function renderPage(path: string): Promise<string> {
  const base = BASE.slice(0, -1);
  const { prelude } = await prerender(
    <Router base={base} ssrPath={base + path}>
      <App services={createSilentServices()} />
    </Router>,
    // Large parts in their place, not after the rest.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  const html = await new Response(prelude).text();
  // React asks for pictures early; they are here already. Comments mark boundaries for hydration, which is not done.
  return html
    .replace(/<link rel="preload"[^>]*>|<!--.*?-->/g, '')
    .replace(/<(input|textarea|select)\b/g, '<$1 readonly aria-disabled="true"');
}

/** Services that are never called, with the values of a first visit. */
function createSilentServices(): Services {
  const never = () => new Promise<never>(() => {});
  const store = {
    conversations: { list: never },
    database: {},
    get opened() {
      return never();
    },
  };
  const ports = {
    v1: never,
    control: never,
    store,
    models: { find: () => undefined, list: () => [], hasProviders: () => false },
    preferences: readPreferences,
    locks: { request: never },
    clock: () => 0,
    notify: () => {},
    isVisible: () => true,
    onLeave: () => () => {},
  } as unknown as SessionPorts;
  const sessions = new Map<unknown, unknown>();
  const session = <Session,>(type: SessionClass<Session>): Session => {
    const known = sessions.get(type);
    if (known) return known as Session;
    const created = new type(ports);
    sessions.set(type, created);
    if (created instanceof ChatBook) {
      // Without a browser, the stores' initial states are drawn.
      for (const { state } of [created.start(), created]) state.getInitialState = state.getState;
    }
    return created;
  };
  return {
    post: never,
    control: never,
    session,
    createApiKey: never,
    ready: never(),
    version: '',
    storage: never(),
    ...store,
  } as unknown as Services;
}
