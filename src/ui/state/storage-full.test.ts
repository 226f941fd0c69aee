import { Dexie } from 'dexie';
import { afterEach, expect, test, vi } from 'vitest';
import { failureToast, isStorageFull, STORAGE_PATH } from './storage-full.ts';

afterEach(() => vi.unstubAllGlobals());

const full = new DOMException('Quota exceeded.', 'QuotaExceededError');

test.each([
  [full, true],
  [new Dexie.AbortError('Transaction aborted', { inner: full } as unknown as Error), true],
  [new Error('The model was unloaded.'), false],
  ['full', false],
])('%s is a full disk: %s', (error, expected) => {
  expect(isStorageFull(error)).toBe(expected);
});

test('a failure on a full disk stays, with a button that opens the storage list', () => {
  const paths: unknown[] = [];
  vi.stubGlobal('history', { pushState: (...args: unknown[]) => paths.push(args[2]) });
  const { text, stays, action } = failureToast('Not saved.', full);
  expect([text, stays, action?.label]).toEqual(['Not saved.', true, 'Free up storage']);
  action?.run();
  expect(paths).toEqual([STORAGE_PATH]);
});

test('any other failure is only said', () => {
  expect(failureToast('Not saved.', new Error('Stopped.'))).toEqual({ text: 'Not saved.' });
});
