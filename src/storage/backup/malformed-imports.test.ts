import { gzipSync, strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { seeded } from '#base/numbers.ts';
import { AlcoveDatabase } from '#storage/database.ts';
import { toStorageError } from '#storage/open-database.ts';
import { FULL_ROWS } from '#testing/sample-rows.ts';
import { IS_FULL } from '#testing/test-run.ts';
import { BackupError, FORMAT, VERSION } from './format.ts';
import { importChats } from './import-chats.ts';
import { readBackup } from './read-backup.ts';
import { memorySink } from './sink.ts';

/** Milliseconds that one file may take on a busy machine. */
const MAX_MS = 4_000;

/** One of how many files is read. */
const EVERY = IS_FULL ? 1 : 9;

const say = (id: string, parent: string | null, role: string, text: string) => ({
  id,
  parent,
  children: [],
  message: {
    author: { role, name: null },
    create_time: 10.5,
    content: { content_type: 'text', parts: [text] },
    metadata: { model_slug: 'gpt-4' },
  },
});
const chat = (id: unknown) => ({
  id,
  conversation_id: id,
  title: 'Herons',
  create_time: 9.25,
  update_time: 11,
  current_node: 'a',
  mapping: {
    q: say('q', null, 'user', 'Where does it stand?'),
    a: say('a', 'q', 'assistant', 'At the “river” \u{1f41f}.'),
  },
});

const WRONG: unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  '',
  '\ud800',
  '\u202etxt.exe',
  'x'.repeat(100_000),
  [],
  {},
  [null],
  { __proto__: null, toString: 1 },
  [[[[[]]]]],
  { length: 1e9 },
  '9'.repeat(400),
];

/** Every value of a tree replaced by each wrong one, and left out. */
function* wrongTyped(value: unknown): Generator<unknown> {
  yield* WRONG;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    const put = (other: unknown) =>
      Array.isArray(value)
        ? value.map((old, i) => (String(i) === name ? other : old))
        : { ...value, [name]: other };
    for (const wrong of wrongTyped(inner)) yield put(wrong);
    if (!Array.isArray(value))
      yield Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
  }
}

const utf16 = (text: string) =>
  Uint8Array.from([
    0xff,
    0xfe,
    ...new Uint8Array(Uint16Array.from(text, (c) => c.charCodeAt(0)).buffer),
  ]);
const latin1 = (text: string) => Uint8Array.from(text, (c) => c.charCodeAt(0));

type Bytes = string | Uint8Array<ArrayBuffer>;

/** Ways in which a text file can be damaged or be something else. */
function spoil(text: string): Record<string, Bytes> {
  const bytes = strToU8(text) as Uint8Array<ArrayBuffer>;
  const random = seeded(21);
  const files: Record<string, Bytes> = {
    nothing: '',
    spaces: ' \n\t'.repeat(300_000),
    'a BOM alone': '\ufeff',
    'a BOM before it': `\ufeff${text}`,
    'UTF-16': utf16(text),
    'Latin-1': latin1(text.replace('“', 'ä')),
    zeros: new Uint8Array(3_000_000),
    gzip: gzipSync(bytes) as Uint8Array<ArrayBuffer>,
    'a zip': zipSync({ 'conversations.json': bytes }) as Uint8Array<ArrayBuffer>,
    twice: text + text,
    CRLF: text.replaceAll('\n', '\r\n'),
    'a NUL in it': text.replace('{', '{\0'),
    'single quotes': text.replaceAll('"', "'"),
    'NaN and comments': text.replace(':', ': NaN, // x\n "y":'),
    HTML: '<!doctype html><title>Sign in</title>',
    brackets: '['.repeat(2_000_000),
    braces: '{"a":'.repeat(400_000),
    commas: `[${','.repeat(2_000_000)}]`,
    quotes: '"'.repeat(2_000_000),
    backslashes: `["${'\\'.repeat(2_000_001)}"]`,
    numbers: `[${'1e999,'.repeat(200_000)}1]`,
    random: Uint8Array.from({ length: 200_000 }, () => random() * 256),
    'duplicate keys': `[{${'"mapping":{},'.repeat(50_000)}"id":1}]`,
  };
  for (let i = 0; i < 40; i++)
    files[`cut at ${i}/40`] = bytes.slice(0, Math.floor((bytes.length * i) / 40));
  for (let i = 0; i < 40; i++) {
    const flipped = bytes.slice();
    const at = Math.floor(random() * flipped.length);
    flipped[at] = (flipped[at] ?? 0) ^ (1 << Math.floor(random() * 8));
    files[`bit ${i} of ${at} flipped`] = flipped;
  }
  return files;
}

/** Reads a sample of the files. @returns those that ended in an exception, or took too long */
async function readAll(files: Iterable<[string, Bytes]>, read: (file: Blob) => Promise<unknown>) {
  const failed: string[] = [];
  let count = 0;
  for (const [name, bytes] of files) {
    if (count++ % EVERY > 0) continue;
    const began = performance.now();
    const raw = await read(new Blob([bytes])).then(
      () => null,
      (error: unknown) => (error instanceof BackupError || toStorageError(error) ? null : error),
    );
    const ms = performance.now() - began;
    if (raw !== null) failed.push(`${name}: ${raw}`);
    if (ms > MAX_MS) failed.push(`${name}: ${Math.round(ms)} ms`);
  }
  expect(count).toBeGreaterThan(500);
  return failed;
}

test('malformed ChatGPT exports are read or refused in a sentence', async () => {
  const database = new AlcoveDatabase('malformed-chatgpt');
  function* files(): Generator<[string, Bytes]> {
    yield* Object.entries(spoil(JSON.stringify([chat('x'), chat('y')])));
    for (const wrong of wrongTyped(chat('z')))
      yield ['a wrong value', JSON.stringify([wrong, chat('sound')])];
  }
  expect(await readAll(files(), (file) => importChats(database, file, 'm'))).toEqual([]);
  expect(await database.conversations.get('chatgpt-sound')).toBeDefined();
});

test('malformed backups are read or refused in a sentence', async () => {
  const database = new AlcoveDatabase('malformed-backup');
  const lines = [
    { format: FORMAT, version: VERSION, at: 1 },
    { table: 'conversations', row: FULL_ROWS.conversations },
    {
      table: 'files',
      row: { id: 'f', conversationId: 'c', name: 'a', type: 'b', data: { $part: 0 } },
    },
    { part: 0, data: 'AAAA' },
    { end: true, rows: { conversations: 1 }, sha256: 'x' },
  ];
  const text = (all: readonly unknown[]) => all.map((line) => JSON.stringify(line)).join('\n');
  function* files(): Generator<[string, Bytes]> {
    yield* Object.entries(spoil(text(lines)));
    for (const [at, line] of lines.entries())
      for (const wrong of wrongTyped(line))
        yield [`line ${at}`, text(lines.with(at, wrong as never))];
  }
  const sink = async () => memorySink();
  expect(await readAll(files(), (file) => readBackup(database, file, sink))).toEqual([]);
});
