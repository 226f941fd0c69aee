import { afterEach, expect, test, vi } from 'vitest';
import type { AlcoveDatabase } from '#storage/database.ts';
import { createTestPorts } from '#testing/test-ports.ts';
import { indexAgain, indexOldMessages } from './index-old-messages.ts';

afterEach(() => vi.unstubAllGlobals());

async function open() {
  const { ports, database } = await createTestPorts();
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  });
  const request = (name: string, _: object, work: (lock: object) => Promise<void>) =>
    ports.locks.request(name, work as never);
  vi.stubGlobal('navigator', { locks: { request } });
  const text = '苍鹭站在河边等待鱼';
  const conversationId = 'c';
  for (let i = 0; i < 50; i++) {
    const id = `m${i + 10}`;
    const base = { id, conversationId, parentId: null, role: 'user', createdAt: i, state: 'done' };
    await database.messages.put({ ...base, text } as never);
    await database.words.put({ id, conversationId, words: [text] });
  }
  const indexed = async () =>
    (await database.words.where('words').equals('等待鱼').toArray()).length;
  return { storage: Promise.resolve(database), database, stored, indexed };
}

test('indexing that is interrupted resumes at the next start and happens once', async () => {
  const { storage, database, stored, indexed } = await open();
  const leave = () => Promise.reject(new Error('The page was closed.'));
  await expect(indexOldMessages(storage, leave)).rejects.toThrow('closed');
  const first = await indexed();
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThan(50);
  const [after] = stored.values();
  await database.words.put({ id: 'm10', conversationId: 'c', words: ['as before'] });
  await indexOldMessages(storage, async () => {});
  // Messages before that id are not indexed twice.
  expect([after, await indexed()]).toEqual([`m${9 + first}`, 49]);

  const closed = Promise.reject<AlcoveDatabase>(new Error('Not needed.'));
  closed.catch(() => {});
  await indexOldMessages(closed);
  await indexAgain(storage);
  expect(await indexed()).toBe(50);
});
