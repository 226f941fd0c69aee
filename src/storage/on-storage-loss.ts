import type { AlcoveDatabase } from './database.ts';

/** `cleared`: the person or the browser deleted the database. `newer`: another tab upgrades it. */
export type StorageLoss = 'cleared' | 'newer';

/** Calls back when the stored data goes away under an open database. */
export function onStorageLoss(
  database: AlcoveDatabase,
  listener: (loss: StorageLoss) => void,
): void {
  const follow = () => {
    // The browser closes a connection only when its data is cleared or damaged. Dexie's own event also
    // comes when a page is put into the back/forward cache.
    database.backendDB().addEventListener('close', () => listener('cleared'));
  };
  database.on('ready', follow, true);
  database.on('versionchange', ({ newVersion }) => {
    listener(newVersion ? 'newer' : 'cleared');
  });
}
