import { createContext, useContext } from 'react';
import { atMost, untilAborted } from '#base/promises.ts';
import type { Client } from '#client/alcove.ts';
import { type ApiErrorBody, withNextHost } from '#contract/api-error.ts';
import { JOIN_HEADER } from '#contract/headers.ts';
import { Conversations } from '#storage/conversations.ts';
import type { AlcoveDatabase } from '#storage/database.ts';
import { loadDatabase, loadedDatabase } from '#storage/page-database.ts';
import { readMissing } from '#ui/state/built-in.ts';
import { AnswerError } from '#ui/state/describe-error.ts';
import { noteSpeed } from '#ui/state/measured-speed.ts';
import { findModel, refreshHost, useHost, whenModelIsThere } from '#ui/state/models.ts';
import { readPreferences } from '#ui/state/preferences.ts';
import type { SessionClass, SessionPorts, Store } from '#ui/state/session-ports.ts';
import { showToast } from '#ui/state/toasts.ts';

/** Answers are drawn at most twelve times a second; tokens in between are joined. */
const JOIN_MS = 80;
/** Documents of all chats and projects that are read together. */
const READ_TOGETHER = 3;

/** The services of the pages: `/v1`, the host control, and storage. */
export interface Services {
  /** Calls `/v1` over this page's own port with its own key. @throws AnswerError */
  post: SessionPorts['v1'];
  control: Client['connection']['control'];
  /** The logic of a page, created on first use. */
  session: <Session>(type: SessionClass<Session>) => Session;
  createApiKey: (name: string) => Promise<string>;
  /** Resolves when `fetch('/v1/…')` answers in this page. */
  ready: Promise<void>;
  version: string;
  /** Storage, available once its library is loaded. */
  readonly storage: Promise<AlcoveDatabase>;
  /** The same, for pages that are drawn after it is loaded: all but the chat. */
  readonly database: AlcoveDatabase;
  readonly conversations: Conversations;
}

export function createServices({ alcove, connection }: Client): Services {
  let key: Promise<string> | null = null;
  const conversations = new Conversations(() => loadedDatabase() ?? loadDatabase());

  function sessionKey(signal: AbortSignal): Promise<string> {
    const asked = key ?? connection.control((control) => control.createSessionKey());
    key = asked;
    // A failed one is requested again the next time.
    asked.catch(() => {
      if (key === asked) key = null;
    });
    return untilAborted(asked, signal);
  }

  async function send(
    path: string,
    body: object | FormData,
    signal: AbortSignal,
    more: Readonly<Record<string, string>>,
  ) {
    const form = body instanceof FormData;
    const headers: Record<string, string> = { authorization: `Bearer ${await sessionKey(signal)}` };
    if (!form) headers['content-type'] = 'application/json';
    headers[JOIN_HEADER] = String(JOIN_MS);
    Object.assign(headers, more);
    const init = { method: 'POST', headers, body: form ? body : JSON.stringify(body), signal };
    return connection.fetch(path, init);
  }

  const store: Store = {
    conversations,
    get opened() {
      return loadDatabase();
    },
    get database() {
      const database = loadedDatabase();
      if (!database) throw new Error('The database is read before it is loaded.');
      return database;
    },
  };

  const post: SessionPorts['v1'] = async (path, body, signal, headers = {}) => {
    let response = await withNextHost(() => send(path, body, signal, headers));
    // The host in another tab went away, and the session's keys with it.
    if (response.status === 401) {
      key = null;
      response = await send(path, body, signal, headers);
    }
    if (response.ok) return response;
    const { error, request_id } = (await response.json()) as ApiErrorBody;
    throw new AnswerError(error.message, error.code, request_id, error.audio);
  };

  const sessions = createSessions({
    v1: post,
    realtime: async (model, signal) => alcove.realtime({ apiKey: await sessionKey(signal), model }),
    control: connection.control,
    // Each asks for words of pictures and for vectors all the time.
    readInTurn: atMost(READ_TOGETHER),
    openDocument: async (...request) =>
      (await import('#documents/open-document.ts')).openDocument(...request),
    store,
    models: {
      find: findModel,
      list: () => useHost.getState().models,
      whenThere: whenModelIsThere,
      hasProviders: () => useHost.getState().status.hasProviders ?? false,
      refresh: () => refreshHost(connection.control),
      noteSpeed,
      isMissing: readMissing,
    },
    preferences: readPreferences,
    // Not there outside of secure contexts, where no session runs.
    locks: globalThis.navigator?.locks,
    clock: () => Date.now(),
    notify: (toast) => void showToast(toast),
    network: {
      isOnline: () => navigator.onLine,
      onOnline: (listener) => addEventListener('online', listener, { once: true }),
    },
    isVisible: () => document.visibilityState === 'visible',
    onLeave,
  });

  return {
    post,
    session: sessions,
    control: connection.control,
    createApiKey: alcove.createApiKey,
    ready: alcove.ready,
    version: alcove.version,
    conversations,
    get storage() {
      return store.opened;
    },
    get database() {
      return store.database;
    },
  };
}

function onLeave(listener: () => void): () => void {
  addEventListener('pagehide', listener);
  document.addEventListener('visibilitychange', listener);
  return () => {
    removeEventListener('pagehide', listener);
    document.removeEventListener('visibilitychange', listener);
  };
}

/** One instance of each class. */
function createSessions(ports: SessionPorts): Services['session'] {
  const created = new Map<SessionClass<unknown>, unknown>();
  return <Session>(type: SessionClass<Session>) => {
    const session = (created.get(type) as Session | undefined) ?? new type(ports);
    created.set(type, session);
    return session;
  };
}

export const ServicesContext = createContext<Services | null>(null);

export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (!services) throw new Error('There are no services above this component.');
  return services;
}

/** The logic of a page. */
export function useSession<Session>(type: SessionClass<Session>): Session {
  return useServices().session(type);
}
