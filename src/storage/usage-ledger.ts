import type { AlcoveDatabase, UsageRow } from './database.ts';

export type NewUsageRow = Omit<UsageRow, 'id'>;

/** What a key has used on one UTC day. */
export interface DayUsage {
  requests: number;
  tokens: number;
}

/** One row a request. */
export class UsageLedger {
  readonly #database: AlcoveDatabase;

  constructor(database: AlcoveDatabase) {
    this.#database = database;
  }

  async add(row: NewUsageRow): Promise<void> {
    await this.#database.usage.add(row);
  }

  /** Admitted requests of a key since a moment, in Unix milliseconds. */
  async since(keyId: string, at: number): Promise<DayUsage> {
    const day: DayUsage = { requests: 0, tokens: 0 };
    await this.#database.usage
      .where('[keyId+at]')
      .between([keyId, at], [keyId, Infinity])
      .each((row) => {
        if (row.totalSeconds > 0 || row.status < 400) day.requests++;
        day.tokens += row.promptTokens + row.completionTokens;
      });
    return day;
  }

  /** Newest first. */
  async recent(limit: number): Promise<UsageRow[]> {
    return this.#database.usage.orderBy('id').reverse().limit(limit).toArray();
  }
}
