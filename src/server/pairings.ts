import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const MAX_PAIRINGS = 16;
const MAX_TRIES = 5;
const MINUTE_MS = 60_000;

interface Paired {
  credential: string;
  hash: string;
  isStored: boolean;
}

/**
 * Which browsers may be the tab that answers. A browser pairs once with a token that the terminal shows, and
 * gets a credential for the next times; only its hash is stored here.
 */
export class Pairings {
  readonly #path: string | null;
  #hashes: string[];
  #token = newSecret();
  /** Times of wrong tokens, milliseconds. */
  #tries: number[] = [];

  /** @param path File for the hashes, readable by its owner only; null stores nothing. */
  constructor(path: string | null) {
    this.#path = path;
    this.#hashes = readHashes(path);
  }

  /** Pairs one browser; the next one needs another. */
  get token(): string {
    return this.#token;
  }

  /** The hash of a credential that was issued here; null for any other. */
  recognise(credential: string): string | null {
    const hash = sha256(credential);
    return this.#hashes.find((known) => areEqual(known, hash)) ?? null;
  }

  /** Exchanges the token for a credential. `isStored`: whether it works after a restart too. */
  redeem(token: string): Paired | 'wrong-token' | 'too-many' {
    const now = Date.now();
    this.#tries = this.#tries.filter((at) => at > now - MINUTE_MS);
    if (this.#tries.length >= MAX_TRIES) return 'too-many';
    if (!areEqual(sha256(token), sha256(this.#token))) {
      this.#tries.push(now);
      return 'wrong-token';
    }
    this.#token = newSecret();
    const credential = newSecret();
    const hash = sha256(credential);
    this.#hashes = [...this.#hashes, hash].slice(-MAX_PAIRINGS);
    return { credential, hash, isStored: this.#store() };
  }

  #store(): boolean {
    if (this.#path === null) return false;
    try {
      this.#write(this.#path);
      return true;
    } catch {
      // A full disk or a folder without rights: the browser stays paired until the server ends.
      return false;
    }
  }

  #write(path: string): void {
    // Another server of the same folder may have paired browsers since this one read the file.
    const added = readHashes(path).filter((hash) => !this.#hashes.includes(hash));
    this.#hashes = [...added, ...this.#hashes].slice(-MAX_PAIRINGS);
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    // Renamed into place: a server that is killed here leaves the old file.
    const draft = `${path}.${process.pid}`;
    writeFileSync(draft, `${JSON.stringify({ credentials: this.#hashes })}\n`, { mode: 0o600 });
    renameSync(draft, path);
  }
}

const newSecret = () => randomBytes(24).toString('base64url');
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
/** Both are hashes of the same length, so the duration does not reveal their input. */
const areEqual = (a: string, b: string) => timingSafeEqual(Buffer.from(a), Buffer.from(b));

function readHashes(path: string | null): string[] {
  if (path === null) return [];
  try {
    const { credentials } = JSON.parse(readFileSync(path, 'utf8')) as { credentials: unknown };
    if (!Array.isArray(credentials)) return [];
    return credentials.filter((hash) => typeof hash === 'string' && /^[0-9a-f]{64}$/.test(hash));
  } catch {
    // None yet, or damaged: browsers pair again.
    return [];
  }
}
