import { useLocation } from 'wouter';
import { useEmbeddingSession } from '#ui/embeddings/use-embeddings.ts';
import { itemPath } from '#ui/kit/item-path.ts';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import { reportFailure } from '#ui/state/toasts.ts';

/** Saves the open set and goes to its address. */
export function useSaveSet(): () => void {
  const embeddings = useEmbeddingSession();
  const [, go] = useLocation();
  return () =>
    reportFailure(
      embeddingsText.notSaved,
      embeddings.save().then((id) => go(itemPath('/embeddings', id), { replace: true })),
    );
}
