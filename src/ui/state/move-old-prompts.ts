import type { AlcoveDatabase } from '#storage/database.ts';

/** Where prompts were before they had a table. */
const NAME = 'alcove-prompts';

/** Moves prompts of earlier releases out of `localStorage`; they stay there until they are stored. */
export async function moveOldPrompts(open: () => Promise<AlcoveDatabase>): Promise<void> {
  if (readOld() === null) return;
  const { addOldPrompts } = await import('#storage/prompts.ts');
  const database = await open();
  // Read again: another tab may have moved them meanwhile, and a deleted one would return.
  const written = readOld();
  if (written === null) return;
  await addOldPrompts(database, written, Date.now());
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
