import type { CatalogEntry } from '#contract/catalog-entry.ts';

/** Gets a chat model without the hub; a name of `src/catalog/recipes.ts`. */
const CHAT = 'qwen2.5-coder-0.5b';

/** The command that gets a model of the same task for the server of this page; null where it offers none. */
export function pullCommand({ model, device, isOnServer }: CatalogEntry): string | null {
  if (isOnServer) return null;
  if (model.task === 'chat') return `npm start -- pull ${CHAT}`;
  // Servers do not offer models of WebLLM.
  return device === 'webgpu' ? null : `npm start -- pull ${model.id}`;
}
