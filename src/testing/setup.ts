import 'fake-indexeddb/auto';
import { afterEach, expect, vi } from 'vitest';

// An unexpected error fails the test even if it was only logged.
const errors = vi.spyOn(console, 'error');
const reported: unknown[] = [];
// Browsers have it, Node has not.
globalThis.reportError ??= (error: unknown) => void reported.push(error);

afterEach(() => {
  const calls = errors.mock.calls.splice(0);
  expect(calls).toEqual([]);
  expect(reported.splice(0)).toEqual([]);
});
