import type { AlcoveDatabase } from '#storage/database.ts';
import type { TableName } from '#storage/tables.ts';
import { OWNERS, PLACES } from './chosen.ts';

type Row = Record<string, unknown>;
/** `present`: here before the file began. `unfinished`: here from an import that did not reach its end. */
type State = 'new' | 'unfinished' | 'present';

/** Settings with the ids that an import brought, until it ends; an import reads no such setting from a file. */
const UNFINISHED = 'unfinishedImport:';

const NONE: readonly string[] = [];
const isText = (value: unknown): value is string => typeof value === 'string';
const textOf = (value: unknown): string => (isText(value) ? value : '');

/**
 * Chooses the rows of a file that may be added to the chats, projects and recordings that were here before the file
 * began. A row that is missing of them was removed by a person far more often than it was lost, so text, messages and
 * documents that are missing stay away; to restore a lost part, delete the whole thing and import it again.
 * These come: messages newer than all of their chat, with the documents that they brought; the files of messages that
 * are here; sound and waveform, which cannot be removed alone. What an import that did not reach its end brought is
 * completed as if it were new.
 */
export class PresentOwners {
  /** Chats that were here and got messages. */
  readonly grown = new Set<string>();
  /** Owners of each table that were here without a part, which came. */
  readonly completed: Partial<Record<TableName, Set<string>>> = {};
  readonly #database: AlcoveDatabase;
  readonly #states = new Map<string, State>();
  #unfinished: ReadonlySet<string> | null = null;
  /** When the newest message of a chat was written, before the file began. */
  readonly #newest = new Map<string, number>();
  /** Documents that come to chats that were here. */
  readonly #documents = new Set<unknown>();
  /** Seconds of recordings that were here, as the file has them. */
  readonly #seconds = new Map<string, number>();
  readonly #name = `${UNFINISHED}${crypto.randomUUID()}`;
  #batches = 0;

  constructor(database: AlcoveDatabase) {
    this.#database = database;
  }

  /** The rows of a table that may be added; call it before they are, in the order of the file. */
  async admit(name: TableName, rows: readonly Row[]): Promise<readonly Row[]> {
    const place = name === 'drafts' ? 'conversationId' : PLACES[name];
    if (!place) return rows;
    await this.#look(rows.map((row) => row[place]).filter(isText));
    if (OWNERS.includes(name)) {
      await this.#begin(name, rows);
      return rows;
    }
    const isPresent = (row: Row) => this.#states.get(textOf(row[place])) === 'present';
    const present = rows.filter(isPresent);
    if (present.length === 0) return rows;
    const admitted = new Set(await this.#ofPresent(name, present));
    return rows.filter((row) => !isPresent(row) || admitted.has(row));
  }

  /** Writes down that the file was read to its end. */
  async finish(): Promise<void> {
    const { settings } = this.#database;
    await this.#database.transaction('rw', settings, async () => {
      for (const { name, value } of await settings.where(':id').startsWith(UNFINISHED).toArray()) {
        const rest = Array.isArray(value) ? value.filter((id) => !this.#states.has(id)) : NONE;
        if (rest.length === 0) await settings.delete(name);
        else await settings.put({ name, value: rest });
      }
    });
  }

  async #look(ids: readonly string[]): Promise<void> {
    const unknown = [...new Set(ids)].filter((id) => !this.#states.has(id));
    if (unknown.length === 0) return;
    this.#unfinished ??= await this.#readUnfinished();
    const found = new Set<unknown>();
    for (const name of OWNERS) {
      const keys = await this.#database.table(name).where(':id').anyOf(unknown).primaryKeys();
      for (const key of keys) found.add(key);
    }
    for (const id of unknown) {
      const here = this.#unfinished.has(id) ? 'unfinished' : 'present';
      this.#states.set(id, found.has(id) ? here : 'new');
    }
  }

