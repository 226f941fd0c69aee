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
  await moveOldPrompts(async () => database);
  expect(await database.prompts.toArray()).toMatchObject([{ text: 'mine' }]);
  expect(stored.size).toBe(0);
});

test('prompts that cannot be moved stay where they are', async () => {
  const stored = stubStorage('["mine"]');
  const database = new AlcoveDatabase('move-old-prompts-closed');
  database.close();
  await expect(moveOldPrompts(async () => database)).rejects.toThrow();
  expect(stored.get('alcove-prompts')).toBe('["mine"]');
});

test('prompts that another tab moves meanwhile are not added again', async () => {
  const stored = stubStorage('["mine"]');
  const database = new AlcoveDatabase('move-old-prompts-twice');
  let open = (_: AlcoveDatabase) => {};
  const opening = new Promise<AlcoveDatabase>((resolve) => {
    open = resolve;
  });
  const moved = moveOldPrompts(() => opening);
  // Moved there, and deleted by the person.
  stored.clear();
  open(database);
  await moved;
  expect(await database.prompts.count()).toBe(0);
});
