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

/** Ids of SentencePiece 0.2.3 with the model's own file, without the start and the end. */
const SPELLED: [text: string, ids: number[]][] = [
  ['Das ist <s>alt</s> neu', [899, 176, 87, 9, 65, 17343, 6045, 9, 65, 8446]],
  ['a <unk>', [10, 87, 39089, 65]],
  ['𓂀𓂁𓂂', [6, 0]],
  ['x 𓂀𓂁 y', [257, 6, 0, 51]],
  ['a𓂀𓂁<s>b𓂀', [10, 0, 1467, 9, 65, 305, 0]],
  // Joiners are no spaces.
  ['a\u200cb 👩\u200d👧', [10, 70358, 305, 6, 0]],
];

test('no text spells a token of the format, and unknown characters in a row are one', async () => {
  const pieces = new SentencePieces(JSON.parse(gunzipSync(await readFile(FILE)).toString()));
  for (const [text, ids] of SPELLED) expect(pieces.encode(text), text).toEqual([1, ...ids, 2]);
});

test('cuts a long text without spaces in a time that grows with its length', async () => {
  const pieces = new SentencePieces(JSON.parse(gunzipSync(await readFile(FILE)).toString()));
  const ids = pieces.encode('租约的解约通知期为三个月。'.repeat(20_000));
  expect(ids.length).toBeGreaterThan(100_000);
});

test('refuses a vocabulary with pieces that have no score', () => {
  expect(() => new SentencePieces({ pieces: ['<unk>', 'a'], scores: [0] })).toThrow('damaged');
});
