import { expect, test, vi } from 'vitest';
import { backupWork } from './backup-work.ts';

test('an export of a database that never opens ends with the reason', async () => {
  vi.useFakeTimers();
  vi.spyOn(indexedDB, 'open').mockImplementation(() => new EventTarget() as IDBOpenDBRequest);
  const outcome = backupWork.exportEverything(() => {}, null);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await outcome).toMatchObject({
    ok: false,
    message: expect.stringMatching(/^The browser did not open the stored data in time\./),
  });
  vi.useRealTimers();
});
