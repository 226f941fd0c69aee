import { loadDatabase } from '#storage/page-database.ts';

/** The code of a page that reads what is stored, once it can. */
export async function withStorage<T>(page: Promise<T>): Promise<T> {
  await loadDatabase();
  return page;
}
