import { expect, test } from 'vitest';
import type { Message } from '#storage/chat-records.ts';
import { toWireMessages } from './to-request.ts';

const source = (text: string) => ({ documentName: 'rules.txt', text }) as const;

test('puts numbers after passages and the instruction last', async () => {
  const message = {
    role: 'user',
    text: 'When is the laundry open?',
    sources: [source('Bikes stay outside.\n'), source('The laundry is open on Fridays.')],
  } as unknown as Message;
  const [sent] = await toWireMessages([message], '', async () => undefined);
  const lines = String(sent?.content).split('\n\n');
  expect(lines.slice(1, 4)).toEqual([
    'rules.txt: Bikes stay outside. [1]',
    'rules.txt: The laundry is open on Fridays. [2]',
    'Question: When is the laundry open?',
  ]);
  expect(lines.at(-1)).toMatch(/^Answer .* like \[1\]\.$/);
});

test('leaves a question without passages as it is', async () => {
  const message = { role: 'user', text: 'Hello' } as unknown as Message;
  expect(await toWireMessages([message], '', async () => undefined)).toEqual([
    { role: 'user', content: 'Hello' },
  ]);
});
