import { queueFull, quotaExceeded, rateLimited } from '#contract/service-errors.ts';
import type { StoredKey } from '#storage/service-records.ts';
import type { UsageLedger } from '#storage/usage-ledger.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

interface Counters {
  /** Start of the UTC day counted, Unix milliseconds. */
  day: number;
  requestsToday: number;
  tokensToday: number;
  /** Of the UTC month; null until a key with such a limit asks. */
  tokensThisMonth: number | null;
  /** Tokens reserved by requests in flight. */
  reservedTokens: number;
  /** Times of the requests of the last minute, oldest first. */
  recent: number[];
}

/** Requests per minute and day, and tokens per day and month, of each key. They survive a reload through the ledger. */
export class RateLimits {
  readonly #ledger: UsageLedger;
  readonly #now: () => number;
  readonly #counters = new Map<string, Promise<Counters>>();

  constructor(ledger: UsageLedger, now: () => number) {
    this.#ledger = ledger;
    this.#now = now;
  }

  /**
   * Counts one request and reserves its maximum of tokens: concurrent requests never exceed a
   * limit by more than one of them. @throws ApiError 429 when a limit of the key is used up.
   */
  async admit(key: StoredKey, tokens: number): Promise<void> {
    if (!isLimited(key)) return;
    const counters = await this.#current(key);
    const { requestsPerMinute, requestsPerDay } = key.limits;
    // Nothing is awaited between here and the reservation: requests may be admitted in parallel.
    const left = await this.#tokensLeft(key, counters);
    const overDay = requestsPerDay !== undefined && counters.requestsToday >= requestsPerDay;
    if (overDay || left <= 0) throw quotaExceeded();
    // What runs may leave enough of it: worth another try, unlike a quota that is used up.
    if (counters.reservedTokens >= left) throw queueFull();
    if (requestsPerMinute !== undefined && counters.recent.length >= requestsPerMinute) {
      const oldest = counters.recent[0] ?? this.#now();
      throw rateLimited(requestsPerMinute, Math.max(1, (oldest + MINUTE - this.#now()) / 1000));
    }
    counters.recent.push(this.#now());
    counters.requestsToday++;
    counters.reservedTokens += tokens;
  }

  /** For work that is not a request, before each part of it. @throws ApiError 429 when the tokens of the key are used up. */
  async requireTokens(key: StoredKey): Promise<void> {
    if (!isLimited(key)) return;
    if ((await this.#tokensLeft(key, await this.#current(key))) <= 0) throw quotaExceeded();
  }

  /** Replaces the reservation of a finished request by its actual tokens. */
  async settle(key: StoredKey, reserved: number, tokens: number): Promise<void> {
    if (!isLimited(key)) return;
    const counters = await this.#current(key);
    counters.reservedTokens = Math.max(0, counters.reservedTokens - reserved);
    counters.tokensToday += tokens;
    if (counters.tokensThisMonth !== null) counters.tokensThisMonth += tokens;
  }

  /** Tokens that a key may still use by its limits for the day and the month; infinite without them. */
  async #tokensLeft(key: StoredKey, counters: Counters): Promise<number> {
    const { tokensPerDay = Number.POSITIVE_INFINITY, tokensPerMonth } = key.limits;
    const today = tokensPerDay - counters.tokensToday;
    if (tokensPerMonth === undefined) return today;
    if (counters.tokensThisMonth === null) {
      const now = this.#now();
      const { tokens } = await this.#ledger
        .since(key.id, startOfMonth(now), now, now)
        .catch(() => ({ tokens: 0 }));
      // Another request may have read it meanwhile.
      counters.tokensThisMonth ??= tokens;
    }
    return Math.min(today, tokensPerMonth - counters.tokensThisMonth);
  }

  /** Forgets a request that was admitted and will come again. */
  async takeBack(key: StoredKey, reserved: number): Promise<void> {
    if (!isLimited(key)) return;
    const counters = await this.#current(key);
    counters.reservedTokens = Math.max(0, counters.reservedTokens - reserved);
    counters.requestsToday = Math.max(0, counters.requestsToday - 1);
    counters.recent.pop();
  }

  /**
   * The six `x-ratelimit-*` headers of a key with limits, else none. Where only one of the windows
   * is limited, the other shows the bound that follows from it.
   */
  async headers(key: StoredKey): Promise<Record<string, string>> {
    const { requestsPerMinute, requestsPerDay } = key.limits;
    if (requestsPerMinute === undefined && requestsPerDay === undefined) return {};
    const counters = await this.#current(key);
    const now = this.#now();
    const day = requestsPerDay ?? (requestsPerMinute ?? 0) * 1440;
    const minute = requestsPerMinute ?? day;
    const left = Math.max(0, day - counters.requestsToday);
    const oldest = counters.recent[0];
    return {
      'x-ratelimit-limit-requests': String(minute),
      'x-ratelimit-remaining-requests': String(
        Math.min(left, Math.max(0, minute - counters.recent.length)),
      ),
      'x-ratelimit-reset-requests': duration(oldest === undefined ? 0 : oldest + MINUTE - now),
      'x-ratelimit-limit-requests-day': String(day),
      'x-ratelimit-remaining-requests-day': String(left),
      'x-ratelimit-reset-requests-day': duration(counters.day + DAY - now),
    };
  }

  async #current(key: StoredKey): Promise<Counters> {
    let counting = this.#counters.get(key.id);
    if (!counting) {
      counting = this.#read(key.id);
      this.#counters.set(key.id, counting);
    }
    const counters = await counting;
    const now = this.#now();
    // Another day, or one before it: a clock that was ahead has been set.
    if (startOfDay(now) !== counters.day) {
      const isSameMonth = startOfMonth(now) === startOfMonth(counters.day);
      Object.assign(counters, { day: startOfDay(now), requestsToday: 0, tokensToday: 0 });
      if (!isSameMonth) counters.tokensThisMonth = null;
    }
    counters.recent = counters.recent.filter((at) => at > now - MINUTE && at <= now);
    return counters;
  }

  async #read(keyId: string): Promise<Counters> {
    const now = this.#now();
    const day = startOfDay(now);
    const none = { requests: 0, tokens: 0, recent: [] };
    const used = await this.#ledger.since(keyId, day, now - MINUTE, now).catch(() => none);
    return {
      day,
      requestsToday: used.requests,
      tokensToday: used.tokens,
      tokensThisMonth: null,
      reservedTokens: 0,
      recent: used.recent,
    };
  }
}

function isLimited({ limits }: StoredKey): boolean {
  return Object.values(limits).some((limit) => limit !== undefined);
}

function startOfDay(at: number): number {
  return Math.floor(at / DAY) * DAY;
}

function startOfMonth(at: number): number {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
}

/** As the hosted services write it: `12s`, `6m0s`, `23h59m1s`. */
function duration(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  if (hours > 0) return `${hours}h${minutes}m${seconds % 60}s`;
  return minutes > 0 ? `${minutes}m${seconds % 60}s` : `${seconds}s`;
}