  async #readUnfinished(): Promise<ReadonlySet<string>> {
    const rows = await this.#database.settings.where(':id').startsWith(UNFINISHED).toArray();
    return new Set(rows.flatMap(({ value }) => (Array.isArray(value) ? value : [])));
  }

  async #begin(name: TableName, rows: readonly Row[]): Promise<void> {
    const ids = rows.map(({ id }) => textOf(id));
    const fresh = ids.filter((id) => this.#states.get(id) === 'new');
    if (fresh.length > 0) {
      const marker = { name: `${this.#name}:${++this.#batches}`, value: fresh };
      await this.#database.settings.put(marker);
    }
    if (name === 'recordings') await this.#compare(rows);
    for (const id of ids) if (this.#states.get(id) === 'unfinished') this.#complete(name, id);
  }

  /** A text that a person changed since is not completed, even of an import that did not reach its end. */
  async #compare(rows: readonly Row[]): Promise<void> {
    const here = rows.filter(({ id }) => (this.#states.get(textOf(id)) ?? 'new') !== 'new');
    const known = await this.#database.recordings.bulkGet(here.map(({ id }) => textOf(id)));
    for (const [i, { id, revision, seconds }] of here.entries()) {
      if (known[i] && known[i].revision !== (revision ?? null)) {
        this.#states.set(textOf(id), 'present');
      }
      this.#seconds.set(textOf(id), typeof seconds === 'number' && seconds > 0 ? seconds : 0);
    }
  }

  #complete(name: TableName, id: string): void {
    this.completed[name] ??= new Set();
    this.completed[name].add(id);
  }

  async #ofPresent(name: TableName, rows: readonly Row[]): Promise<readonly Row[]> {
    switch (name) {
      case 'messages':
        return this.#newer(rows);
      case 'words': {
        const ids = rows.map(({ id }) => id).filter(isText);
        const { messages } = this.#database;
        const here = new Set<unknown>(await messages.where(':id').anyOf(ids).primaryKeys());
        return rows.filter(({ id }) => here.has(id));
      }
      case 'files':
        return this.#attached(rows);
      case 'documents':
        return this.#newDocuments(rows);
      case 'passages':
      case 'pagePictures':
        return rows.filter(({ documentId }) => this.#documents.has(documentId));
      case 'recordingFiles':
        await this.#describeSound(rows);
        return rows;
      case 'recordingPeaks':
        return rows;
      default:
        return [];
    }
  }

  async #newer(rows: readonly Row[]): Promise<Row[]> {
    const chats = new Set(rows.map(({ conversationId }) => textOf(conversationId)));
    const unread = [...chats].filter((id) => !this.#newest.has(id));
    for (const id of unread) this.#newest.set(id, 0);
    const own = this.#database.messages.where('conversationId').anyOf(unread);
    await own.each(({ conversationId: id, createdAt }) => {
      this.#newest.set(id, Math.max(this.#newest.get(id) ?? 0, createdAt));
    });
    const newer = rows.filter((row) => this.#isNewer(row));
    for (const { conversationId } of newer) this.grown.add(textOf(conversationId));
    return newer;
  }

  #isNewer({ conversationId, createdAt }: Row): boolean {
    const newest = this.#newest.get(textOf(conversationId));
    return newest !== undefined && typeof createdAt === 'number' && createdAt > newest;
  }

  async #attached(rows: readonly Row[]): Promise<Row[]> {
    const chats = [...new Set(rows.map(({ conversationId }) => textOf(conversationId)))];
    const attached = new Set<unknown>();
    const own = this.#database.messages.where('conversationId').anyOf(chats);
    await own.each(({ files }) => {
      for (const id of files ?? []) attached.add(id);
    });
    return rows.filter(({ id }) => attached.has(id));
  }

  async #newDocuments(rows: readonly Row[]): Promise<Row[]> {
    const { documents } = this.#database;
    const newer = rows.filter(
      (row) => this.grown.has(textOf(row['conversationId'])) && this.#isNewer(row),
    );
    const ids = newer.map(({ id }) => id).filter(isText);
    const here = new Set<unknown>(await documents.where(':id').anyOf(ids).primaryKeys());
    const fresh = newer.filter(({ id }) => !here.has(id));
    for (const { id } of fresh) this.#documents.add(id);
    return fresh;
  }

  /** A transcript that came from text alone says that it has no sound; the text stays. */
  async #describeSound(rows: readonly Row[]): Promise<void> {
    const { recordings, recordingFiles } = this.#database;
    for (const { id, data } of rows) {
      if (!isText(id) || !(data instanceof Blob)) continue;
      const known = await recordings.get(id);
      const hasSound = (await recordingFiles.where(':id').equals(id).count()) > 0;
      if (!known || (hasSound && known.sizeBytes > 0)) continue;
      const seconds = this.#seconds.get(id) || known.seconds;
      await recordings.update(id, { type: data.type, sizeBytes: data.size, seconds });
      this.#complete('recordings', id);
    }
  }
}
