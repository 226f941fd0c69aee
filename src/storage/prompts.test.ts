import Dexie from 'dexie';
import { expect, test } from 'vitest';
import { exportBackup, importBackup } from '#testing/backups.ts';
import { AlcoveDatabase } from './database.ts';
import {
  deletePrompt,
  MAX_PROMPT_LENGTH,
  MAX_PROMPTS,
  readPrompts,
  savePrompt,
} from './prompts.ts';
import { clearKind } from './quarantine.ts';
import { watch } from './watch.ts';

const open = (name: string = crypto.randomUUID()) => new AlcoveDatabase(`prompts-${name}`);
const textsOf = async (database: AlcoveDatabase) =>
  (await readPrompts(database)).prompts.map(({ text }) => text);

test('prompts are listed newest first; one saved again moves up; a deleted one comes back', async () => {
  const database = open();
  await savePrompt(database, 'first', 1);
  await savePrompt(database, 'second', 2);
  await savePrompt(database, 'first', 3);
  expect(await textsOf(database)).toEqual(['first', 'second']);
  const [first] = (await readPrompts(database)).prompts;
  if (!first) throw new Error('No prompt is stored.');
  const undo = await deletePrompt(database, first);
  expect(await textsOf(database)).toEqual(['second']);
  await undo();
  expect(await textsOf(database)).toEqual(['first', 'second']);
});

test('a prompt past a limit is refused, never cut, and none is dropped for it', async () => {
  const database = open();
  const long = 'a'.repeat(MAX_PROMPT_LENGTH);
  expect(await savePrompt(database, long, 1)).toBeNull();
  expect(await savePrompt(database, `${long}a`, 2)).toBe('tooLong');
  const rows = Array.from({ length: MAX_PROMPTS - 1 }, (_, i) => ({
    id: `${i}`,
    text: `prompt ${i}`,
    savedAt: 3,
  }));
  await database.prompts.bulkAdd(rows);
  expect(await savePrompt(database, 'one more', 4)).toBe('tooMany');
  expect(await savePrompt(database, 'prompt 7', 4)).toBeNull();
  expect(await database.prompts.count()).toBe(MAX_PROMPTS);
  expect((await database.prompts.where('savedAt').equals(1).first())?.text).toBe(long);
});

test('a list of more prompts than can be read says how many there are', async () => {
  const database = open();
  const text = 'a'.repeat(6_000_000);
  for (let i = 0; i < 5; i++) await database.prompts.add({ id: `${i}`, text, savedAt: i });
  const { prompts, total } = await readPrompts(database);
  expect([prompts.length, total]).toEqual([3, 5]);
});

test('a database of the ninth schema opens and stores prompts', async () => {
  const old = new Dexie('prompts-old');
  old.version(9).stores({ presets: 'id, name', pairings: 'id' });
  await old.table('presets').add({ id: 'p', name: 'Short', system: '', sampling: {} });
  old.close();
  const database = open('old');
  await savePrompt(database, 'mine', 1);
  expect(await database.presets.get('p')).toMatchObject({ name: 'Short' });
  expect(await textsOf(database)).toEqual(['mine']);
});

test('prompts travel in a backup whole, and are cleared with the presets', async () => {
  const [database, elsewhere] = [open(), open()];
  const long = `${'long '.repeat(19_999)}end`;
  await savePrompt(database, long, 1);
  await importBackup(elsewhere, await exportBackup(database));
  expect(await textsOf(elsewhere)).toEqual([long]);
  await clearKind(elsewhere, 'presets');
  expect(await textsOf(elsewhere)).toEqual([]);
});

test('a tab sees the prompt that another one saves', async () => {
  const [here, there] = [open('tabs'), open('tabs')];
  const seen = new Promise<void>((resolve, reject) => {
    const stop = watch(
      () => readPrompts(here),
      ({ total }) => {
        if (total === 0) return void savePrompt(there, 'from there', 1);
        stop();
        resolve();
      },
      reject,
    );
  });
  await seen;
  expect(await textsOf(here)).toEqual(['from there']);
});
