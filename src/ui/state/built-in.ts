import { create } from 'zustand';
import { readBuiltIn, saveBuiltIn } from '#client/offline.ts';
import type { BuiltInModel } from '#transport/page-messages.ts';
import { errorsText } from '#ui/messages/errors.ts';
import { useHost } from './models.ts';

interface BuiltInState {
  /** The models that ship with the app by their ids; null until the service worker has counted their files. */
  models: Readonly<Record<string, BuiltInModel>> | null;
  /** Whether they have been counted, or are no longer waited for. */
  isCounted: boolean;
  /** The one that is being stored for offline use. */
  fetching: { id: string; loaded: number } | null;
}

export const useBuiltIn = create<BuiltInState>(() => ({
  models: null,
  isCounted: false,
  fetching: null,
}));

/** How long a page waits for the count before it is drawn without it. */
const WAIT_MS = 5000;

const show = (models: readonly BuiltInModel[] | null) => {
  if (models && models.length > 0) {
    const byId = Object.fromEntries(models.map((model) => [model.id, model]));
    useBuiltIn.setState({ models: byId, isCounted: true });
  } else if (useHost.getState().service.state !== 'starting') {
    useBuiltIn.setState({ isCounted: true });
  }
};

/**
 * Counts now, once the service is there (a first visit has no service worker before), and whenever the loaded models
 * change: one is stored when it is used. @returns a function that stops it.
 */
export function watchBuiltIn(): () => void {
  const count = () => void readBuiltIn().then(show, reportError);
  const timer = setTimeout(() => useBuiltIn.setState({ isCounted: true }), WAIT_MS);
  count();
  const stop = useHost.subscribe(({ status, service }, before) => {
    const isOther = status.slots.length !== before.status.slots.length;
    if (isOther || service.state !== before.service.state) count();
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}

/** Stores a built-in model for offline use. @throws Error with a sentence */
export async function fetchBuiltIn(id: string): Promise<void> {
  if (useBuiltIn.getState().fetching) return;
  useBuiltIn.setState({ fetching: { id, loaded: 0 } });
  try {
    const models = await saveBuiltIn(id, (loaded) => {
      useBuiltIn.setState({ fetching: { id, loaded } });
    });
    show(models);
    if (!models?.find((model) => model.id === id)?.isWhole)
      throw new Error(errorsText.noConnection);
  } finally {
    useBuiltIn.setState({ fetching: null });
  }
}

/** Asks the service worker whether a built-in model is yet to be fetched. */
export async function readMissing(id: string): Promise<boolean> {
  const models = await readBuiltIn();
  show(models);
  return isMissing(useBuiltIn.getState().models, id);
}

/** Whether a built-in model is yet to be fetched, and only on use; false while it is not known. */
export function isMissing(models: BuiltInState['models'], id: string): boolean {
  const model = models?.[id];
  return model?.isOnUse === true && !model.isWhole;
}
