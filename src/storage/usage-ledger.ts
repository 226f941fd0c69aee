import type { UsageSum } from '#contract/usage-sum.ts';
import type { AlcoveDatabase } from './database.ts';
import type { UsageRow } from './service-records.ts';

export type NewUsageRow = Omit<UsageRow, 'id'>;

/** What a key has used on one UTC day. */
export interface DayUsage {
  requests: number;
  tokens: number;
  /** Unix milliseconds of its requests since `recentFrom`, oldest first. */
  recent: number[];
}

/** Milliseconds that rows are gathered for: the last words of an answer do not wait for its row. */
const GATHER_MS = 20;

/** One row a request. */
export class UsageLedger {
  readonly #database: AlcoveDatabase;
  #gathered: NewUsageRow[] = [];
  #writing: Promise<void> | null = null;

  constructor(database: AlcoveDatabase) {
    this.#database = database;
  }

  /** Resolves when the row is written, with those that came at the same time. */
  add(row: NewUsageRow): Promise<void> {
    this.#gathered.push(row);
    this.#writing ??= this.#write();
    return this.#writing;
  }

  async #write(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
    const rows = this.#gathered;
    this.#gathered = [];
    this.#writing = null;
    await this.#database.usage.bulkAdd(rows);
  }

  /** Admitted requests of a key from a moment until another, and the times of the recent ones; in Unix milliseconds. */
  async since(
    keyId: string,
    at: number,
    recentFrom: number,
    until = Number.POSITIVE_INFINITY,
  ): Promise<DayUsage> {
    const day: DayUsage = { requests: 0, tokens: 0, recent: [] };
    await this.#database.usage
      .where('[keyId+at]')
      .between([keyId, Math.min(at, recentFrom)], [keyId, until], true, true)
      .each((row) => {
        if (row.admitted && row.at >= recentFrom) day.recent.push(row.at);
        if (row.at < at) return;
        // Older rows do not say it: those that took time were admitted.
        if (row.admitted ?? row.totalSeconds > 0) day.requests++;
        day.tokens += row.promptTokens + row.completionTokens;
      });
    return day;
  }

  /** Requests since a moment, added up by day (UTC), key, model and endpoint; newest day first. */
  async sums(since: number): Promise<UsageSum[]> {
    const sums = new Map<string, UsageSum>();
    await this.#database.usage
      .where('at')
      .aboveOrEqual(since)
      .each((row) => {
        const { keyId, model, endpoint } = row;
        const day = new Date(row.at).toISOString().slice(0, 10);
        const name = JSON.stringify([day, keyId, model, endpoint]);
        const none = { requests: 0, failed: 0, promptTokens: 0, completionTokens: 0 };
        const sum = sums.get(name) ?? { day, keyId, model, endpoint, ...none };
        sum.requests++;
        if (row.status >= 400) sum.failed++;
        sum.promptTokens += row.promptTokens;
        sum.completionTokens += row.completionTokens;
        sums.set(name, sum);
      });
    return [...sums.values()].sort((a, b) => b.day.localeCompare(a.day));
  }

  /** Newest first. */
  async recent(limit: number): Promise<UsageRow[]> {
    return this.#database.usage.orderBy('id').reverse().limit(limit).toArray();
  }
}
