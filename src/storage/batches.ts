import type { BatchStatus } from '#contract/answers/batches-answer.ts';
import type { BatchLine, StoredBatch } from './api-file-records.ts';
import type { AlcoveDatabase } from './database.ts';

/** States in which there is something left to do. */
export const OPEN_STATUSES = ['validating', 'in_progress', 'finalizing', 'cancelling'] as const;

/** Ended batches of one key: the oldest go first. Their files stay until they expire. */
const MAX_ENDED = 500;

/** The answer to a request of a batch. */
export interface NewLine {
  /** Of the request in its file, from 0. */
  line: number;
  isError: boolean;
  text: string;
  inputTokens: number;
  cachedTokens: number;
  outputTokens: number;
  reasoningTokens: number;
}

const SUMS = ['inputTokens', 'cachedTokens', 'outputTokens', 'reasoningTokens'] as const;
const DIGITS = 6;
const lineId = (batchId: string, line: number) =>
  `${batchId}:${String(line).padStart(DIGITS, '0')}`;

/** The batches of `/v1/batches`, and the answers to those that are not finished. */
export class Batches {
  readonly #database: AlcoveDatabase;

  constructor(database: AlcoveDatabase) {
    this.#database = database;
  }

  /** In the order in which they came. */
  async list(keyId: string): Promise<StoredBatch[]> {
    return inOrder(await this.#database.batches.where('keyId').equals(keyId).toArray());
  }

  /** Of any key. */
  async find(id: string): Promise<StoredBatch | null> {
    return (await this.#database.batches.get(id)) ?? null;
  }

  async get(keyId: string, id: string): Promise<StoredBatch | null> {
    const row = await this.find(id);
    return row?.keyId === keyId ? row : null;
  }

  /** Batches with something left to do, the oldest first. */
  async open(): Promise<StoredBatch[]> {
    const { batches } = this.#database;
    return inOrder(
      await batches
        .where('status')
        .anyOf([...OPEN_STATUSES])
        .toArray(),
    );
  }

  async add(row: StoredBatch): Promise<void> {
    const { batches } = this.#database;
    await this.#database.transaction('rw', batches, async () => {
      await batches.add(row);
      const ended = (await this.list(row.keyId)).filter(({ status }) => !isOpen(status));
      const surplus = ended.slice(0, Math.max(0, ended.length - MAX_ENDED));
      await batches.bulkDelete(surplus.map(({ id }) => id));
    });
  }

  /** Changes a batch that is in one of the states `from`. @returns it as it is then; null where it is not in one. */
  async change(
    id: string,
    from: readonly BatchStatus[],
    changes: Partial<Omit<StoredBatch, 'id'>>,
  ): Promise<StoredBatch | null> {
    const { batches } = this.#database;
    return this.#database.transaction('rw', batches, async () => {
      const row = await batches.get(id);
      if (!row || !from.includes(row.status)) return null;
      await batches.update(id, changes);
      return { ...row, ...changes };
    });
  }

  /**
   * Stores answers and counts them, each line once: an answer to a line that has one is dropped.
   * @returns false where the batch is not in progress any more, and nothing was stored
   */
  async saveLines(id: string, lines: readonly NewLine[]): Promise<boolean> {
    const { batches, batchLines } = this.#database;
    return this.#database.transaction('rw', batches, batchLines, async () => {
      const row = await batches.get(id);
      if (row?.status !== 'in_progress') return false;
      const before = await batchLines.bulkGet(lines.map(({ line }) => lineId(id, line)));
      const fresh = lines.filter((_, i) => before[i] === undefined);
      await batchLines.bulkAdd(
        fresh.map(({ line, isError, text }) => ({
          id: lineId(id, line),
          batchId: id,
          isError,
          text,
        })),
      );
      const failed = fresh.filter(({ isError }) => isError).length;
      const sums = SUMS.map((name) => [
        name,
        fresh.reduce((sum, one) => sum + one[name], row[name]),
      ]);
      await batches.update(id, {
        ...Object.fromEntries(sums),
        failed: row.failed + failed,
        completed: row.completed + fresh.length - failed,
      });
      return true;
    });
  }

  /** Numbers of the lines that have an answer. */
  async answered(id: string): Promise<Set<number>> {
    const keys = await this.#database.batchLines.where('batchId').equals(id).primaryKeys();
    return new Set(keys.map((key) => Number(key.slice(-DIGITS))));
  }

  /** The answers in the order of their lines, some at a time. */
  async *lines(id: string, step = 500): AsyncGenerator<BatchLine[]> {
    for (let from = lineId(id, 0), isFirst = true; ; isFirst = false) {
      const rows = await this.#database.batchLines
        .where('id')
        .between(from, `${id};`, isFirst, false)
        .limit(step)
        .toArray();
      const last = rows.at(-1);
      if (!last) return;
      yield rows;
      from = last.id;
    }
  }

  async dropLines(id: string): Promise<void> {
    await this.#database.batchLines.where('batchId').equals(id).delete();
  }
}

export const isOpen = (status: BatchStatus): boolean =>
  (OPEN_STATUSES as readonly BatchStatus[]).includes(status);

const inOrder = (rows: StoredBatch[]): StoredBatch[] =>
  rows.sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
