import { expect, test } from 'vitest';
import { documentHead, namedHeads, withHead } from './document-head.ts';

test.each([
  [
    'rowing-club_minutes.docx',
    'Kestrel Water Rowing Club\nMinutes',
    'rowing club minutes, Kestrel Water Rowing Club',
  ],
  [
    'policy.pdf',
    'Page 1\nHearthside Mutual: Home Contents\n',
    'policy, Hearthside Mutual: Home Contents',
  ],
  ['notes.md', '# Notes of the spring meeting\n', 'notes, Notes of the spring meeting'],
  ['staff.csv', 'Name | Department | Site\nName: Ana', 'staff'],
  ['talk.mp3', '[0:00] Ana: Good morning to all', 'talk'],
  ['essay.txt', `${'word '.repeat(20)}\nNext`, 'essay'],
  ['', '', ''],
])('%s is called by its file and its title', (name, text, head) => {
  expect(documentHead(name, text)).toBe(head);
});

test('a passage is read behind what it does not say itself', () => {
  const head = 'lease, Contract for Mill Street 4';
  expect(withHead(head, 'Pets need consent.')).toBe(`${head}: Pets need consent.`);
  const first = 'Contract for Mill Street 4\nPets need consent.';
  expect(withHead(head, first)).toBe(`lease: ${first}`);
  expect(withHead('', first)).toBe(first);
});

test('a question names a document by a word of its file or title, in any form', () => {
  const head = 'hedgehog thesis ch3, Hedgehogs in allotment gardens';
  expect(namedHeads('How many hedgehogs were tagged?', [head])).toContain(head);
  expect(namedHeads('Who gardens there?', [head])).toContain(head);
  expect(namedHeads('What did the people in the town pay?', [head]).size).toBe(0);
});
