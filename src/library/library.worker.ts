import { expose, proxy } from 'comlink';
import { AlcoveDatabase } from '#storage/database.ts';
import { openDatabase } from '#storage/open-database.ts';
import { Library } from './library.ts';

/** Opens the library of this browser. `onChange`: rows changed that a search should know. */
export async function openLibraryHere(onChange: () => void): Promise<Library> {
  const database = new AlcoveDatabase();
  // Under a limit: the first query of one that never opens would wait for ever.
  await openDatabase(database);
  return proxy(new Library(database, onChange));
}

expose(openLibraryHere);
