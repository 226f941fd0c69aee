import { toStorageError } from './open-database.ts';

/**
 * Reports a failure of background work to the console of the browser. A full disk is no fault of the app, whether the
 * database or `/v1` says so: a later try succeeds once there is room.
 */
export function reportFault(error: unknown): void {
  const isFull = toStorageError(error)?.problem === 'full';
  const { code } = (error ?? {}) as { code?: unknown };
  if (!isFull && code !== 'storage_full') reportError(error);
}
