import { AlcoveDatabase } from './database.ts';
import { openDatabase } from './open-database.ts';

/** What becomes of the page when its stored data cannot be used. */
export interface StorageEvents {
  /** It cannot be opened: a `StorageError`. */
  onFailure: (error: unknown) => void;
  onLoss: (loss: StorageLoss) => void;
}

/** The page's database, which is opened under the same limit as the host's. */
export function openPageDatabase(events: StorageEvents | null): AlcoveDatabase {
  const database = new AlcoveDatabase();
  if (events) onStorageLoss(database, events.onLoss);
  openDatabase(database).catch(events?.onFailure ?? reportError);
  return database;
}

/** `cleared`: the person or the browser deleted the database. `newer`: another tab upgrades it. */
export type StorageLoss = 'cleared' | 'newer';

/** Calls back when the stored data goes away under an open database. */
function onStorageLoss(database: AlcoveDatabase, listener: (loss: StorageLoss) => void): void {
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
