import { useState } from 'react';
import { useLocation } from 'wouter';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { itemPath } from '#ui/kit/item-path.ts';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import { useSession } from '#ui/services.ts';
import { describeError } from '#ui/state/describe-error.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import type { Job } from '#vectors/shared-work.ts';
import { EmbeddingSession } from './session/embedding-session.ts';
import type { TextSet } from './session/text-set.ts';
import type { TextSetState } from './session/text-set-state.ts';

export function useEmbeddingSession(): EmbeddingSession {
  return useSession(EmbeddingSession);
}

/** The set that the page shows. */
export function useTextSet(): TextSet {
  return useStore(useEmbeddingSession().state, ({ current }) => current);
}

/** A part of the state of the page, kept up to date. */
export function useEmbeddings<T>(select: (state: TextSetState) => T): T {
  return useStore(useTextSet().state, select);
}

/** Parts of the page's state. A component is drawn again when one of them changes, not with every progress. */
export function usePicked<Name extends keyof TextSetState>(
  ...names: readonly Name[]
): Pick<TextSetState, Name> {
  return useEmbeddings(
    useShallow(
      (state) =>
        Object.fromEntries(names.map((name) => [name, state[name]])) as Pick<TextSetState, Name>,
    ),
  );
}

/** Saves the shown set and goes to its address. */
export function useSaveSet(): { save: () => void; saveAs: () => void } {
  const set = useTextSet();
  const [, go] = useLocation();
  const goTo = (id: string) => go(itemPath('/embeddings', id), { replace: true });
  return {
    save: () => reportFailure(embeddingsText.notSaved, set.save().then(goTo)),
    saveAs: () => reportFailure(embeddingsText.notSaved, set.saveAs().then(goTo)),
  };
}

/** Work that a press starts: how far it is, its last error, and how to end it. */
export function useTask(work: (job: Job) => Promise<void>) {
  const [running, setRunning] = useState<{ controller: AbortController; part: number } | null>(
    null,
  );
  const [problem, setProblem] = useState<string | null>(null);
  const start = () => {
    running?.controller.abort();
    const controller = new AbortController();
    const { signal } = controller;
    setRunning({ controller, part: 0 });
    setProblem(null);
    const onProgress = (part: number) => {
      if (!signal.aborted) setRunning({ controller, part });
    };
    work({ onProgress, signal })
      .catch((error: unknown) => {
        if (!signal.aborted) setProblem(describeError(error));
      })
      .finally(() => setRunning((now) => (now?.controller === controller ? null : now)));
  };
  const stop = () => running?.controller.abort();
  return { isBusy: running !== null, part: running?.part ?? 0, problem, start, stop };
}
