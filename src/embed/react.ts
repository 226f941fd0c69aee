import { useEffect, useState, useSyncExternalStore } from 'react';
import type { AlcoveService, LoadProgress, SiteAlcove, StartOptions } from './alcove.d.ts';
import { ChatThread, embed, TaskStore, toError, transcribe } from './chat-thread.ts';
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

/** A store of this component, which ends its task when the component is removed. */
function useStore<S, T extends TaskStore<S>>(create: () => T): T {
  const [store] = useState(create);
  useSyncExternalStore(store.subscribe, store.state, store.state);
  useEffect(() => store.stop, [store]);
  return store;
}

function started<T>(service: T | null): T {
  if (service === null) throw new Error('The service has not started.');
  return service;
}

interface Progress {
  status: 'idle' | 'loading' | 'ready' | 'failed';
  progress: LoadProgress | null;
  error: Error | null;
}

export const useModel: typeof Model = (alcove, model) => {
  const store = useStore<Progress, TaskStore<Progress>>(
    () => new TaskStore<Progress>({ status: 'idle', progress: null, error: null }),
  );
  return {
    ...store.state(),
    async load() {
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
    },
    stop() {
      store.stop();
      if (store.state().status === 'loading') store.set({ status: 'idle', progress: null });
    },
  };
};

export const useChat: typeof Chat = (service, { initialMessages, ...options }) => {
  const thread = useStore<ReturnType<ChatThread['state']>, ChatThread>(
    () => new ChatThread(initialMessages),
  );
  // A component that is removed and shown again, as in strict mode, does not stay at the answer that it ended.
  useEffect(() => thread.end, [thread]);
  return {
    ...thread.state(),
    send: async (content) => thread.send(started(service), options, content),
    retry: async () => thread.retry(started(service), options),
    stop: thread.end,
    setMessages: thread.setMessages,
  };
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
  return {
    ...store.state(),
    async start(input: I): Promise<T | null> {
      try {
        return await store.run(async (signal, set) => {
          set({ isRunning: true, error: null });
          const result = await call(started(service), input, signal);
          set({ isRunning: false, result });
          return result;
        });
      } catch (error) {
        store.set({ isRunning: false, error: toError(error) });
        return null;
      }
    },
    stop() {
      store.stop();
      store.set({ isRunning: false });
    },
  };
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
