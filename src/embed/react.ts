import {
  useCallback,
  useEffect,
  useInsertionEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { AlcoveService, LoadProgress, SiteAlcove, StartOptions } from './alcove.d.ts';
import { ChatThread, embed, started, TaskStore, toError, transcribe } from './chat-thread.ts';
import type {
  useChat as Chat,
  useEmbeddings as Embeddings,
  useModel as Model,
  useTranscription as Transcription,
} from './react-types.d.ts';
import { startAlcove } from './start-alcove.ts';

/** See `react-types.d.ts`, as for the others. */
export function useAlcove(options?: StartOptions): {
  alcove: SiteAlcove | null;
  error: Error | null;
} {
  const [state, setState] = useState<ReturnType<typeof useAlcove>>({ alcove: null, error: null });
  const [first] = useState(options);
  useEffect(() => {
    let isShown = true;
    startAlcove(first).then(
      (alcove) => isShown && setState({ alcove, error: null }),
      (error: unknown) => isShown && setState({ alcove: null, error: toError(error) }),
    );
    return () => {
      isShown = false;
    };
  }, [first]);
  return state;
}

/** The value of the last render that was shown, for functions that stay the same. It is set before all effects. */
function useLatest<T>(value: T): { readonly current: T } {
  const latest = useRef(value);
  useInsertionEffect(() => {
    latest.current = value;
  });
  return latest;
}

/** A store of this component, and another one for another subject. */
function useStore<S, T extends TaskStore<S>>(create: () => T, ...subject: readonly unknown[]): T {
  const [held, hold] = useState(() => ({ store: create(), subject }));
  let { store } = held;
  if (subject.some((one, i) => one !== held.subject[i])) {
    store = create();
    hold({ store, subject });
  }
  useSyncExternalStore(store.subscribe, store.state, store.state);
  return store;
}

/** Ends the work of a component that is removed or hidden; one that is shown again, as in strict mode, is at rest. */
const useEnd = (end: () => void) => useEffect(() => end, [end]);

interface Progress {
  status: 'idle' | 'loading' | 'ready' | 'failed';
  progress: LoadProgress | null;
  error: Error | null;
}

export const useModel: typeof Model = (alcove, model) => {
  const store = useStore<Progress, TaskStore<Progress>>(
    () => new TaskStore<Progress>({ status: 'idle', progress: null, error: null }),
    alcove,
    model,
  );
  const load = useCallback(async () => {
    try {
      await store.run(async (signal, set) => {
        set({ status: 'loading', progress: null, error: null });
        await started(alcove).load(model, {
          signal,
          onProgress: (progress) => set({ progress }),
        });
        set({ status: 'ready', progress: null });
      });
    } catch (error) {
      store.set({ status: 'failed', progress: null, error: toError(error) });
    }
  }, [store, alcove, model]);
  const stop = useCallback(() => {
    store.stop();
    if (store.state().status === 'loading') store.set({ status: 'idle', progress: null });
  }, [store]);
  useEnd(stop);
  return { ...store.state(), load, stop };
};

export const useChat: typeof Chat = (service, { initialMessages, ...options }) => {
  const thread = useStore<ReturnType<ChatThread['state']>, ChatThread>(
    () => new ChatThread(initialMessages),
  );
  const latest = useLatest(options);
  const send = useCallback(
    (content: string) => thread.send(service, latest.current, content),
    [thread, service, latest],
  );
  const retry = useCallback(() => thread.retry(service, latest.current), [thread, service, latest]);
  useEnd(thread.end);
  return { ...thread.state(), send, retry, stop: thread.end, setMessages: thread.setMessages };
};

interface Task<T> {
  result: T | null;
  isRunning: boolean;
  error: Error | null;
}

/** One question and one answer, of which the last counts. */
function useTask<I, T>(
  service: AlcoveService | null,
  call: (service: AlcoveService, input: I, signal: AbortSignal) => Promise<T>,
) {
  const store = useStore<Task<T>, TaskStore<Task<T>>>(
    () => new TaskStore<Task<T>>({ result: null, isRunning: false, error: null }),
  );
  const latest = useLatest(call);
  const start = useCallback(
    async (input: I): Promise<T | null> => {
      try {
        return await store.run(async (signal, set) => {
          set({ isRunning: true, error: null });
          const result = await latest.current(started(service), input, signal);
          set({ isRunning: false, result });
          return result;
        });
      } catch (error) {
        store.set({ isRunning: false, error: toError(error) });
        return null;
      }
    },
    [store, service, latest],
  );
  const stop = useCallback(() => {
    store.stop();
    if (store.state().isRunning) store.set({ isRunning: false });
  }, [store]);
  useEnd(stop);
  return { ...store.state(), start, stop };
}

export const useTranscription: typeof Transcription = (service, options) => {
  const { result, start, ...task } = useTask<Blob, string>(service, (to, file, signal) =>
    transcribe(to, options, file, signal),
  );
  return { ...task, text: result, transcribe: start };
};

export const useEmbeddings: typeof Embeddings = (service, options) => {
  const {
    result: _,
    start,
    ...task
  } = useTask<readonly string[], number[][]>(service, (to, texts, signal) =>
    embed(to, options, texts, signal),
  );
  return { ...task, embed: start };
};
