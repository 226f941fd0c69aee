// Backups that the code of earlier days really wrote (src/testing/old-backups, by date): each comes back whole.
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { AlcoveDatabase } from '#storage/database.ts';
import { importBackup } from '#testing/backups.ts';

const FOLDER = new URL('../../testing/old-backups/', import.meta.url);

async function restore(name: string, passphrase: string | null = null) {
  const database = new AlcoveDatabase(`old-${crypto.randomUUID()}`);
  const file = new Blob([await readFile(new URL(`${name}.alcove`, FOLDER))]);
  const count = await importBackup(database, file, passphrase);
  const rows: Record<string, unknown[]> = {};
  for (const table of database.tables) {
    const found = await table.toArray();
    if (found.length > 0) rows[table.name] = found;
  }
  return { count, rows };
}

const CHAT_OF_TESTS = {
  conversations: [{ title: 'Birds', leafId: 'm', settings: { system: 'Be short.' } }],
  messages: [{ text: 'Birds sing.', sources: [{ documentName: 'birds.txt' }] }],
  documents: [{ name: 'birds.txt', text: 'hi' }],
  passages: [{ vector: new Float32Array([0.5, -1.25]) }],
  drafts: [{ text: 'half a' }],
  files: [{ name: 'bird.png', data: { size: 7 } }],
  recordings: [{ detectedLanguage: 'en', speakers: [{ name: 'Ana' }] }],
  recordingFiles: [{ data: { size: 5 } }],
  segments: [{ text: ' one', speaker: 's' }],
  textSets: [{ texts: ['a', 'b'], columns: [{ values: ['Rome', 'Oslo'] }] }],
  textSetVectors: [{ data: new Float32Array([1, 0, 0, 1]) }],
  usage: [{ completionTokens: 2 }],
  settings: [{ name: 'maxWaiting', value: 4 }],
};
const FIRST_CHAT = {
  conversations: [{ title: 'New chat', leafId: '1' }],
  messages: [{ text: 'Grüße, 世界', state: 'done' }],
  passages: [{ text: 'hi', vector: new Float32Array([0.5, -1.25]) }],
};

test.each([
  ['2026-11-21-first', null, 4, FIRST_CHAT],
  [
    '2026-11-21-recordings',
    null,
    10,
    {
      ...FIRST_CHAT,
      recordings: [{ name: 'talk.wav', detectedLanguage: 'en', speakers: [{ name: 'Ana' }] }],
      recordingFiles: [{ data: { size: 5, type: 'audio/wav' } }],
      recordingPeaks: [{ peaks: new Uint8Array([1, 2, 3]) }],
      segments: [{ end: 2.5, text: 'I will send it.', speaker: 's' }],
      textSets: [{ name: 'birds', texts: ['heron', 'wren'] }],
      textSetVectors: [{ data: new Float32Array([1, 0, 0, 1]) }],
    },
  ],
  ['2026-11-23-streamed', null, 16, CHAT_OF_TESTS],
  ['2026-11-25-before-release', null, 18, { ...CHAT_OF_TESTS, prompts: [{ id: 'p' }] }],
  [
    '2026-11-26-encrypted',
    'heron waits at the pond',
    19,
    { ...CHAT_OF_TESTS, projects: [{ name: 'Birds', instructions: 'Be exact.' }] },
  ],
])('%s is restored', async (name, passphrase, added, expected) => {
  const { count, rows } = await restore(name, passphrase);
  // Keys are never imported; the one unreadable row was unreadable when it was exported.
  expect(count).toMatchObject({ added, present: 0, unreadable: added > 10 ? 1 : 0 });
  expect(rows).toMatchObject(expected);
});
