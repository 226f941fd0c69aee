import { expect, test } from 'vitest';
import { fromBase64, toBase64 } from '#base/bytes.ts';
import { type Added, missingKinds, readAdded } from './added.ts';
import { isReceipt, ReceiptGiven, readReceipt, writeReceipt } from './receipt.ts';
import { sendFile } from './send-file.ts';
import { Course } from './tend-link.ts';

const SECRET = new Uint8Array(32).fill(7);
const ID = 'ab'.repeat(32);
const ADDED: Added = {
  added: 6,
  present: 1,
  unreadable: 2,
  kinds: { chats: 2, messages: 3, projects: 0, recordings: 1, textSets: 0 },
};

test('carries the counts of each kind to the device that sent', async () => {
  const text = await writeReceipt(SECRET, ID, ADDED);
  expect(isReceipt(text)).toBe(true);
  expect(isReceipt('alcove-move:AAAA')).toBe(false);
  // As mail programs break it.
  const broken = text.replace(/.{40}/g, '$&\n ');
  expect(await readReceipt(SECRET, ID, broken)).toEqual(ADDED);
});

test.each([
  ['of another meeting', new Uint8Array(32).fill(8), ID, (text: string) => text],
  ['of another file', SECRET, 'cd'.repeat(32), (text: string) => text],
  ['that is cut short', SECRET, ID, (text: string) => text.slice(0, 60)],
  ['that is too long', SECRET, ID, (text: string) => text + 'A'.repeat(3_000)],
  [
    'with another count',
    SECRET,
    ID,
    (text: string) => {
      const [start = '', packed = ''] = text.split(':');
      const bytes = fromBase64(packed);
      const at = new TextDecoder('latin1').decode(bytes).indexOf('"added":6') + 8;
      bytes[at] = '9'.charCodeAt(0);
      return `${start}:${toBase64(bytes)}`;
    },
  ],
])('refuses a receipt %s', async (_, secret, id, change) => {
  const text = change(await writeReceipt(SECRET, ID, ADDED));
  await expect(readReceipt(secret, id, text)).rejects.toMatchObject({ fault: 'no-text' });
});

test('names the kinds that the other device has fewer of, whatever it reports', () => {
  const sent = { chats: 2, messages: 4, projects: 0, recordings: 2, textSets: 0 };
  const strange = {
    added: -3,
    present: 'x',
    kinds: { chats: 1e9, messages: '3', recordings: null },
  };
  const found = readAdded(strange);
  expect(found).toMatchObject({ added: 0, present: 0, unreadable: 0 });
  expect(found.kinds && missingKinds(sent, found.kinds)).toEqual(['messages', 'recordings']);
  expect(readAdded({ added: 3 }).kinds).toBeNull();
});

test('a receipt ends the sending with its counts', async () => {
  const connect = () => Promise.reject(new ReceiptGiven(ADDED));
  const file = { id: ID, data: new Blob(['x']) };
  const { signal } = new AbortController();
  expect(await sendFile(file, new Course(() => {}), connect, signal)).toEqual(ADDED);
});
