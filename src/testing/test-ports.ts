import { atMost } from '#base/promises.ts';
import { toModelView } from '#catalog/model-view.ts';
import { SCRIPTED_MODELS } from '#catalog/scripted-models.ts';
import type { ApiErrorBody } from '#contract/api-error.ts';
import type { ReadDocument } from '#documents/document-reader.ts';
import { packSentences } from '#documents/sentences.ts';
import { Conversations } from '#storage/conversations.ts';
import { AlcoveDatabase } from '#storage/database.ts';
import type { HostControl } from '#transport/host-control.ts';
import { AnswerError } from '#ui/state/describe-error.ts';
import { findModel, useHost, whenModelIsThere } from '#ui/state/models.ts';
import { readPreferences } from '#ui/state/preferences.ts';
import type { SessionPorts } from '#ui/state/session-ports.ts';
import type { Toast } from '#ui/state/toasts.ts';
import { createTestApi } from './create-test-api.ts';
import { openTestRealtime } from './test-realtime.ts';

type TestApi = Awaited<ReturnType<typeof createTestApi>>;

/** The ports of a session, in this process: the service, a database, locks. */
export async function createTestPorts(options: Parameters<typeof createTestApi>[0] = {}) {
  const api = await createTestApi(options);
  useHost.setState({ models: SCRIPTED_MODELS.map(toModelView) });
  const locks = createTestLocks();
  return { ...api, ...openTab(api, locks, api.database), locks };
}

/** Another page of the same origin: its own connection to the database, the same service and locks. */
export function openSecondTab(service: Awaited<ReturnType<typeof createTestPorts>>) {
  const database = new AlcoveDatabase(service.database.name);
  return { ...openTab(service, service.locks, database), database };
}

/** A text file, read here: the readers of other kinds run in workers. */
export async function readText(file: File): Promise<ReadDocument> {
  const text = await file.text();
  return { text, note: null, sentences: packSentences(text) };
}

/** The ports of one page. */
function openTab(api: TestApi, locks: TestLocks, database: AlcoveDatabase) {
  const toasts: Omit<Toast, 'id'>[] = [];
  const opened = Promise.resolve(database);
  const control = createTestControl(api);
  const leaving = new Set<() => void>();
  const client = locks.connect();
  const ports: SessionPorts = {
    v1: (path, body, signal) => post(api, path, body, signal),
    realtime: (model) => openRealtime(api, model),
    control: (use) => use(control),
    openDocument: readText,
    readInTurn: atMost(3),
    store: { opened, database, conversations: new Conversations(() => database) },
    models: {
      find: findModel,
      list: () => useHost.getState().models,
      whenThere: whenModelIsThere,
      hasProviders: () => useHost.getState().status.hasProviders ?? false,
      refresh: async () => {},
      noteSpeed: () => {},
      isMissing: async () => false,
    },
    preferences: readPreferences,
    locks: client,
    clock: () => Date.now(),
    network: { isOnline: () => true, onOnline: () => {} },
    notify: (toast) => toasts.push(toast),
    isVisible: () => false,
    onLeave(listener) {
      leaving.add(listener);
      return () => void leaving.delete(listener);
    },
  };
  /** The page ends, as in a reload: its listeners are called, then its locks are free. */
  const leave = () => {
    for (const listener of leaving) listener();
    client.release();
  };
  return { ports, toasts, leave };
}

async function post(
  { fetch, key }: TestApi,
  path: string,
  body: object | FormData,
  signal: AbortSignal,
): Promise<Response> {
  const isForm = body instanceof FormData;
  const headers: Record<string, string> = { authorization: `Bearer ${key}` };
  if (!isForm) headers['content-type'] = 'application/json';
  const init = { method: 'POST', headers, body: isForm ? body : JSON.stringify(body), signal };
  const response = await fetch(path, init);
  if (response.ok) return response;
  const { error, request_id } = (await response.json()) as ApiErrorBody;
  throw new AnswerError(error.message, error.code, request_id, error.audio);
}

/** A Realtime session of the service in this process. */
async function openRealtime({ dependencies, key }: TestApi, model: string) {
  const url = `http://localhost/v1/realtime?model=${model}`;
  const request = new Request(url, { headers: { authorization: `Bearer ${key}` } });
  return openTestRealtime(dependencies, request);
}

/** The part of the host's control that pages use besides `/v1`. */
function createTestControl({ engine }: TestApi): HostControl {
  const card = (id: string) => {
    const found = SCRIPTED_MODELS.find((model) => model.id === id);
    if (!found) throw new Error(`There is no model ${id}.`);
    return found;
  };
  const control: Partial<HostControl> = {
    status: async () => ({ slots: [] }),
    listModels: async () => SCRIPTED_MODELS.map(toModelView),
    load: async (id) => void (await engine.slot(card(id)).ready),
    countTokens: async () => 1,
    countTextTokens: (id, texts) => engine.slot(card(id)).countTokens({ kind: 'embed', texts }),
  };
  return control as HostControl;
}

type TestLocks = ReturnType<typeof createTestLocks>;

/** The locks of an origin: one holder for each name, first come, first served. */
function createTestLocks() {
  const queues = new Map<string, Promise<unknown>>();
  return {
    /** The locks as one page has them. */
    connect() {
      let isGone = false;
      let release = () => {};
      const gone = new Promise<void>((resolve) => {
        release = resolve;
      });
      return {
        request(name: string, ...rest: [...unknown[], (lock: Lock | null) => unknown]) {
          const work = rest.at(-1) as (lock: Lock | null) => unknown;
          const { ifAvailable = false } = rest.length > 1 ? (rest[0] as LockOptions) : {};
          const before = queues.get(name);
          if (before && ifAvailable) return Promise.resolve(work(null));
          const run = Promise.resolve(before).then(() =>
            isGone ? undefined : Promise.race([work({ name, mode: 'exclusive' }), gone]),
          );
          const end = run.then(
            () => {},
            () => {},
          );
          const queue = end.then(() => {
            if (queues.get(name) === queue) queues.delete(name);
          });
          queues.set(name, queue);
          return run;
        },
        release() {
          isGone = true;
          release();
        },
      } as SessionPorts['locks'] & { release: () => void };
    },
  };
}
