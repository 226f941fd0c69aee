import { expect, test } from 'vitest';
import { describeStep } from './debug.ts';

test('a step is printed with the id of its request and the time since its first step', () => {
  const step = {
    requestId: '3f2a9c1e-0000-4000-8000-000000000000',
    hop: 'host',
    step: 'received',
    at: 1_012.41,
    detail: 'POST /v1/embeddings',
  } as const;
  expect(describeStep(step, 1_000)).toBe('[3f2a9c1e] +12.4 ms host: received POST /v1/embeddings');
});
