import { expect, test } from 'vitest';
import type { ChatDocument, Message } from '#storage/chat-records.ts';
import { toWireMessages, withUnreadPages } from './to-request.ts';

const source = (text: string) => ({ documentName: 'rules.txt', text }) as const;

test('puts passages first and the question last, and asks for no citations', async () => {
  const message = {
    role: 'user',
    text: 'When is the laundry open?',
    sources: [source('Bikes stay outside.\n'), source('The laundry is open on Fridays.')],
  } as unknown as Message;
  const [sent] = await toWireMessages([message], '', async () => undefined);
  expect(String(sent?.content).split('\n\n')).toEqual([
    'rules.txt:\nBikes stay outside.',
    'rules.txt:\nThe laundry is open on Fridays.',
    'Answer this question in one or two sentences, using only the passages above: When is the laundry open?',
  ]);
});

test('a model reads the total of a table without the rows behind it', async () => {
  const computed = '7 of 24 rows where wounds = 0.';
  const total = { ...source(`${computed}\nmonth: 1854-04 | wounds: 0`), computed, isTotal: true };
  const message = { role: 'user', text: 'How many?', sources: [total] } as unknown as Message;
  const [sent] = await toWireMessages([message], '', async () => undefined);
  expect(String(sent?.content)).toContain(`rules.txt:\n${computed}\n\n`);
});

test('a model may say that the documents do not say it, except of a result of a table', async () => {
  const asked = async (fields: object) => {
    const sources = [{ ...source('month: 1854-04 | wounds: 0'), ...fields }];
    const message = { role: 'user', text: 'How many nurses had wounds?', sources };
    const [sent] = await toWireMessages([message as unknown as Message], '', async () => undefined);
    return String(sent?.content);
  };
  expect(await asked({})).toContain('answer: The documents do not say.');
  expect(await asked({ computed: '1 of 24 rows.' })).not.toContain('do not say');
});

test('leaves a question without passages unchanged', async () => {
  const message = { role: 'user', text: 'Hello' } as unknown as Message;
  expect(await toWireMessages([message], '', async () => undefined)).toEqual([
    { role: 'user', content: 'Hello' },
  ]);
});

test('a model learns which pages of the documents could not be read', () => {
  const pages = (['text', 'unreadable', 'read', 'unreadable'] as const).map((state) => ({
    state,
    start: 0,
    end: 0,
  }));
  const document = { name: 'lease.pdf', pages } as unknown as ChatDocument;
  const note =
    'Pages that could not be read, so that nothing is known of them:\nlease.pdf: 2, 4 of 4';
  expect(withUnreadPages('Be short.', [document])).toBe(`Be short.\n\n${note}`);
  expect(withUnreadPages('', [document])).toBe(note);
  expect(withUnreadPages('Be short.', [{ ...document, pages: pages.slice(0, 1) }])).toBe(
    'Be short.',
  );
});

test('a part of a single passage offers no refusal, the whole of it may', async () => {
  const source = {
    documentId: 'd',
    documentName: 'a.txt',
    start: 0,
    end: 40,
    text: 'The lift is old. Pets need consent.',
  };
  const message = {
    role: 'user',
    text: 'What does the parking permit cost?',
    sources: [source],
  } as unknown as Message;
  const read = async () => undefined;
  const said = async (partsOf?: Parameters<typeof toWireMessages>[3]) =>
    JSON.stringify(await toWireMessages([message], '', read, partsOf));
  expect(await said()).toContain('The documents do not say.');
  const part = await said(() => [{ ...source, text: 'Pets need consent.' }]);
  expect(part).not.toContain('The documents do not say.');
  expect(part).not.toContain('The lift');
});
