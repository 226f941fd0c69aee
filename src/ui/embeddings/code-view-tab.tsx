import { CodeView } from '#ui/code-samples/code-view.tsx';
import { ENDPOINTS } from '#ui/code-samples/endpoints.ts';
import { useEmbeddingsStore } from '#ui/embeddings/session/embeddings-store.ts';

/** Texts shown in the code: the call is the same for more. */
const SHOWN = 8;

/** The very call that made these vectors. */
export function CodeViewTab() {
  const { embedded, vectors, source } = useEmbeddingsStore();
  const endpoint = ENDPOINTS.find(({ path }) => path === '/v1/embeddings');
  if (!embedded || !vectors || !endpoint) return null;
  const body = JSON.stringify({
    input: embedded.texts.slice(0, SHOWN),
    dimensions: vectors.size,
    encoding_format: 'base64',
  });
  return <CodeView endpoint={endpoint} model={source} body={body} fileName="" />;
}
