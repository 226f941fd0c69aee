import { expect, test } from 'vitest';
import { writeTitle } from './shell.ts';

test('the tab names the place and shows work in progress first', () => {
  expect(writeTitle(null, null)).toBe('Alcove');
  expect(writeTitle('talk.mp3', null)).toBe('talk.mp3 – Alcove');
  expect(writeTitle('talk.mp3', '● 0:12')).toBe('● 0:12 talk.mp3 – Alcove');
});
