import type { ServiceSettings } from '#contract/service-settings.ts';
import type { AlcoveDatabase } from '#storage/database.ts';
import type { Exchange } from '#storage/service-records.ts';
import { GatheredWrites } from './gathered-writes.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Milliseconds after the start of a host: its first requests come first. */
const FIRST_PRUNE_MS = 10_000;

type ExchangeLimits = Pick<ServiceSettings, 'recordDays' | 'recordBytes'>;

/** The recorded requests: the newest within a number of days and bytes, the others are deleted. */
export class Exchanges {
  readonly #database: AlcoveDatabase;
  readonly #limits: () => ExchangeLimits;
  readonly #now: () => number;
  /** Bytes that are stored, at most, and the days that they were pruned for; null before they are counted. */
  #stored: { bytes: number; days: number } | null = null;
  readonly #writes = new GatheredWrites<Exchange>(async (rows) => {
    await this.#database.exchanges.bulkPut(rows);
    const { recordBytes, recordDays } = this.#limits();
    if (this.#stored) this.#stored.bytes += rows.reduce((sum, { bytes }) => sum + bytes, 0);
    // Pruning reads the keys of all rows: a write that leaves room costs as much with ten thousand as with none.
    if (this.#stored && this.#stored.bytes <= recordBytes && this.#stored.days === recordDays)
      return;
    await this.prune();
  });

  /** `now`: Unix milliseconds. */
  constructor(database: AlcoveDatabase, limits: () => ExchangeLimits, now: () => number) {
    this.#database = database;
    this.#limits = limits;
    this.#now = now;
  }

  /** Resolves when the request is stored, with others that came at the same time. */
  add(exchange: Exchange): Promise<void> {
    return this.#writes.add(exchange);
  }

  /** Prunes now and then: recorded requests grow old also where no new ones come. */
  keepPruned(report: (error: unknown) => void): this {
    const prune = () => this.prune().catch(report);
    setTimeout(prune, FIRST_PRUNE_MS);
    setInterval(prune, HOUR_MS);
    return this;
  }

  /** Deletes rows that are older or larger than the limits allow, the oldest first. Reads no body. */
  async prune(): Promise<void> {
    const { exchanges } = this.#database;
    const { recordDays, recordBytes } = this.#limits();
    const until = this.#now() - recordDays * DAY_MS;
    await this.#database.transaction('rw', exchanges, async () => {
      const ids = await exchanges.orderBy('[at+bytes]').primaryKeys();
      const sizes = (await exchanges.orderBy('[at+bytes]').keys()) as unknown as [number, number][];
      let total = 0;
      // From the newest: the first that does not fit, and all before it, are deleted.
      let first = sizes.length;
      while (first > 0) {
        const [at, size] = sizes[first - 1] ?? [0, 0];
        if (at < until || total + size > recordBytes) break;
        total += size;
        first--;
      }
      await exchanges.bulkDelete(ids.slice(0, first));
      this.#stored = { bytes: total, days: recordDays };
    });
  }
}
