import type { AlcoveDatabase } from '#storage/database.ts';
import type { SavedRequest } from '#storage/service-records.ts';

/** Adds a request to the set of a name, which is created with its first one. */
export async function saveToSet(
  { requestSets }: AlcoveDatabase,
  name: string,
  request: SavedRequest,
): Promise<void> {
  await requestSets.db.transaction('rw', requestSets, async () => {
    const set = await requestSets.filter((one) => one.name === name).first();
    await requestSets.put({
      id: set?.id ?? crypto.randomUUID(),
      name,
      savedAt: Date.now(),
      requests: [...(set?.requests ?? []), request],
    });
  });
}
