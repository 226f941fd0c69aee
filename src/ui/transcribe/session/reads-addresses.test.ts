import { expect, test } from 'vitest';
import { ISOLATION_HEADERS } from '#transport/isolation-headers.ts';
import { allowsOthers } from './reads-addresses.ts';

test('addresses of other sites are offered only where the policy allows to read them', () => {
  expect(allowsOthers(ISOLATION_HEADERS['content-security-policy'] ?? '')).toBe(false);
  expect(allowsOthers("default-src 'none'")).toBe(false);
  expect(allowsOthers("default-src 'self'; connect-src 'self' https://media.example")).toBe(true);
  expect(allowsOthers("script-src 'self'")).toBe(true);
  expect(allowsOthers(null)).toBe(true);
});
