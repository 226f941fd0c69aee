import { addHistograms, histogramOf } from '#base/histogram.ts';
import type { UsageSum } from '#contract/api-key.ts';
import type { AlcoveDatabase } from './database.ts';
import { GatheredWrites } from './recorded/gathered-writes.ts';
import type { UsageRow } from './service-records.ts';

export type NewUsageRow = Omit<UsageRow, 'id'>;

/** What a key has used on one UTC day. */
export interface DayUsage {
  requests: number;
  tokens: number;
  /** Unix milliseconds of its requests since `recentFrom`, oldest first. */
  recent: number[];
}

const DAY_MS = 86_400_000;
/** Days of which each request has a row. */
const DETAILED_DAYS = 90;
/** Requests that have a row each. */
const MAX_ROWS = 10_000;
/** Requests between two counts of the rows: counting reads them all. */
const COUNT_EVERY = 200;
/** Rows of requests without a key of this service in one minute: anyone may send them, and they would push the others out. */
const MAX_STRANGERS = 30;
const MINUTE_MS = 60_000;
/** Such requests that have a row each in all: a program with an old key sends them for days. */
const MAX_STRANGERS_ROWS = 500;
/** Rows added up in one transaction. */
const STEP = 2_000;

/** One row a request; of requests that are long ago, one for each day, key, model and endpoint. */
export class UsageLedger {
  readonly #database: AlcoveDatabase;
  #condensed = '';
  /** Requests until the rows are counted again. */
  #untilCount = 0;
  readonly #writes = new GatheredWrites<NewUsageRow>((rows) => this.#write(rows));
  #strangers = { since: Number.NEGATIVE_INFINITY, rows: 0 };
  readonly #maxRows: number;

  constructor(database: AlcoveDatabase, maxRows = MAX_ROWS) {
    this.#database = database;
    this.#maxRows = maxRows;
  }

  /** The same for a request that was refused for want of a key: the first of each minute have a row. */
  async addStranger(row: NewUsageRow): Promise<void> {
    const isOver = row.at - this.#strangers.since >= MINUTE_MS;
    if (isOver) this.#strangers = { since: row.at, rows: 0 };
    this.#strangers.rows++;
    if (this.#strangers.rows <= MAX_STRANGERS) await this.add(row);
  }

  /** Resolves when the row is written, with those that came at the same time. */
  add(row: NewUsageRow): Promise<void> {
    return this.#writes.add(row);
  }

  async #write(rows: readonly NewUsageRow[]): Promise<void> {
    await this.#database.usage.bulkAdd(rows);
    const now = Math.max(...rows.map(({ at }) => at));
    this.#untilCount -= rows.length;
    if (dayOf(now) === this.#condensed && this.#untilCount > 0) return;
    this.#condensed = dayOf(now);
    this.#untilCount = COUNT_EVERY;
    // Not before the answer ends: a database of years takes seconds.
    this.condense(now).catch(reportError);
  }

  /** Adds up the requests of days that are long ago, and the oldest of too many. `now`: Unix milliseconds. */
  async condense(now: number): Promise<void> {
    const { usage } = this.#database;
    const day = (Math.floor(now / DAY_MS) - DETAILED_DAYS) * DAY_MS;
    await this.#addUpOver(0, () => usage.where('at').below(day));
    const ofStrangers = [
      ['', Number.NEGATIVE_INFINITY],
      ['', Number.POSITIVE_INFINITY],
    ] as const;
    await this.#addUpOver(MAX_STRANGERS_ROWS, () =>
      usage.where('[keyId+at]').between(...ofStrangers),
    );
    await this.#addUpOver(this.#maxRows, () => usage.orderBy('at'));
  }

