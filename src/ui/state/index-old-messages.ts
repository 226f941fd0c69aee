import type { AlcoveDatabase } from '#storage/database.ts';

/** How far messages of earlier releases are indexed: the id of the last one, then `DONE`. */
const NAME = 'alcove-search-index';
/** Ids are UUIDs. Another text when `searchWords` finds other words. */
const DONE = 'each character of unspaced scripts';

/** Indexes stored messages that an earlier release indexed differently, in short pieces, once per browser. */
export async function indexOldMessages(
  storage: Promise<AlcoveDatabase>,
  pause = () => new Promise<void>((resolve) => setTimeout(resolve, 50)),
): Promise<void> {
  const index = async () => {
    const after = read();
    if (after === DONE) return;
    const { indexWords } = await import('#storage/index-words.ts');
    for await (const id of indexWords(await storage, after)) {
      localStorage.setItem(NAME, id);
      await pause();
    }
    localStorage.setItem(NAME, DONE);
  };
  // One tab does it.
  await navigator.locks.request(NAME, { ifAvailable: true }, (lock) => (lock ? index() : null));
}

/** After an import: a backup has the words of the release that wrote it. */
export function indexAgain(storage: Promise<AlcoveDatabase>): Promise<void> {
  localStorage.removeItem(NAME);
  return indexOldMessages(storage);
}

function read(): string {
  try {
    return localStorage.getItem(NAME) ?? '';
  } catch {
    // Without storage there are no messages.
    return DONE;
  }
}
