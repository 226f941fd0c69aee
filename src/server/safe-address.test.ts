import type { lookup } from 'node:dns';
import { expect, test } from 'vitest';
import { BOUNDARIES, type Boundary } from '#contract/boundary.ts';
import { isCallable, safeLookup } from './safe-address.ts';

/** What a name turns into when the DNS answers with these addresses. */
function resolved(name: string, boundary: Boundary, addresses: readonly string[]) {
  const dns = ((_name, _options, callback: (...args: unknown[]) => void) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )) as typeof lookup;
  return new Promise<unknown>((resolve) => {
    safeLookup(boundary, dns)(name, { all: true }, (error, found) => {
      resolve(error?.code ?? (found as { address: string }[]).map(({ address }) => address));
    });
  });
}

/** The farthest kinds of place that an address may be found at. */
const PLACES: [address: string, allowed: Boundary[]][] = [
  ['127.0.0.1', ['own-device']],
  ['127.8.9.1', ['own-device']],
  ['::1', ['own-device']],
  ['::ffff:127.0.0.1', ['own-device']],
  ['10.1.2.3', ['own-device', 'own-network']],
  ['172.31.0.1', ['own-device', 'own-network']],
  ['192.168.178.2', ['own-device', 'own-network']],
  ['100.64.0.1', ['own-device', 'own-network']],
  ['fd00::1', ['own-device', 'own-network']],
  ['::ffff:10.0.0.1', ['own-device', 'own-network']],
  ['93.184.216.34', ['own-device', 'own-network', 'contracted', 'third-party']],
  ['2606:2800:220:1::1', ['own-device', 'own-network', 'contracted', 'third-party']],
  ...[
    '0.0.0.0',
    '169.254.169.254',
    '::ffff:169.254.169.254',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    'fe80::1',
    'ff02::1',
    '64:ff9b::a9fe:a9fe',
    '2002:7f00:1::',
  ].map((address): [string, Boundary[]] => [address, []]),
];

test.each(PLACES)('a name may mean %s only where its label says so', async (address, allowed) => {
  for (const boundary of BOUNDARIES) {
    if (boundary === 'device') continue;
    const found = await resolved('lab.example', boundary, [address]);
    expect([boundary, found]).toEqual([
      boundary,
      allowed.includes(boundary) ? [address] : 'EALCOVENAME',
    ]);
  }
});

test('of several addresses those that are allowed are left', async () => {
  const all = ['127.0.0.1', '93.184.216.34', '10.0.0.1'];
  expect(await resolved('lab.example', 'third-party', all)).toEqual(['93.184.216.34']);
});

test('localhost is this machine and nothing else, whatever the DNS answers', async () => {
  expect(await resolved('localhost', 'third-party', ['93.184.216.34', '127.0.0.1'])).toEqual([
    '127.0.0.1',
  ]);
  expect(await resolved('a.localhost', 'third-party', ['10.0.0.1'])).toBe('EALCOVENAME');
});

test('an address that was typed in is called unless nothing good is there', () => {
  expect(['127.0.0.1', '10.0.0.1', '8.8.8.8', '::1'].map(isCallable)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(
    ['169.254.169.254', 'fe80::1', '0.0.0.0', '::ffff:169.254.169.254'].map(isCallable),
  ).toEqual([false, false, false, false]);
});
