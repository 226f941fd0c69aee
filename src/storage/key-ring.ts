import { toBase64 } from '#base/bytes.ts';
import { sha256 } from '#base/sha256.ts';
import type { KeyLimits, Lasting } from '#contract/api-key.ts';
import type { AlcoveDatabase } from './database.ts';
import { toStorageError } from './open-database.ts';
import { parseLimits } from './rows/service-rows.ts';
import type { StoredKey } from './service-records.ts';

export const MAX_KEYS = 25;
/** Connected sites. */
const MAX_GRANTS = 100;
/** Id of the keys of the app's own pages. */
export const SESSION_KEY = 'session';
const PREFIX = 'alc_';
/** Milliseconds between attempts to read the keys from a database that was closed. */
const PAUSES_MS = [50, 200, 500, 1_000];

/** A key was refused because there are `MAX_KEYS` already. */
class TooManyKeysError extends Error {
  override readonly name = 'TooManyKeysError';

  constructor(max = MAX_KEYS) {
    super(`There are ${max} keys already. Revoke one to make room for another.`);
  }
}

/** Ends each consent that lasts until Alcove is closed: no tab was open when the host of this one started. */
export async function endSession({ keys }: AlcoveDatabase): Promise<void> {
  await keys.filter(({ lasts }) => lasts === 'session').delete();
}

/**
 * The API keys. It is the only writer of the table, so it answers from memory: a revoked key stops
 * working with the next request.
 */
export class KeyRing {
  readonly #database: AlcoveDatabase;
  readonly #now: () => number;
  #byHash: Promise<Map<string, StoredKey>> | null = null;
  /** Keys of the app's own pages: never stored, gone with the worker. */
  readonly #sessions = new Map<string, StoredKey>();
  /** Grants of connected sites for one connection: not stored, gone with the worker. By id. */
  readonly #guests = new Map<string, StoredKey>();
  /** Keys seen lately, as they were sent: a digest takes a turn of another thread, twice a request's own work. */
  readonly #seen = new Map<string, StoredKey>();

  /** Deletes what a key has stored, once it is revoked. */
  onRevoked: (id: string) => Promise<void> = async () => {};

  /** The key of every request, where the site asks for none: only its own pages can call it. */
  readonly anyone: StoredKey | null;

  /** `now`: Unix milliseconds. `isOpen`: requests need no key. */
  constructor(database: AlcoveDatabase, now: () => number, { isOpen = false } = {}) {
    this.anyone = isOpen ? ownKey('', now()) : null;
    this.#database = database;
    this.#now = now;
    // Keys that were erased from the browser must not remain valid in memory.
    database.on('close', () => {
      this.#byHash = null;
      this.#seen.clear();
    });
  }

