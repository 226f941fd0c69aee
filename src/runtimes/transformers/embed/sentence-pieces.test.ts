import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import reference from './reference.json';
import { SentencePieces } from './sentence-pieces.ts';

const FILE = 'public/models/alcove-embed-multilingual/tokenizer.json.gz';

test('cuts texts of many languages as the package that the model comes from', async () => {
  const pieces = new SentencePieces(JSON.parse(gunzipSync(await readFile(FILE)).toString()));
  for (const { text, ids } of reference) expect(pieces.encode(text), text).toEqual(ids);
});

test('cuts a long text without spaces in a time that grows with its length', async () => {
  const pieces = new SentencePieces(JSON.parse(gunzipSync(await readFile(FILE)).toString()));
  const ids = pieces.encode('租约的解约通知期为三个月。'.repeat(20_000));
  expect(ids.length).toBeGreaterThan(100_000);
});

test('refuses a vocabulary with pieces that have no score', () => {
  expect(() => new SentencePieces({ pieces: ['<unk>', 'a'], scores: [0] })).toThrow('damaged');
});
