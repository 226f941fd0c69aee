import { expect, test } from 'vitest';
import type { ChatDocument } from '#storage/chat-records.ts';
import { describeReading } from './page-states.ts';

const documentOf = (name: string, ...states: NonNullable<ChatDocument['pages']>[0]['state'][]) => ({
  id: name,
  conversationId: 'chat',
  name,
  text: '',
  createdAt: 0,
  pages: states.map((state) => ({ state, start: 0, end: 0 })),
});

test('every page of every document is named with what became of it', () => {
  const lease = documentOf(
    'lease.pdf',
    'text',
    'text',
    'read',
    'unreadable',
    'empty',
    'unreadable',
  );
  expect(describeReading([lease, documentOf('notes.txt')])).toBe(
    [
      'Not every page of these documents could be read.',
      [
        '- lease.pdf: read as text: page 1–2; read from the picture: page 3; could not be read: page 4, 6; empty: page 5',
        '- notes.txt: read as text',
      ].join('\n'),
      'Files that were refused or left out when they were added are not in this list.',
    ].join('\n\n'),
  );
});

test('files that were refused are named instead of the sentence that they are missing', () => {
  const refused = ['“a.bin” cannot be read.', '“b.bin” is empty.'];
  const [, , ...rest] = describeReading([documentOf('notes.txt')], refused).split('\n\n');
  expect(rest).toEqual([
    'When files were added:',
    '- “a.bin” cannot be read.\n- “b.bin” is empty.',
  ]);
});

test('documents without an unread page are said to be whole', () => {
  const said = describeReading([documentOf('scan.pdf', 'read', 'empty')]);
  expect(said).toMatch(/^No page of these documents is unread\./);
  expect(said).not.toContain('could not be read');
});
