import type { AlcoveDatabase } from '#storage/database.ts';
import type { TableName } from '#storage/tables.ts';
import { BackupError } from './format.ts';

/** Things that were chosen for a file of their own, which is a backup of these alone. */
export interface Chosen {
  kind: 'chat' | 'project' | 'transcripts';
  /** Of the project, the chats and the recordings; what belongs to them follows. */
  ids: readonly string[];
}

const KINDS: readonly unknown[] = ['chat', 'project', 'transcripts'] satisfies Chosen['kind'][];

/** The tables of such a file, and the field of each that names what a row belongs to. */
export const PLACES: { readonly [N in TableName]?: string } = {
  projects: 'id',
  conversations: 'id',
  messages: 'conversationId',
  words: 'conversationId',
  files: 'conversationId',
  documents: 'conversationId',
  passages: 'conversationId',
  pagePictures: 'conversationId',
  recordings: 'id',
  recordingFiles: 'id',
  recordingPeaks: 'id',
  segments: 'recordingId',
};
/** Every other row belongs to a row of one of these. */
export const OWNERS: readonly TableName[] = ['projects', 'conversations', 'recordings'];
/** Projects, chats, recordings and documents of one file: each is drawn in a list. */
const MAX_ENTRIES = 10_000;

/** Checks that an import takes a file of chosen things whole. @throws BackupError */
export async function requireImportable(
  database: AlcoveDatabase,
  chosen: Chosen,
  max = MAX_ENTRIES,
): Promise<void> {
  let count = 0;
  for (const name of [...OWNERS, 'documents'] as const)
    count += (await keysOf(database, name, chosen)).length;
  if (count <= max) return;
  const { projects, conversations } = database;
  const [id = ''] = chosen.ids;
  const name = (await projects.get(id))?.name ?? (await conversations.get(id))?.title;
  throw new BackupError(
    `${name ? `“${name}”` : 'The choice'} has ${count} files, chats and recordings, and one file can bring ${max}. Choose less of it, or export everything in Settings, Data.`,
  );
}

/** Keys of the rows that a backup has; `chosen` leaves out what belongs to other things. */
export async function keysOf(
  database: AlcoveDatabase,
  name: TableName,
  chosen: Chosen | undefined,
): Promise<never[]> {
  const table = database.table<object, never>(name);
  if (!chosen) return table.toCollection().primaryKeys();
  const place = PLACES[name];
  if (!place) return [];
  return table
    .where(place === 'id' ? ':id' : place)
    .anyOf([...chosen.ids])
    .primaryKeys();
}

/**
 * Checks the rows of a file of chosen things: anyone may send one, so it adds only what such a file is made for, and
 * nothing to the chats, projects and recordings that it does not bring itself.
 */
export class ChosenRows {
  readonly kind: Chosen['kind'];
  /** The first thing that was chosen. */
  first: { id: string; name: string } | null = null;
  readonly #owners = new Set<unknown>();
  #entries = 0;

  /** What the head of a file says of it; null for a whole backup. @throws BackupError */
  static of(head: unknown): ChosenRows | null {
    const { chosen } = (head ?? {}) as { chosen?: unknown };
    if (chosen === undefined) return null;
    if (KINDS.includes(chosen)) return new ChosenRows(chosen as Chosen['kind']);
    throw new BackupError('This export was made by a newer Alcove. Update this page first.');
  }

  private constructor(kind: Chosen['kind']) {
    this.kind = kind;
  }

  /** @throws BackupError for a row that does not belong into the file. */
  check(name: TableName, row: Readonly<Record<string, unknown>>): void {
    const place = PLACES[name];
    if (!place) throw new BackupError(`The file brings “${name}”, which does not belong to it.`);
    const owner = row[place];
    if (OWNERS.includes(name)) {
      this.#owners.add(owner);
      this.first ??= { id: String(owner), name: String(row['name'] ?? row['title'] ?? '') };
    }
    if (!this.#owners.has(owner)) {
      throw new BackupError('The file brings items that belong to nothing in it.');
    }
    if (!OWNERS.includes(name) && name !== 'documents') return;
    if (++this.#entries > MAX_ENTRIES) {
      throw new BackupError(
        `The file brings more than ${MAX_ENTRIES} files, chats and recordings, the limit of an import. The first ones were added.`,
      );
    }
  }
}
