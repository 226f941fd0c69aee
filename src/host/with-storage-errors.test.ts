import { Dexie } from 'dexie';
import { expect, test } from 'vitest';
import { toStorageError } from '#storage/open-database.ts';
import type { HostControl } from '#transport/host-control.ts';
import { withStorageErrors } from './host-control.ts';

const full = new DOMException('Quota.', 'QuotaExceededError');

/** An exception as it reaches a page. */
const cross = ({ name, message }: Error) => Object.assign(new Error(message), { name });

test('a page recognises a full disk of the service', async () => {
  const failure = new Dexie.AbortError('Transaction aborted', full as never);
  const control = withStorageErrors({
    hostId: async () => 'this',
    createApiKey: () => Promise.reject(failure),
    load: () => Promise.reject(new Error('There is no model x.')),
  } as unknown as HostControl);
  expect(await control.hostId()).toBe('this');
  const refused = await control.createApiKey({} as never).catch((error: Error) => cross(error));
  expect(toStorageError(refused)?.problem).toBe('full');
  await expect(control.load('x')).rejects.toThrow('There is no model x.');
});
