import Dexie from 'dexie';
import { expect, test, vi } from 'vitest';
import { AlcoveDatabase } from './database.ts';
import { endSession, KeyRing, MAX_KEYS } from './key-ring.ts';

function open(name = `keys-${crypto.randomUUID()}`) {
  const database = new AlcoveDatabase(name);
  return { name, database, keys: new KeyRing(database, () => 1_700_000_000_000) };
}

test('a key has 256 random bits, is shown once and stored as a hash', async () => {
  const { database, keys } = open();
  const { key, stored } = await keys.create('mine');
  expect(key).toMatch(/^alc_[A-Za-z0-9_-]{43}$/);
  expect(stored.hash).toMatch(/^[0-9a-f]{64}$/);
  const rows = JSON.stringify(await database.keys.toArray());
  expect(rows).toContain(stored.prefix);
  expect(rows).not.toContain(key.slice(12));
});

test('keys survive a new start and stop with their revocation', async () => {
  const { name, keys } = open();
  const { key, stored } = await keys.create('mine', { requestsPerDay: 3 });
  const later = new KeyRing(new AlcoveDatabase(name), () => 0);
  expect(await later.verify(key)).toMatchObject({ name: 'mine', limits: { requestsPerDay: 3 } });
  expect(await later.verify(`${key}x`)).toBeNull();
  expect(await later.verify(key)).toMatchObject({ name: 'mine' });
  expect(await later.revoke(stored.id)).toBe(true);
  expect(await later.verify(key)).toBeNull();
  expect(await later.revoke(stored.id)).toBe(false);
});

test('the twenty-sixth key is refused until one is revoked', async () => {
  const { keys } = open();
  for (let i = 0; i < MAX_KEYS; i++) await keys.create(`key ${i}`);
  await expect(keys.create('one more')).rejects.toThrow('25 keys');
  const [first] = await keys.list();
  await keys.revoke(first?.id ?? '');
  await expect(keys.create('one more')).resolves.toBeDefined();
});

test('keys made in parallel are twenty-five at most', async () => {
  const { keys } = open();
  const made = await Promise.allSettled(Array.from({ length: 60 }, (_, i) => keys.create(`${i}`)));
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAX_KEYS);
  expect(await keys.list()).toHaveLength(MAX_KEYS);
});

test('a key that is revoked while its limits are set stays revoked', async () => {
  const { database, keys } = open();
  const { stored } = await keys.create('mine');
  await Promise.all([
    keys.setLimits(stored.id, { requestsPerMinute: 5 }),
    keys.revoke(stored.id),
    keys.setLimits(stored.id, { requestsPerMinute: 6 }),
  ]);
  expect(await database.keys.count()).toBe(0);
});

test('a session key works, is not listed and not stored', async () => {
  const { database, keys } = open();
  const key = await keys.createSessionKey();
  expect(await keys.verify(key)).toMatchObject({ id: 'session' });
  expect(await keys.list()).toEqual([]);
  expect(await database.keys.count()).toBe(0);
});

test('a use is noted at most once a minute', async () => {
  let now = 1_000_000;
  const database = new AlcoveDatabase(`keys-${crypto.randomUUID()}`);
  const keys = new KeyRing(database, () => now);
  const { stored } = await keys.create('mine');
  await keys.touch(stored);
  now += 1000;
  await keys.touch(stored);
  expect(await database.keys.get(stored.id)).toMatchObject({ lastUsedAt: 1_000_000 });
});

test('keys that were erased with the database stop working immediately', async () => {
  const { name, keys } = open();
  const { key } = await keys.create('mine');
  expect(await keys.verify(key)).not.toBeNull();
  // Another connection deletes it, as "clear site data" does.
  await Dexie.delete(name);
  expect(await keys.verify(key)).toBeNull();
  expect(await keys.list()).toEqual([]);
});

test('keys that are erased while they are read are gone, not an error', async () => {
  const { name, database, keys } = open();
  const { key } = await keys.create('mine');
  await Dexie.delete(name);
  const closed = new Dexie.DatabaseClosedError('erased');
  vi.spyOn(database.keys, 'toArray').mockRejectedValueOnce(closed).mockRejectedValueOnce(closed);
  expect(await keys.verify(key)).toBeNull();
});

test('a site has one grant, which is listed, counted apart from keys, and revoked', async () => {
  const { keys: ring, database } = open();
  const site = 'https://shop.test';
  expect(await ring.grantOf(site)).toBeNull();
  const first = await ring.grant(site, 'always', { requestsPerMinute: 5 });
  const key = await ring.createGrantKey(first);
  expect(await ring.verify(key)).toBe(first);
  // In place of the first one, whose key ends with it.
  const second = await ring.grant(site, 'always', {});
  expect(await ring.verify(key)).toBeNull();
  expect((await ring.list()).map(({ id, name, origin }) => [id, name, origin])).toEqual([
    [second.id, 'shop.test', site],
  ]);
  for (let n = 0; n < MAX_KEYS; n++) await ring.create(`key ${n}`);
  const secondKey = await ring.createGrantKey(second);
  await ring.setLimits(second.id, { tokensPerDay: 7 });
  expect((await ring.verify(secondKey))?.limits).toEqual({ tokensPerDay: 7 });
  // It is stored, unlike its key.
  const later = new KeyRing(database, Date.now);
  expect((await later.grantOf(site))?.limits).toEqual({ tokensPerDay: 7 });
  expect(await later.verify(secondKey)).toBeNull();
  expect(await ring.revoke(second.id)).toBe(true);
  expect(await ring.verify(secondKey)).toBeNull();
  expect(await ring.grantOf(site)).toBeNull();
});

test('a grant for once is not stored nor found again', async () => {
  const { keys: ring, database } = open();
  const once = await ring.grant('https://other.test', 'once', {});
  const key = await ring.createGrantKey(once);
  expect(await database.keys.count()).toBe(0);
  expect(await ring.grantOf('https://other.test')).toBeNull();
  expect(await ring.list()).toEqual([once]);
  expect(await ring.revoke(once.id)).toBe(true);
  expect(await ring.verify(key)).toBeNull();
  expect(await ring.revoke(once.id)).toBe(false);
});

test('a grant for a session is found by the next host, until the session is ended', async () => {
  const { keys: ring, database } = open();
  const [shop, other] = ['https://shop.test', 'https://other.test'];
  await ring.grant(other, 'always', {});
  const session = await ring.grant(shop, 'session', { requestsPerMinute: 5 });
  const next = new KeyRing(database, Date.now);
  expect(await next.grantOf(shop)).toEqual(session);
  await endSession(database);
  const last = new KeyRing(database, Date.now);
  expect(await last.grantOf(shop)).toBeNull();
  expect((await last.grantOf(other))?.origin).toBe(other);
});
