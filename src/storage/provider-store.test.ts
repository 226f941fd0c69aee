import { expect, test } from 'vitest';
import { AlcoveDatabase } from './database.ts';
import { ProviderStore } from './provider-store.ts';

const LAB = {
  id: 'lab',
  name: 'Lab',
  baseUrl: 'https://llm.lab.example/v1/',
  boundary: 'own-network',
  models: [{ id: 'big', remote: 'Qwen/Qwen3' }],
};
const SECRET = 'sk-a-secret-that-nobody-reads';

function open() {
  const database = new AlcoveDatabase(`providers-${crypto.randomUUID()}`);
  return { database, store: new ProviderStore(database) };
}

test('stores a key that only this browser can open, and never as text', async () => {
  const { database, store } = open();
  const provider = await store.save(LAB, SECRET);
  expect(provider.baseUrl).toBe('https://llm.lab.example/v1');
  expect(await store.secret(provider)).toBe(SECRET);
  expect((await store.list())[0]).toMatchObject({ hasKey: true, from: 'person' });
  const vault = await database.vaultKeys.get('vault');
  expect(vault?.key.extractable).toBe(false);
  await expect(crypto.subtle.exportKey('raw', vault?.key as CryptoKey)).rejects.toThrow();
  for (const table of database.tables) {
    const rows = JSON.stringify(await table.toArray(), (_, value: unknown) =>
      value instanceof Uint8Array ? new TextDecoder('latin1').decode(value) : value,
    );
    expect(rows).not.toContain(SECRET);
  }
});

test('a key goes to no origin but the one it was entered for', async () => {
  const { database, store } = open();
  const provider = await store.save(LAB, SECRET);
  // Edited behind the service's back: the seal holds the origin.
  const moved = { ...provider, baseUrl: 'https://evil.example/v1' };
  await database.providers.put({ id: 'lab', configJson: JSON.stringify(moved), from: 'person' });
  expect(await store.secret((await store.list())[0]?.provider ?? provider)).toBeNull();
  // Edited in the settings: the key is removed, and asked for again.
  await store.save(LAB, SECRET);
  const other = await store.save(moved);
  expect([await store.secret(other), (await store.list())[0]?.hasKey]).toEqual([null, false]);
});

test.each([
  'ftp://lab.example/v1',
  'https://user:password@lab.example/v1',
  'https://lab.example/v1?key=1',
  'https://*.example/v1',
  "https://lab.example;script-src 'unsafe-eval'/v1",
  'https://a;connect-src/v1',
  'javascript:alert(1)',
  'https://lab.example,https://evil.example/v1',
  '//lab.example/v1',
])('refuses %s as an address', async (baseUrl) => {
  await expect(open().store.save({ ...LAB, baseUrl })).rejects.toThrow('address');
});

test('a deployment replaces its own providers, leaves the person’s unchanged, and contains no key', async () => {
  const { store } = open();
  await store.save(LAB, SECRET);
  const offered = { ...(await store.save({ ...LAB, id: 'team' })), name: 'Team' };
  await store.remove('team');
  const clash = { ...offered, id: 'lab', baseUrl: 'https://evil.example/v1' };
  expect(await store.deploy({ providers: [clash, offered], rules: [] })).toBe(true);
  expect(await store.deploy({ providers: [clash, offered], rules: [] })).toBe(false);
  const names = async () => (await store.list()).map((l) => [l.provider.id, l.from, l.hasKey]);
  expect(await names()).toEqual([
    ['lab', 'person', true],
    ['team', 'deployment', false],
  ]);
  await store.deploy({ providers: [], rules: [] });
  expect(await names()).toEqual([['lab', 'person', true]]);
});

test('invalid rows are skipped', async () => {
  const { database, store } = open();
  for (const [i, configJson] of ['', '5', '{"id":"x1"}', '{nope'].entries()) {
    await database.providers.put({ id: `x${i}`, configJson, from: 'person' });
  }
  expect(await store.list()).toEqual([]);
});

test('days of a provider that are long ago are added up by month', async () => {
  const { database, store } = open();
  const start = Date.UTC(2025, 0, 1);
  for (let day = 0; day < 150; day++) {
    const date = new Date(start + day * 86_400_000).toISOString().slice(0, 10);
    await store.putDay({ id: `lab ${date}`, tokens: 2, pico: 3, requests: 1 });
  }
  const rows = await database.providerDays.toArray();
  expect(rows.length).toBeLessThan(150);
  expect(rows.reduce((sum, { requests }) => sum + requests, 0)).toBe(150);
  const january = { id: 'lab 2025-01-01', tokens: 62, pico: 93, requests: 31 };
  expect(await store.day('lab 2025-01-01')).toEqual(january);
  expect(await store.day('lab 2025-05-30')).toMatchObject({ requests: 1 });
});
