import { create } from 'zustand';
import { EMBEDDED_MODELS } from '#catalog/embedded-models.ts';
import { toModelView } from '#catalog/model-view.ts';
import type { ModelView } from '#contract/model-view.ts';
import type { HostStatus } from '#transport/host-control.ts';
import { ServiceFailure } from '#transport/service-failure.ts';
import { errorsText } from '#ui/messages/errors.ts';
import { type Control, followHost } from './follow-host.ts';
import { readPreferences, writePreferences } from './preferences.ts';

interface HostState {
  models: readonly ModelView[];
  status: HostStatus;
  /** Whether `fetch('/v1/…')` answers in this page; a sentence when it does not. */
  service:
    | { state: 'starting' | 'ready' }
    | { state: 'failed'; part: ServiceFailure['part']; reason: string };
}

export const useHost = create<HostState>(() => ({
  // They are always there: the page need not wait for the host to name them.
  models: EMBEDDED_MODELS.map(toModelView),
  status: { slots: [] },
  service: { state: 'starting' },
}));

/** Shows why `fetch('/v1/…')` does not answer in this page. */
export function showServiceFailure(error: unknown): void {
  const { part, message } =
    error instanceof ServiceFailure ? error : new ServiceFailure('host', errorsText.unknownReload);
  useHost.setState({ service: { state: 'failed', part, reason: message } });
}

export function findModel(id: string): ModelView | undefined {
  return useHost.getState().models.find((model) => model.id === id);
}

/** Resolves when a model can be used, or `signal` is aborted. */
export function whenModelIsThere(id: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!signal.aborted && !findModel(id)) return;
      stop();
      signal.removeEventListener('abort', look);
      resolve();
    };
    const stop = useHost.subscribe(look);
    signal.addEventListener('abort', look);
    look();
  });
}

export async function refreshHost(control: Control): Promise<void> {
  const [status, models] = await control((c) => Promise.all([c.status(), c.listModels()]));
  const before = useHost.getState();
  // Nothing is drawn again for a look that saw nothing new.
  if (JSON.stringify(before.status) !== JSON.stringify(status)) useHost.setState({ status });
  // A host that answers now has been slow, not missing.
  if (before.service.state === 'failed' && before.service.part === 'host') {
    useHost.setState({ service: { state: 'ready' } });
  }
  if (JSON.stringify(before.models) !== JSON.stringify(models)) useHost.setState({ models });
}

/** Keeps the state of the host up to date while the page is seen. @returns a function that stops it. */
export function watchHost(control: Control): () => void {
  return followHost(control, 'host', () => refreshHost(control));
}

/** The model of a fresh browser, which knows the app alone. */
export const GUIDE = 'alcove-guide';

/** Once a model that a person gets for conversations is here, new chats begin with it, unless another was chosen. @returns whether they do */
export async function adoptForNewChats(id: string): Promise<boolean> {
  await whenModelIsThere(id, new AbortController().signal);
  if (readPreferences().chatModel !== GUIDE) return false;
  writePreferences({ chatModel: id });
  return true;
}
