import type { AlcoveDatabase } from '#storage/database.ts';

/** Where prompts were before they had a table. */
const NAME = 'alcove-prompts';

/** Moves prompts of earlier releases out of `localStorage`; they stay there until they are stored. */
export async function moveOldPrompts(storage: Promise<AlcoveDatabase>): Promise<void> {
  const written = readOld();
  if (written === null) return;
  const { addOldPrompts } = await import('#storage/prompts.ts');
  await addOldPrompts(await storage, written, Date.now());
  localStorage.removeItem(NAME);
}

function readOld(): string | null {
  try {
    return localStorage.getItem(NAME);
  } catch {
    // No storage, so none are in it.
    return null;
  }
}
