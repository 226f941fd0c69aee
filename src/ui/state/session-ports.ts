import type { AtMost } from '#base/promises.ts';
import type { AlcoveRealtimeSocket } from '#client/alcove-global.d.ts';
import type { ModelView } from '#contract/model-view.ts';
import type { openDocument } from '#documents/open-document.ts';
import type { Conversations } from '#storage/conversations.ts';
import type { AlcoveDatabase } from '#storage/database.ts';
import type { HostControl } from '#transport/host-control.ts';
import type { Preferences } from './preferences.ts';
import type { Toast } from './toasts.ts';

/** The storage. */
export interface Store {
  /** The database, as soon as its library is loaded. */
  readonly opened: Promise<AlcoveDatabase>;
  /** The same, for pages that are drawn after it is loaded: all but the chat. */
  readonly database: AlcoveDatabase;
  readonly conversations: Conversations;
}

/** The models that can be used, as the page knows them. */
interface ModelPort {
  find: (id: string) => ModelView | undefined;
  list: () => readonly ModelView[];
  /** Whether a model that comes with the app is yet to be fetched. */
  isMissing: (id: string) => Promise<boolean>;
  /** Resolves when a model can be used, or `signal` is aborted. */
  whenThere: (id: string, signal: AbortSignal) => Promise<void>;
  /** Whether a model may answer elsewhere than on this device. */
  hasProviders: () => boolean;
  /** Asks the host again. */
  refresh: () => Promise<void>;
  /** Remembers how fast a model wrote an answer of `tokens`. */
  noteSpeed: (id: string, tokensPerSecond: number, tokens: number) => void;
}

/** Everything outside that the logic of a page calls. Tests pass a service in process and a fake database. */
export interface SessionPorts {
  /** Posts to `/v1` with the app's own key. @throws AnswerError */
  v1: (
    path: string,
    body: object | FormData,
    signal: AbortSignal,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Response>;
  /** Opens a Realtime session of `/v1` with the app's own key. */
  realtime: (model: string, signal: AbortSignal) => Promise<AlcoveRealtimeSocket>;
  control: <T>(use: (control: HostControl) => Promise<T>, signal?: AbortSignal) => Promise<T>;
  /** Reads a file, in a worker of its own. */
  openDocument: typeof openDocument;
  /** Runs the reading of a document in its turn: all chats and projects of this page share them. */
  readInTurn: AtMost;
  store: Store;
  models: ModelPort;
  preferences: () => Preferences;
  locks: Pick<LockManager, 'request'>;
  /** Unix milliseconds. */
  clock: () => number;
  notify: (toast: Omit<Toast, 'id'>) => void;
  /** The network, as the browser knows it. `onOnline` calls back once, when it returns. */
  network: { isOnline: () => boolean; onOnline: (listener: () => void) => void };
  /** Whether the page is on screen. */
  isVisible: () => boolean;
  /** Calls back when the page may end, or comes back. @returns a function that stops it. */
  onLeave: (listener: () => void) => () => void;
}

/** The logic of a page: one instance per app, with one store that components read. */
export type SessionClass<Session> = new (ports: SessionPorts) => Session;
