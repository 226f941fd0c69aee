import { expect, test } from 'vitest';
import { decodeName } from './decode-name.ts';

test('a name with percent signs that encode nothing is unchanged', () => {
  expect(['a%20b', '100%.wav', '%E0%A4%A'].map(decodeName)).toEqual([
    'a b',
    '100%.wav',
    '%E0%A4%A',
  ]);
});
