import { expect, test } from 'vitest';
import { asksWhatWasRead } from './what-was-read.ts';

test.each([
  'What did you not read?',
  'what didn’t you read?',
  'What could you not read?',
  'What couldn’t you read in these documents?',
  'Which pages did you not read?',
  'Which pages could you not read?',
  'Which pages have you read?',
  'Which pages of the lease did you skip?',
  'Which pages were not read?',
  'Which pages could not be read?',
  'Which pages are empty?',
  'Which files were left out?',
  'Which pages were read from the picture?',
  'Are there any pages that could not be read?',
  'Did you read everything?',
  'Did you read all of the pages?',
  'Have you read all pages of this document?',
  'Was everything read?',
  'So, what did you leave out?',
  'Was hast du nicht gelesen?',
  'Was konntest du nicht lesen?',
  'Welche Seiten hast du nicht gelesen?',
  'Welche Seiten haben Sie ausgelassen?',
  'Welche Seiten waren nicht lesbar?',
  'Welche Seiten konnten nicht gelesen werden?',
  'Welche Dateien wurden nicht gelesen?',
  'Welche Seiten sind leer?',
  'Hast du alles gelesen?',
  'Haben Sie alle Seiten gelesen?',
  'Wurden alle Seiten gelesen?',
])('“%s” asks which pages were read', (text) => {
  expect(asksWhatWasRead(text)).toBe(true);
});

test.each([
  'What did Ana not read?',
  'What did you say?',
  'What do you read at night?',
  'Which pages talk about insurance?',
  'Which page has the deposit?',
  'Which documents are about the roof?',
  'Who could not read the contract?',
  'What could not be delivered?',
  'Which rooms were left out of the offer?',
  'Did you read the book that I sent?',
  'Can you read PDFs?',
  'What can you read?',
  'Read everything to me',
  'How do I read a page aloud?',
  'Was steht auf Seite 3?',
  'Was hat Anna nicht gelesen?',
  'Welche Zimmer sind leer?',
  'Welche Seiten handeln von der Versicherung?',
  'Kannst du PDFs lesen?',
  'Lies mir alles vor',
  'The witness said that she did not read the lease. What did you not read? '.repeat(6),
  '',
])('“%.60s” does not', (text) => {
  expect(asksWhatWasRead(text)).toBe(false);
});
