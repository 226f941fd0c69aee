import { loadDatabase } from '#storage/page-database.ts';

/** Loads the code of a page that reads the database, once the database is open. */
export async function withStorage<T>(page: Promise<T>): Promise<T> {
  await loadDatabase();
  return page;
}
