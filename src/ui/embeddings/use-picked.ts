import { useShallow } from 'zustand/react/shallow';
import {
  type EmbeddingsState,
  useEmbeddingsStore,
} from '#ui/embeddings/session/embeddings-store.ts';

/** Parts of the page's state. A component is drawn again when one of them changes, not with every progress. */
export function usePicked<Name extends keyof EmbeddingsState>(
  ...names: readonly Name[]
): Pick<EmbeddingsState, Name> {
  return useEmbeddingsStore(
    useShallow(
      (state) =>
        Object.fromEntries(names.map((name) => [name, state[name]])) as Pick<EmbeddingsState, Name>,
    ),
  );
}