  /** Adds up the first of some rows, as many as are more than `max`. */
  async #addUpOver(
    max: number,
    rows: () => ReturnType<AlcoveDatabase['usage']['toCollection']>,
  ): Promise<void> {
    let over = (await rows().count()) - max;
    for (let count = 1; over > 0 && count > 0; over -= count) {
      count = await this.#addUp(rows().limit(Math.min(STEP, over)));
    }
  }

  /** @returns how many rows became a part of their day's. */
  #addUp(some: { toArray: () => PromiseLike<UsageRow[]> }): Promise<number> {
    const { usage, usageDays, exchanges } = this.#database;
    return this.#database.transaction('rw', usage, usageDays, exchanges, async () => {
      const rows = await some.toArray();
      for (const [id, sum] of addUp(rows.map(toSum))) {
        const before = await usageDays.get(id);
        const [total] = addUp(before ? [before, sum] : [sum]).values();
        if (total) await usageDays.put({ ...total, id });
      }
      await usage.bulkDelete(rows.map(({ id }) => id));
      await exchanges.bulkDelete(rows.map(({ requestId }) => requestId));
      return rows.length;
    });
  }

  /** Admitted requests of a key from a moment until another, and the times of the recent ones; in Unix milliseconds. */
  async since(
    keyId: string,
    at: number,
    recentFrom: number,
    until = Number.POSITIVE_INFINITY,
  ): Promise<DayUsage> {
    const day: DayUsage = { requests: 0, tokens: 0, recent: [] };
    await this.#writes.flush();
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
    // Of a day with more requests than there are rows for.
    const sums = await this.#database.usageDays.where('day').aboveOrEqual(dayOf(at)).toArray();
    for (const sum of sums.filter((some) => some.keyId === keyId)) {
      if (Date.parse(sum.day) > until) continue;
      day.requests += sum.admitted ?? sum.requests;
      day.tokens += sum.promptTokens + sum.completionTokens;
    }
    return day;
  }

  /** Requests since a moment, added up by day (UTC), key, model and endpoint; newest day first. */
  async sums(since: number): Promise<UsageSum[]> {
    const { usage, usageDays } = this.#database;
    await this.#writes.flush();
    const recent = (await usage.where('at').aboveOrEqual(since).toArray()).map(toSum);
    const old = await usageDays.where('day').aboveOrEqual(dayOf(since)).toArray();
    const sums = [...addUp([...recent, ...old]).values()];
    return sums.sort((a, b) => b.day.localeCompare(a.day));
  }

  /** Newest first. */
  async recent(limit: number): Promise<UsageRow[]> {
    await this.#writes.flush();
    return this.#database.usage.orderBy('id').reverse().limit(limit).toArray();
  }
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/** What the row of a day is known by. */
export const usageDayId = ({ day, keyId, model, endpoint }: UsageSum): string =>
  JSON.stringify([day, keyId, model, endpoint]);

export function toSum(row: UsageRow): UsageSum {
  const { at, keyId, model, endpoint, status, promptTokens, completionTokens } = row;
  const isAnswer = status < 400 && completionTokens > 0;
  const writing = row.totalSeconds - row.queueSeconds - row.firstTokenSeconds;
  return {
    day: dayOf(at),
    keyId,
    model,
    endpoint,
    requests: 1,
    failed: status >= 400 ? 1 : 0,
    promptTokens,
    completionTokens,
    admitted: (row.admitted ?? row.totalSeconds > 0) ? 1 : 0,
    first: histogramOf(isAnswer ? row.firstTokenSeconds : 0),
    rate: histogramOf(isAnswer && writing > 0 ? (completionTokens - 1) / writing : 0),
  };
}

/** Sums of the same day, key, model and endpoint as one. */
function addUp(parts: readonly UsageSum[]): Map<string, UsageSum> {
  const sums = new Map<string, UsageSum>();
  for (const part of parts) {
    const id = usageDayId(part);
    const sum = sums.get(id);
    sums.set(id, sum ? added(sum, part) : withoutId(part));
  }
  return sums;
}

/** Rows of days have an id, sums have none. */
function withoutId({ id: _, ...sum }: UsageSum & { id?: string }): UsageSum {
  return sum;
}

/** Both as one; they have the same day, key, model and endpoint. */
export function added(a: UsageSum, b: UsageSum): UsageSum {
  return {
    ...a,
    requests: a.requests + b.requests,
    failed: a.failed + b.failed,
    promptTokens: a.promptTokens + b.promptTokens,
    completionTokens: a.completionTokens + b.completionTokens,
    admitted: (a.admitted ?? a.requests) + (b.admitted ?? b.requests),
    first: addHistograms(a.first ?? {}, b.first ?? {}),
    rate: addHistograms(a.rate ?? {}, b.rate ?? {}),
  };
}
