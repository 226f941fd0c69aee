import type { AlcoveDatabase } from './database.ts';
import type { StorageEvents } from './open-page-database.ts';

let database: AlcoveDatabase | null = null;
let events: StorageEvents | null = null;
let loading: Promise<AlcoveDatabase> | null = null;

/**
 * This page's database. Its library is a fifth of all the JavaScript of a first visit, and nothing
 * stored is needed to draw the first page: it loads while that is drawn.
 */
export function loadDatabase(): Promise<AlcoveDatabase> {
  loading ??= import('./open-page-database.ts').then(
    ({ openPageDatabase }) => {
      database ??= openPageDatabase(events);
      return database;
    },
    (error) => {
      // The next caller retries a failed load.
      loading = null;
      throw error;
    },
  );
  return loading;
}

/** The database where it is loaded: a page behind the first one is drawn after that. */
export function loadedDatabase(): AlcoveDatabase | null {
  return database;
}

/** Says what to do when the stored data cannot be opened or goes away; before the database is loaded. */
export function handleStorageEvents(handlers: StorageEvents): void {
  events = handlers;
}
