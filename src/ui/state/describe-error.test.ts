import Dexie from 'dexie';
import { expect, test } from 'vitest';
import { DocumentError } from '#documents/document-error.ts';
import { StorageError } from '#storage/open-database.ts';
import { translate } from '#ui/messages/catalogue.ts';
import { GERMAN } from '#ui/messages/de.ts';
import { documentsText } from '#ui/messages/documents.ts';
import { describeError, describeFilesWith } from './describe-error.ts';

class AnswerError extends Error {
  override readonly name = 'AnswerError';
}

test('our own messages stay unchanged', () => {
  expect(describeError(new Error('The file is empty.'))).toBe('The file is empty.');
  expect(describeError(new AnswerError('The model is busy.'))).toBe('The model is busy.');
});

test.each([
  new TypeError("Cannot destructure property 'table' of 'n' as it is null"),
  new RangeError('Maximum call stack size exceeded'),
  new SyntaxError('Unexpected token < in JSON'),
  new DOMException('The transaction was aborted', 'UnknownError'),
  new Dexie.MissingAPIError('IndexedDB API missing. Please visit https://tinyurl.com/y2uuvskb'),
  new Dexie.OpenFailedError('UnknownError Internal error'),
  // As it arrives from a worker: its class is lost, its name is not.
  Object.assign(new Error('e.title?.trim is not a function'), { name: 'TypeError' }),
  'a string',
])('shows nothing of %s', (error) => {
  const shown = describeError(error);
  expect(shown).not.toContain(error instanceof Error ? error.message : error);
  expect(shown).toMatch(/^[A-Z].*\.$/);
});

test('describes a full disk and a lost connection', () => {
  expect(describeError(new DOMException('', 'QuotaExceededError'))).toContain('no storage left');
  expect(describeError(new TypeError('Failed to fetch'))).toBe('The connection failed.');
});

test.each(['missing', 'blocked', 'silent', 'full', 'newer', 'damaged', 'failed'] as const)(
  'storage that is %s has a sentence in the language of the app',
  (problem) => {
    const error = new StorageError(problem);
    expect(describeError(error)).toBe(error.message);
    translate('de', GERMAN);
    // As it arrives from the host: only its name and its message cross.
    const crossed = Object.assign(new Error(error.message), { name: error.name });
    for (const thrown of [error, crossed]) {
      expect(describeError(thrown)).not.toBe(error.message);
      expect(describeError(thrown)).toMatch(
        / (?:laden|Laden|löschen|neu starten|beginnen|aktualisieren)/i,
      );
    }
    translate('en', {});
  },
);

test('a file that cannot be read has a sentence in the language of the app', () => {
  describeFilesWith(documentsText);
  const error = new DocumentError('cells', { name: 'sales.csv', max: 5_000_000 });
  expect(describeError(error)).toBe(
    '“sales.csv” has more than 5 million cells, the limit of a table.',
  );
  translate('de', GERMAN);
  expect(describeError(error)).toBe(
    '„sales.csv“ hat mehr als 5 Millionen Zellen, die Obergrenze einer Tabelle.',
  );
  translate('en', {});
});
