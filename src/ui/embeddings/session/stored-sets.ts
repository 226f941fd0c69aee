import type { TextSet } from '#storage/text-set-records.ts';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import type { Services } from '#ui/services.ts';
import { showToast } from '#ui/state/toasts.ts';
import { showVectors } from './actions.ts';
import {
  nameOf,
  START,
  setEmbeddings,
  type Texts,
  useEmbeddingsStore,
} from './embeddings-store.ts';

/** Stores the texts with their vectors. */
export async function saveSet({ database }: Services): Promise<string> {
  const { setId, embedded, input, vectors, source } = useEmbeddingsStore.getState();
  const { name, texts, columns } = embedded ?? input;
  const now = Date.now();
  const known = setId ? await database.textSets.get(setId) : undefined;
  const id = known?.id ?? crypto.randomUUID();
  const set: TextSet = {
    id,
    name,
    createdAt: known?.createdAt ?? now,
    updatedAt: now,
    texts: [...texts],
    columns: columns.map((c) => ({ name: c.name, values: [...c.values] })),
  };
  await database.transaction('rw', database.textSets, database.textSetVectors, async () => {
    await database.textSets.put(set);
    await database.textSetVectors.where('setId').equals(id).delete();
    if (!vectors) return;
    const { data, size } = vectors;
    await database.textSetVectors.put({ id: `${id}:0`, setId: id, source, size, data });
  });
  setEmbeddings({ setId: id });
  showToast({ text: embeddingsText.saved(nameOf(set)) });
  return id;
}

/** Opens a saved set. @returns false when there is none. */
export async function openSet({ database }: Services, id: string): Promise<boolean> {
  if (useEmbeddingsStore.getState().setId === id) return true;
  const set = await database.textSets.get(id);
  if (!set) return false;
  const stored = await database.textSetVectors.where('setId').equals(id).first();
  const texts: Texts = { name: set.name, texts: set.texts, columns: set.columns };
  setEmbeddings({ ...START, setId: id, input: texts });
  if (!stored) return true;
  const { data, size, source } = stored;
  await showVectors(texts, { data, size, count: data.length / size }, source, null);
  return true;
}

/** Deletes a saved set; the toast restores it. */
export async function removeSet({ database }: Services, set: TextSet): Promise<void> {
  const vectors = await database.textSetVectors.where('setId').equals(set.id).toArray();
  const tables = [database.textSets, database.textSetVectors];
  await database.transaction('rw', tables, async () => {
    await database.textSets.delete(set.id);
    await database.textSetVectors.where('setId').equals(set.id).delete();
  });
  if (useEmbeddingsStore.getState().setId === set.id) setEmbeddings({ setId: null });
  const restore = async () => {
    await database.textSets.put(set);
    await database.textSetVectors.bulkPut(vectors);
  };
  const text = embeddingsText.deleted(nameOf(set));
  showToast({ text, action: { label: embeddingsText.undo, run: restore } });
}
