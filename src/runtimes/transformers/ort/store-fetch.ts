import type { ModelCard } from '#catalog/model-card.ts';
import { appPath } from '#contract/app-path.ts';
import { FileStore } from '#model-files/file-store.ts';

/** What of a card says where its files are and what they run on. */
export type PlacedModel = Pick<ModelCard, 'id' | 'device' | 'threads' | 'source'>;

/**
 * The library's way to files. Models that ship with the app come from this origin; downloaded ones
 * from the store, and from nowhere else: with the network off they open as they do with it on.
 * `ahead`: names of files that are fetched before they are asked for.
 */
export function fetchForModel(
  card: PlacedModel,
  ahead: readonly string[] = [],
  store = new FileStore(),
): typeof fetch {
  const { source } = card;
  const base = appPath(`/models/${card.id}/`);
  if (!source) return fetchAhead(ahead.map((name) => base + name));
  return async (request) => {
    const address = String(request instanceof Request ? request.url : request);
    const at = address.indexOf(base);
    const path = at < 0 ? null : address.slice(at + base.length);
    const file = path === null ? null : await store.read(source.repository, path);
    if (!file) return new Response(null, { status: 404, statusText: 'Not downloaded' });
    return new Response(file, { headers: { 'content-length': String(file.size) } });
  };
}

/** The files that a model consists of, where it ships with the app; downloaded ones are at hand. */
export function filesAhead({ task, source }: Pick<ModelCard, 'task' | 'source'>): string[] {
  if (source) return [];
  const always = ['config.json', 'tokenizer.json', 'tokenizer_config.json'];
  if (task === 'embeddings') return [...always, 'onnx/model_quantized.onnx'];
  if (task === 'chat') {
    return [...always, 'generation_config.json', 'onnx/model_quantized.onnx'];
  }
  return [
    ...always,
    'generation_config.json',
    'preprocessor_config.json',
    'onnx/encoder_model_quantized.onnx',
    'onnx/decoder_model_merged_quantized.onnx',
  ];
}

/** Milliseconds in which the library has asked for what it wants. */
const KEPT_MS = 10_000;

/**
 * Fetches files all at once: the library asks for one after the other, for some twice, and each time
 * the answer has to come through the service worker.
 */
function fetchAhead(paths: readonly string[]): typeof fetch {
  const ahead = new Map(
    paths.map((path) => {
      const file = fetch(path).then(async (response) => (response.ok ? response.blob() : null));
      // Asked for again, it says itself what is wrong.
      return [path, file.catch(() => null)] as const;
    }),
  );
  setTimeout(() => ahead.clear(), KEPT_MS);
  return async (request, init) => {
    const address = String(request instanceof Request ? request.url : request);
    const file = await ahead.get(new URL(address, self.location.origin).pathname);
    if (!file) return fetch(request, init);
    return new Response(file, { headers: { 'content-length': String(file.size) } });
  };
}
