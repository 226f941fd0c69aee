import { toModelView } from '#catalog/model-view.ts';
import { SCRIPTED_MODELS } from '#catalog/scripted-models.ts';
import type { ApiErrorBody } from '#contract/api-error.ts';
import { Conversations } from '#storage/conversations.ts';
import type { HostControl } from '#transport/host-control.ts';
import { AnswerError } from '#ui/state/answer-error.ts';
import { useHost } from '#ui/state/models.ts';
import type { SessionPorts } from '#ui/state/session-ports.ts';
import type { Toast } from '#ui/state/toasts.ts';
import { createTestApi } from './create-test-api.ts';

type TestApi = Awaited<ReturnType<typeof createTestApi>>;

/** The ports of a session, in this process: the service, a database, locks. */
export async function createTestPorts(options: Parameters<typeof createTestApi>[0] = {}) {
  const api = await createTestApi(options);
  const toasts: Omit<Toast, 'id'>[] = [];
  const opened = Promise.resolve(api.database);
  useHost.setState({ models: SCRIPTED_MODELS.map(toModelView) });
  const control = createTestControl(api);
  const ports: SessionPorts = {
    v1: (path, body, signal) => post(api, path, body, signal),
    control: (use) => use(control),
    store: {
      opened,
      database: api.database,
      conversations: new Conversations(() => opened),
    },
    locks: createTestLocks(),
    clock: () => Date.now(),
    notify: (toast) => toasts.push(toast),
    isVisible: () => false,
    onLeave: () => () => {},
  };
  return { ...api, ports, toasts };
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

/** One holder for each name, first come, first served. */
function createTestLocks(): SessionPorts['locks'] {
  const held = new Map<string, Promise<unknown>>();
  return {
    request(name: string, ...rest: [...unknown[], (lock: Lock) => unknown]) {
      const work = rest.at(-1) as (lock: Lock) => unknown;
      const before = held.get(name) ?? Promise.resolve();
      const run = before.then(() => work({ name, mode: 'exclusive' }));
      held.set(
        name,
        run.catch(() => {}),
      );
      return run;
    },
  } as SessionPorts['locks'];
}
