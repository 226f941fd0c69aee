import type { ModelCard } from '#catalog/model-card.ts';
import { FileStore } from '#model-files/file-store.ts';

/** What of a card says where its files are and what they run on. */
export type PlacedModel = Pick<ModelCard, 'id' | 'device' | 'threads' | 'source'>;

/**
 * The library's way to files. Models that ship with the app come from this origin; downloaded ones
 * from the store, and from nowhere else: with the network off they open as they do with it on.
 */
export function fetchForModel(card: PlacedModel, store = new FileStore()): typeof fetch {
  const { source } = card;
  if (!source) return (request, init) => fetch(request, init);
  const base = `/models/${card.id}/`;
  return async (request) => {
    const address = String(request instanceof Request ? request.url : request);
    const at = address.indexOf(base);
    const path = at < 0 ? null : address.slice(at + base.length);
    const file = path === null ? null : await store.read(source.repository, path);
    if (!file) return new Response(null, { status: 404, statusText: 'Not downloaded' });
    return new Response(file, { headers: { 'content-length': String(file.size) } });
  };
}
