import type { AlcoveDatabase } from './database.ts';
import { type RowPlaces, removeRows } from './remove-rows.ts';
import type { TextSet, TextSetVectors } from './text-set-records.ts';

/** A set and its vectors. */
const PLACES: RowPlaces = [
  ['textSets', 'id'],
  ['textSetVectors', 'setId'],
];

/** The saved sets of texts and their vectors. */
export class TextSets {
  readonly #database: AlcoveDatabase;

  constructor(database: AlcoveDatabase) {
    this.#database = database;
  }

  /** Newest first. */
  list(): Promise<TextSet[]> {
    return this.#database.textSets.orderBy('updatedAt').reverse().toArray();
  }

  get(id: string): Promise<TextSet | undefined> {
    return this.#database.textSets.get(id);
  }

  vectors(id: string): Promise<TextSetVectors | undefined> {
    return this.#database.textSetVectors.where('setId').equals(id).first();
  }

  /** Stores a set; its vectors are replaced. */
  async save(set: TextSet, vectors: Omit<TextSetVectors, 'id' | 'setId'> | null): Promise<void> {
    const { textSets, textSetVectors } = this.#database;
    const { id } = set;
    await this.#database.transaction('rw', textSets, textSetVectors, async () => {
      await textSets.put(set);
      await textSetVectors.where('setId').equals(id).delete();
      if (vectors) await textSetVectors.put({ id: `${id}:0`, setId: id, ...vectors });
    });
  }

  /** Deletes a set with its vectors. @returns a function that undoes it. */
  remove({ id }: Pick<TextSet, 'id'>): Promise<() => Promise<void>> {
    return removeRows(this.#database, PLACES, id);
  }
}
