import { expect, test } from 'vitest';
import { DownloadError } from '#model-files/model-file.ts';
import { downloadProblem } from './download-problem.ts';

test('our own messages are shown unchanged, also from another thread', () => {
  const error = new DownloadError('offline', 'The connection was lost.');
  expect(downloadProblem(error)).toBe('The connection was lost.');
  const copied = Object.assign(new Error('The connection was lost.'), { name: 'DownloadError' });
  expect(downloadProblem(copied)).toBe('The connection was lost.');
  expect(downloadProblem(new Error('“a/b” holds no model.'))).toBe('“a/b” holds no model.');
});

test('a full disk is named', () => {
  const full = new DOMException('Failed to execute write', 'QuotaExceededError');
  expect(downloadProblem(full)).toMatch(/no storage left/);
});

test.each([
  new TypeError("Cannot read properties of undefined (reading 'size')"),
  new DOMException('An attempt was made to use an object that is not usable', 'InvalidStateError'),
  new RangeError('Array buffer allocation failed'),
  'a bare string',
])('the words of a browser or a library are not shown: %s', (error) => {
  expect(downloadProblem(error)).toBe('The download failed. Resume it, or reload the page.');
});
