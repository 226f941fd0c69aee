import type { AlcoveDatabase } from './database.ts';
import { TABLE_NAMES } from './tables.ts';

export type StorageProblem =
  /** The browser has no IndexedDB here, or does not let this page use it. */
  | 'missing'
  /** Another tab holds an older version open. */
  | 'blocked'
  /** The browser does not answer. */
  | 'silent'
  /** The disk or the browser's quota is full. */
  | 'full'
  /** Stored by a newer release. */
  | 'newer'
  /** It has no tables, or not all of them. */
  | 'damaged'
  | 'failed';

const SENTENCES: Record<StorageProblem, string> = {
  missing:
    'This browser does not let Alcove store anything here. Leave private mode or allow site data, then reload.',
  blocked:
    'Another tab holds an older version of the stored data open. Close the other tabs of Alcove, then reload.',
  silent:
    'The browser did not open the stored data in time. Close other tabs of Alcove, then reload.',
  full: 'There is no storage left on this device. Delete recordings, chats or models, then try again.',
  newer: 'The data here was stored by a newer version of Alcove. Reload to update this page.',
  damaged:
    'The stored data has lost its tables: nothing of it can be read. Delete everything to start again.',
  failed: 'The browser could not read the stored data. Reload; if that does not help, restart it.',
};

/** Stored data cannot be read or written; the message is a sentence for a person. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly problem: StorageProblem;

  constructor(problem: StorageProblem, cause?: unknown) {
    super(SENTENCES[problem], { cause });
    this.problem = problem;
  }
}

const BY_NAME: Readonly<Record<string, StorageProblem>> = {
  MissingAPIError: 'missing',
  SecurityError: 'missing',
  QuotaExceededError: 'full',
  VersionError: 'newer',
  DatabaseClosedError: 'failed',
  OpenFailedError: 'failed',
  InvalidStateError: 'failed',
  UnknownError: 'failed',
  // Of Dexie: a transaction that the browser ended. The browser's own `AbortError` is a cancelled request.
  AbortError: 'failed',
};

/** Exceptions of the rows that a call of Dexie could not write: the first of them say why. */
function failuresOf(error: Wrapper): unknown[] {
  const { failures } = error;
  if (typeof failures !== 'object' || failures === null) return [];
  return Object.values(failures).slice(0, 3);
}

/** Exceptions inside exceptions that are looked at. */
const MAX_DEPTH = 4;

interface Wrapper {
  name?: string;
  message?: unknown;
  inner?: unknown;
  cause?: unknown;
  failures?: unknown;
}

/** The error of another thread, whose class is lost on the way. */
function fromSentence(message: unknown): StorageError {
  const known = Object.entries(SENTENCES).find(([, sentence]) => sentence === message);
  return new StorageError((known?.[0] as StorageProblem | undefined) ?? 'failed');
}

/** The typed error for an exception of Dexie or IndexedDB; null when it is not a failure of the storage. */
export function toStorageError(error: unknown, depth = 0): StorageError | null {
  if (error instanceof StorageError) return error;
  if (typeof error !== 'object' || error === null || depth >= MAX_DEPTH) return null;
  const { name = '', message, inner, cause } = error as Wrapper;
  if (name === 'StorageError') return fromSentence(message);
  const failures = failuresOf(error);
  // Dexie wraps the browser's exception; the innermost one is the most specific.
  for (const deeper of [inner, ...failures]) {
    const found = toStorageError(deeper, depth + 1);
    if (found) return found;
  }
  // Not by name: Dexie gives the error of several rows none.
  const problem = failures.length > 0 ? 'failed' : BY_NAME[name];
  const isCancelled = name === 'AbortError' && error instanceof DOMException;
  if (problem && !isCancelled) return new StorageError(problem, error);
  return toStorageError(cause, depth + 1);
}

/** Milliseconds in which a database opens, migrations of large ones included. */
const PATIENCE_MS = 10_000;

/** Opens the database, or says why not. @throws StorageError */
export async function openDatabase(
  database: AlcoveDatabase,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  let isBlocked = false;
  database.on('blocked', () => {
    isBlocked = true;
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new StorageError(isBlocked ? 'blocked' : 'silent')),
      patienceMs,
    );
  });
  try {
    await Promise.race([database.open(), late]);
    // Every query would fail, each with an error of its own.
    const stores = database.backendDB().objectStoreNames;
    if (TABLE_NAMES.some((name) => !stores.contains(name))) throw new StorageError('damaged');
  } catch (error) {
    // Queries that wait for the opening fail as well, after the reason is known.
    setTimeout(() => database.close());
    throw toStorageError(error) ?? new StorageError('failed', error);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Reports a failure of background work to the console of the browser. A full disk is not a fault of the app, whether the
 * database or `/v1` says so: a later try succeeds once there is room.
 */
export function reportFault(error: unknown): void {
  const isFull = toStorageError(error)?.problem === 'full';
  const { code } = (error ?? {}) as { code?: unknown };
  if (!isFull && code !== 'storage_full') reportError(error);
}
