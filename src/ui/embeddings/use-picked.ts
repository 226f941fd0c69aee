import { useShallow } from 'zustand/react/shallow';
import type { EmbeddingsState } from '#ui/embeddings/session/embeddings-state.ts';
import { useEmbeddings } from '#ui/embeddings/use-embeddings.ts';

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
