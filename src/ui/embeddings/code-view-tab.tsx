import { embeddings } from '#contract/endpoints/embeddings.ts';
import { CodeView } from '#ui/code-samples/code-view.tsx';
import { usePicked } from '#ui/embeddings/use-embeddings.ts';

/** Texts shown in the code. */
const SHOWN = 8;

/** The API call that makes these vectors. */
export function CodeViewTab() {
  const { embedded, vectors, source } = usePicked('embedded', 'vectors', 'source');
  if (!embedded || !vectors) return null;
  const body = JSON.stringify({
    input: embedded.texts.slice(0, SHOWN),
    dimensions: vectors.size,
    encoding_format: 'base64',
  });
  return <CodeView endpoint={embeddings} model={source} body={body} fileName="" />;
}
