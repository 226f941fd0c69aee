import 'fake-indexeddb/auto';
import { afterEach, expect, vi } from 'vitest';

// An error nobody expected is a failure, wherever it was only logged.
const errors = vi.spyOn(console, 'error');

afterEach(() => {
  const calls = errors.mock.calls.splice(0);
  expect(calls).toEqual([]);
});
