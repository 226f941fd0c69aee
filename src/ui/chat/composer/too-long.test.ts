import { expect, test } from 'vitest';
import { describeExcess } from './too-long.ts';

test('a message that does not fit says by how many words or characters', () => {
  const english = 'The heron waits. '.repeat(300);
  expect(describeExcess('Guide', english, 700, 768)).toBeNull();
  expect(describeExcess('Guide', english, 1_536, 768)).toBe(
    'Too long for Guide by about 450 words.',
  );
  const chinese = '苍鹭站在河边等待鱼。'.repeat(200);
  expect(describeExcess('Guide', chinese, 3_072, 768)).toBe(
    'Too long for Guide by about 1,500 characters.',
  );
});
