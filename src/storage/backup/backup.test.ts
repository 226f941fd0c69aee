import { expect, test } from 'vitest';
import { AlcoveDatabase } from '#storage/database.ts';
import { KeyRing } from '#storage/key-ring.ts';
import { TABLE_NAMES, TABLES } from '#storage/tables.ts';
import { exportBackup, importBackup, oldBackup } from '#testing/backups.ts';
import { FULL_ROWS } from '#testing/sample-rows.ts';
import { times } from '#testing/test-run.ts';
import { wrongRows } from '#testing/wrong-rows.ts';
import { LIMITS } from './format.ts';
import { importChats } from './import-chats.ts';
import { memorySink } from './sink.ts';

const open = () => new AlcoveDatabase(`backup-${crypto.randomUUID()}`);
const IN_BACKUP = TABLE_NAMES.filter((name) => TABLES[name].isInBackup);

async function fill(database: AlcoveDatabase): Promise<AlcoveDatabase> {
  for (const name of TABLE_NAMES) await database.table(name).add(FULL_ROWS[name]);
  return database;
}

test('an export imported elsewhere gives back every table that is in backups', async () => {
  const to = open();
  const file = await exportBackup(await fill(open()));
  expect(await importBackup(to, file)).toMatchObject({ added: IN_BACKUP.length - 1, present: 0 });
  for (const name of TABLE_NAMES) {
    const expected = IN_BACKUP.includes(name) ? [FULL_ROWS[name]] : [];
    expect([name, await to.table(name).toArray()]).toEqual([name, expected]);
  }
});

test('a second import adds nothing and overwrites nothing', async () => {
  const database = await fill(open());
  const file = await exportBackup(database);
  await database.messages.update('m', { text: 'changed since' });
  expect(await importBackup(database, file)).toMatchObject({ added: 0 });
  expect(await database.messages.get('m')).toMatchObject({ text: 'changed since' });
  expect(await database.quarantine.count()).toBe(1);
});

test('recordings, vectors and long texts larger than a part come back byte for byte', async () => {
  const from = open();
  const to = open();
  const sound = new Uint8Array(3_000_001).map((_, i) => i * 7);
  const data = new Float32Array(400_000).map((_, i) => Math.sin(i));
  const text = 'Grüße, 世界 \n'.repeat(400_000);
  // A row of another table is read right before the parts.
  await from.recordings.add(FULL_ROWS.recordings);
  await from.recordingFiles.add({ id: 'r', data: new Blob([sound], { type: 'audio/wav' }) });
  await from.textSetVectors.add({ ...FULL_ROWS.textSetVectors, data });
  await from.documents.add({ ...FULL_ROWS.documents, text });
  const file = await exportBackup(from);
  const longest = (await file.text()).split('\n').reduce((n, line) => Math.max(n, line.length), 0);
  expect(longest).toBeLessThan(1_100_000);
  expect(await importBackup(to, file)).toMatchObject({ added: 4 });
  const back = await to.recordingFiles.get('r');
  expect(back?.data.type).toBe('audio/wav');
  expect(Buffer.from((await back?.data.arrayBuffer()) ?? new ArrayBuffer(0)).equals(sound)).toBe(
    true,
  );
  const vectors = (await to.textSetVectors.get('t:0'))?.data as Float32Array;
  expect(Buffer.from(vectors.buffer).equals(Buffer.from(data.buffer))).toBe(true);
  expect((await to.documents.get('d'))?.text).toBe(text);
});

test('a file of the first version is still read', async () => {
  const database = open();
  const row = { id: 'r', data: { $blob: btoa('sound'), type: 'audio/wav' } };
  const file = oldBackup(
    { table: 'recordingFiles', row },
    { table: 'presets', row: FULL_ROWS.presets },
  );
  expect(await importBackup(database, file)).toMatchObject({ added: 2 });
  expect(await (await database.recordingFiles.get('r'))?.data.text()).toBe('sound');
});

test('a revoked key stays revoked when an older backup is imported', async () => {
  const database = open();
  const keys = new KeyRing(database, () => 1);
  const { key, stored } = await keys.create('mine');
  const file = oldBackup({ table: 'keys', row: { ...stored } });
  await keys.revoke(stored.id);
  expect(await importBackup(database, file)).toMatchObject({ added: 0, keys: 1 });
  expect(await new KeyRing(database, () => 1).verify(key)).toBeNull();
  expect(await (await exportBackup(database)).text()).not.toContain(stored.hash);
});

test('a disk that is full in the middle fails the export and leaves nothing behind', async () => {
  const database = await fill(open());
  await database.recordingFiles.put({ id: 'r', data: new Blob([new Uint8Array(5_000_000)]) });
  let room = 2_000_000;
  let discarded = false;
  const openSink = async () => ({
    ...memorySink(),
    write(bytes: Uint8Array) {
      room -= bytes.length;
      if (room < 0) throw new DOMException('Quota exceeded.', 'QuotaExceededError');
    },
    discard: async () => {
      discarded = true;
    },
  });
  await expect(exportBackup(database, openSink)).rejects.toThrow('Quota exceeded');
  expect(discarded).toBe(true);
});

