import { AlcoveDatabase } from './database.ts';
import { onStorageLoss, type StorageLoss } from './on-storage-loss.ts';
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