  async list(): Promise<StoredKey[]> {
    const all = [...(await this.#keys()).values(), ...this.#guests.values()];
    return all.sort((a, b) => a.createdAt - b.createdAt);
  }

  /** Makes a key of 256 random bits and returns it, this once. @throws TooManyKeysError */
  async create(name: string, limits: KeyLimits = {}): Promise<{ key: string; stored: StoredKey }> {
    const key = randomKey();
    const hash = await sha256(key);
    const keys = await this.#keys();
    // Nothing is awaited between the count and the new entry: keys may be made in parallel.
    const own = [...keys.values()].filter(({ origin }) => origin === undefined);
    if (own.length >= MAX_KEYS) throw new TooManyKeysError();
    const stored: StoredKey = {
      id: crypto.randomUUID(),
      name: name.trim().slice(0, 100) || 'unnamed',
      hash,
      prefix: key.slice(0, PREFIX.length + 6),
      createdAt: this.#now(),
      lastUsedAt: null,
      limits: parseLimits(limits),
    };
    keys.set(stored.hash, stored);
    try {
      await this.#database.keys.add(stored);
    } catch (error) {
      keys.delete(stored.hash);
      throw error;
    }
    return { key, stored };
  }

  /** Removes a key for good, with what it has stored; false when there was none. */
  async revoke(id: string): Promise<boolean> {
    const keys = await this.#keys();
    this.#seen.clear();
    for (const [hash, session] of this.#sessions)
      if (session.id === id) this.#sessions.delete(hash);
    if (!this.#guests.delete(id)) {
      const found = [...keys.values()].find((k) => k.id === id);
      if (!found) return false;
      keys.delete(found.hash);
      await this.#database.keys.delete(id);
    }
    await this.onRevoked(id);
    return true;
  }

  async setLimits(id: string, limits: KeyLimits): Promise<void> {
    const keys = await this.#keys();
    // Looked up after the last wait: a key that is revoked meanwhile must not be stored again.
    const found = this.#guests.get(id) ?? [...keys.values()].find((k) => k.id === id);
    if (!found) return;
    found.limits = parseLimits(limits);
    if (!this.#guests.has(id)) await this.#database.keys.put(found);
  }

  /** What a person allowed a site for more than one connection, if they did. */
  async grantOf(origin: string): Promise<StoredKey | null> {
    return (await this.list()).find((k) => k.origin === origin && k.lasts !== 'once') ?? null;
  }

  /** Allows a site requests within limits, in place of what it was allowed before. @throws TooManyKeysError */
  async grant(origin: string, lasts: Lasting, limits: KeyLimits): Promise<StoredKey> {
    const before = await this.grantOf(origin);
    if (before) await this.revoke(before.id);
    if ((await this.list()).filter((key) => key.origin).length >= MAX_GRANTS)
      throw new TooManyKeysError(MAX_GRANTS);
    const stored: StoredKey = {
      id: crypto.randomUUID(),
      name: new URL(origin).host,
      hash: await sha256(randomKey()),
      prefix: '',
      createdAt: this.#now(),
      lastUsedAt: null,
      limits: parseLimits(limits),
      origin,
    };
    if (lasts !== 'always') stored.lasts = lasts;
    if (lasts === 'once') {
      this.#guests.set(stored.id, stored);
      return stored;
    }
    await this.#database.keys.add(stored);
    (await this.#keys()).set(stored.hash, stored);
    return stored;
  }

  /** A key for requests under a grant: never stored, and known to this worker alone. */
  async createGrantKey(grant: StoredKey): Promise<string> {
    const key = randomKey();
    this.#sessions.set(await sha256(key), grant);
    return key;
  }

  /** A key in memory for requests in the name of a stored one; null where that is revoked. */
  async keyOf(id: string): Promise<{ key: string; stored: StoredKey } | null> {
    if (id === SESSION_KEY) {
      const key = await this.createSessionKey();
      return { key, stored: ownKey('', this.#now()) };
    }
    const stored = (await this.list()).find((one) => one.id === id);
    return stored ? { key: await this.createGrantKey(stored), stored } : null;
  }

  /** A key for this app's own pages: unlimited, not counted, not stored. */
  async createSessionKey(): Promise<string> {
    const key = randomKey();
    const hash = await sha256(key);
    this.#sessions.set(hash, ownKey(hash, this.#now()));
    return key;
  }

  /** The key's record; null when it is unknown or revoked. Looked up by hash, so timing reveals nothing. */
  async verify(key: string): Promise<StoredKey | null> {
    const seen = this.#seen.get(key);
    if (seen) return seen;
    const hash = await sha256(key);
    const found = this.#sessions.get(hash) ?? (await this.#keys()).get(hash) ?? null;
    if (this.#seen.size >= MAX_KEYS) this.#seen.clear();
    if (found) this.#seen.set(key, found);
    return found;
  }

  /** Notes the use of a key, at most once a minute on disk. */
  async touch(stored: StoredKey): Promise<void> {
    const now = this.#now();
    const last = stored.lastUsedAt ?? 0;
    stored.lastUsedAt = now;
    if (now - last > 60_000 && stored.id !== SESSION_KEY) {
      await this.#database.keys.update(stored.id, { lastUsedAt: now });
    }
  }

  /** While the browser erases the data, connections are closed under each request: afterwards there are no keys. */
  async #read(): Promise<StoredKey[]> {
    for (const ms of PAUSES_MS) {
      try {
        return await this.#database.keys.toArray();
      } catch (error) {
        if (toStorageError(error)?.problem !== 'failed') throw error;
        await new Promise((resolve) => setTimeout(resolve, ms));
      }
    }
    return this.#database.keys.toArray();
  }

  #keys(): Promise<Map<string, StoredKey>> {
    this.#byHash ??= this.#read()
      .then((rows) => new Map(rows.map((row) => [row.hash, row])))
      .catch((error) => {
        this.#byHash = null;
        throw error;
      });
    return this.#byHash;
  }
}

function ownKey(hash: string, createdAt: number): StoredKey {
  const name = 'This app';
  return { id: SESSION_KEY, name, hash, prefix: PREFIX, createdAt, lastUsedAt: null, limits: {} };
}

function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const text = toBase64(bytes);
  return PREFIX + text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
