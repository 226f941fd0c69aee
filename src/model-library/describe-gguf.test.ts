import { expect, test } from 'vitest';
import { planConversion } from '#gguf/convert-gguf.ts';
import { chattyGguf, ENTRIES, ggufFile } from '#testing/gguf-file.ts';
import { describeGguf } from './describe-gguf.ts';

const plan = (bytes: Uint8Array) =>
  planConversion({
    size: bytes.length,
    read: async (at, length) => bytes.slice(at, at + length),
  });

test('a card takes name and licence from the file, and its id from the name of the file', async () => {
  const bytes = chattyGguf('Tiny\u202e Chat');
  const card = describeGguf(await plan(bytes), { name: 'Tiny Chat (v1).Q8_0.gguf' }, bytes.length);
  expect(card).toMatchObject({
    id: 'local/Tiny-Chat-v1-.Q8_0',
    title: 'Tiny Chat',
    licence: 'Apache-2.0',
    task: 'chat',
    family: 'llama',
    contextTokens: 512,
    source: { repository: 'local/Tiny-Chat-v1-.Q8_0', file: { bytes: bytes.length } },
  });
  expect(card.downloadBytes).toBeGreaterThan(10_000);
});

test('a file that says nothing is named by its own name, with the licence of its folder', async () => {
  const model = await plan(ggufFile());
  const card = describeGguf(model, { name: 'qwen2.5:0.5b', licence: 'Apache License' }, 1);
  expect([card.id, card.title, card.licence]).toEqual([
    'local/qwen2.5-0.5b',
    'qwen2.5:0.5b',
    'Apache License',
  ]);
  expect(describeGguf(model, { name: '.gguf' }, 1).id).toBe('local/model');
  const evil = describeGguf(model, { name: '../../etc/passwd\u0000' }, 1);
  expect(evil.id).toBe('local/etc-passwd');
  const other = await plan(ggufFile([...ENTRIES, ['general.license', 'text', 'other']]));
  expect(describeGguf(other, { name: 'a.gguf' }, 1).licence).toBe('other');
});