test('an export that reads back differently is not handed over', async () => {
  const database = await fill(open());
  const openSink = async () => {
    const sink = memorySink();
    const close = async () => {
      const bytes = new Uint8Array(await (await sink.close()).arrayBuffer());
      bytes[500] = 0;
      return new Blob([bytes]);
    };
    return { ...sink, close };
  };
  await expect(exportBackup(database, openSink)).rejects.toThrow('could not be verified');
});

const refusals: [string, () => Promise<Blob> | Blob, string][] = [
  ['an empty file', () => new Blob([]), 'empty'],
  ['text', () => new Blob(['hello']), 'damaged'],
  ['other JSON', () => new Blob(['{"format":"other"}']), 'not an Alcove export'],
  ['null', () => new Blob(['null']), 'not an Alcove export'],
  ['a newer format', () => new Blob(['{"format":"alcove-backup","version":9}']), 'newer'],
  ['a file without line breaks', () => new Blob(['x'.repeat(200_000)]), 'longer than 66 kB'],
  [
    'a nested line',
    () => oldBackup(`{"table":"presets","row":${'['.repeat(100_000)}`),
    'more than 64 levels',
  ],
  [
    'a line of millions of values',
    () => oldBackup(`{"table":"presets","row":[${'1,'.repeat(LIMITS.items)}1]}`),
    '4 million values',
  ],
  ['bytes that are not text', () => oldBackup('{"table":"\ud800"'), 'cannot be read'],
  [
    'base64 that is none',
    () => oldBackup({ table: 'recordingFiles', row: { id: 'r', data: { $blob: '!!' } } }),
    'not base64',
  ],
  [
    'an export cut off',
    async () => {
      const lines = (await (await exportBackup(await fill(open()))).text()).split('\n');
      return new Blob([lines.slice(0, 6).join('\n').slice(0, -10)]);
    },
    'damaged',
  ],
  [
    'an export without its end',
    async () => {
      const lines = (await (await exportBackup(await fill(open()))).text()).split('\n');
      return new Blob([lines.slice(0, -2).join('\n')]);
    },
    'ends early',
  ],
  [
    'an export with a changed row',
    async () => {
      const text = await (await exportBackup(await fill(open()))).text();
      return new Blob([text.replace('Birds sing.', 'Birds sang.')]);
    },
    'was changed',
  ],
];
for (const [what, make, sentence] of refusals) {
  test(`refuses ${what} in a sentence`, async () => {
    const importing = importBackup(open(), await make());
    await expect(importing).rejects.toMatchObject({ name: 'BackupError' });
    await expect(importing).rejects.toThrow(sentence);
  });
}

test('a line longer than the limit is refused before it is in memory', async () => {
  const piece = new Uint8Array(4_000_000).fill(120);
  let read = 0;
  const slice = (start: number) => {
    if (start === 0) return new Blob(['{"format":"alcove-backup","version":2}\n']);
    read += piece.length;
    return new Blob([piece]);
  };
  const file = { size: 2_200_000_000, slice } as unknown as Blob;
  await expect(importBackup(open(), file)).rejects.toThrow('longer than 32 MB');
  expect(read).toBeLessThan(50_000_000);
});

test('every row with one field wrong imports repaired, or is set aside and counted', async ({
  annotate,
}) => {
  const database = open();
  const every = times(1, 5);
  const rows = [...wrongRows()].filter(
    ({ kind }, i) => kind !== 'bigint' && kind !== 'long' && i % every === 0,
  );
  const file = oldBackup(
    ...rows.map(({ table, row }, i) => ({ table, row: { ...(row as object), [`n${i}`]: 1 } })),
  );
  const count = await importBackup(database, file);
  expect(rows.length).toBeGreaterThan(2_000 / every);
  expect(count.unreadable).toBeGreaterThan(100 / every);
  await annotate(`${rows.length} rows with one wrong field imported: ${JSON.stringify(count)}`);
  for (const name of IN_BACKUP) await database.table(name).toArray();
  const again = open();
  await importBackup(again, await exportBackup(database));
  expect(await again.messages.toArray()).toEqual(await database.messages.toArray());
});

test('chats of a ChatGPT export travel in a backup, and a second import adds none of them', async () => {
  const say = (id: string, parent: string | null, role: string, text: string) => ({
    id,
    parent,
    message: { author: { role }, create_time: 10, content: { parts: [text] } },
  });
  const mapping = {
    q: say('q', null, 'user', 'Which bird?'),
    a: say('a', 'q', 'assistant', 'A heron.'),
  };
  const chats = [{ id: 'x', title: 'Birds', create_time: 9, mapping, current_node: 'a' }];
  const foreign = new Blob([JSON.stringify(chats)]);
  const here = open();
  expect(await importChats(here, foreign, 'm')).toMatchObject({ added: 1 });
  const there = open();
  await importBackup(there, await exportBackup(here));
  expect(await there.conversations.toArray()).toEqual(await here.conversations.toArray());
  expect(await there.messages.toArray()).toEqual(await here.messages.toArray());
  expect(await importChats(there, foreign, 'm')).toMatchObject({
    added: 0,
    present: 1,
    grown: 0,
    skipped: 0,
  });
});
