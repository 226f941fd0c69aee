import { expect, test } from 'vitest';
import { DOWNLOAD_HEADERS } from '#transport/isolation-headers.ts';
import { allows, requireAllowed } from './page-policy.ts';

const OWN = 'http://localhost:4173';
const POLICY = DOWNLOAD_HEADERS['content-security-policy'] ?? '';
const can = (url: string, policy = POLICY) => allows(policy, new URL(url), OWN);

test('the policy of the app allows the hub with its file hosts, and this origin', () => {
  expect(can('https://huggingface.co/owner/name')).toBe(true);
  expect(can('https://cas-bridge.xethub.hf.co/x')).toBe(true);
  expect(can(`${OWN}/models/a.gguf`)).toBe(true);
  expect(can('https://models.test/a.gguf')).toBe(false);
  expect(can('http://huggingface.co/owner/name')).toBe(false);
  expect(can('https://huggingface.co:8443/owner/name')).toBe(false);
  expect(can('https://evil-hf.co/x')).toBe(false);
});

test.each([
  ["connect-src 'self' https:", 'https://models.test/a', true],
  ["connect-src 'self' https:", 'http://models.test/a', false],
  ['connect-src *', 'https://models.test/a', true],
  ['connect-src models.test:*', 'https://models.test:8443/a', true],
  ["default-src 'none'", 'https://models.test/a', false],
  ["script-src 'self'", 'https://models.test/a', true],
  ['connect-src https://models.test:443', 'https://models.test/a', true],
  ['connect-src https://models.test:443', 'https://models.test:8443/a', false],
  ['connect-src http://models.test', 'https://models.test/a', true],
  ['connect-src http://models.test:8080', 'https://models.test:8080/a', true],
  ['connect-src https://models.test', 'http://models.test/a', false],
  ['connect-src models.test:80', 'http://models.test/a', true],
  ['connect-src http:', 'https://models.test/a', true],
  ["connect-src 'self'", 'https://localhost:4173/a', true],
  ["connect-src 'none'", 'http://localhost:4173/a', false],
])('%s, asked for %s', (policy, url, allowed) => {
  expect(can(url, policy)).toBe(allowed);
});

test('a host that the policy does not name is refused in a sentence with the way around', async () => {
  const url = 'https://models.test/a.gguf?a=1&b=$(c)';
  const head = async () => new Response(null, { headers: { 'content-security-policy': POLICY } });
  await expect(requireAllowed(url, `${OWN}/download-worker.js`, head)).rejects.toThrow(
    `This page may not ask models.test: it was served with a list of hosts for models. Where its server runs, "npm start -- pull '${url}'"`,
  );
  const quote = `https://models.test/'.gguf`;
  await expect(requireAllowed(quote, `${OWN}/download-worker.js`, head)).rejects.toThrow(
    `"npm start -- pull 'https://models.test/%27.gguf'"`,
  );
  const unknown = async () => Promise.reject(new TypeError('offline'));
  await requireAllowed(url, `${OWN}/download-worker.js`, unknown);
  await requireAllowed(url, `${OWN}/download-worker.js`, async () => new Response(null));
});
