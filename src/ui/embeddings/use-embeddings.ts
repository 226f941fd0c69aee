import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { useSession } from '#ui/services.ts';
import { EmbeddingSession } from './session/embedding-session.ts';
import type { EmbeddingsState } from './session/embeddings-state.ts';

export function useEmbeddingSession(): EmbeddingSession {
  return useSession(EmbeddingSession);
}

/** A part of the state of the page, kept up to date. */
export function useEmbeddings<T>(select: (state: EmbeddingsState) => T): T {
  return useStore(useEmbeddingSession().state, select);
}

/** Parts of the page's state. A component is drawn again when one of them changes, not with every progress. */
export function usePicked<Name extends keyof EmbeddingsState>(
  ...names: readonly Name[]
): Pick<EmbeddingsState, Name> {
  return useEmbeddings(
    useShallow(
      (state) =>
        Object.fromEntries(names.map((name) => [name, state[name]])) as Pick<EmbeddingsState, Name>,
    ),
  );
}
