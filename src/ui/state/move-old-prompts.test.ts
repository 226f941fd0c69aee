import { afterEach, expect, test, vi } from 'vitest';
import { AlcoveDatabase } from '#storage/database.ts';
import { moveOldPrompts } from './move-old-prompts.ts';

function stubStorage(written: string) {
  const stored = new Map([['alcove-prompts', written]]);
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    removeItem: (name: string) => void stored.delete(name),
  });
  return stored;
}

afterEach(() => vi.unstubAllGlobals());

test('prompts of an earlier release move into the database', async () => {
  const stored = stubStorage('["mine"]');
  const database = new AlcoveDatabase('move-old-prompts');
  await moveOldPrompts(Promise.resolve(database));
  expect(await database.prompts.toArray()).toMatchObject([{ text: 'mine' }]);
  expect(stored.size).toBe(0);
});

test('prompts that cannot be moved stay where they are', async () => {
  const stored = stubStorage('["mine"]');
  const database = new AlcoveDatabase('move-old-prompts-closed');
  database.close();
  await expect(moveOldPrompts(Promise.resolve(database))).rejects.toThrow();
  expect(stored.get('alcove-prompts')).toBe('["mine"]');
});
