import { expect, test, vi } from 'vitest';
import { FULL_ROWS } from '#testing/sample-rows.ts';
import type { SlotAnswer } from './slot-protocol.ts';

test('without WebAssembly no model is loaded, and the reason is named', async () => {
  const answers: SlotAnswer[] = [];
  vi.stubGlobal('self', { postMessage: (answer: SlotAnswer) => answers.push(answer) });
  vi.stubGlobal('WebAssembly', undefined);
  const { handleMessage } = await import('./start-slot.ts');
  const { card } = FULL_ROWS.models;
  handleMessage({ type: 'load', id: 1, card });
  await expect.poll(() => answers).toHaveLength(1);
  expect(answers[0]).toMatchObject({
    type: 'failed',
    error: {
      code: 'not-compatible',
      message: expect.stringMatching(/^This browser does not run WebAssembly/),
    },
  });
});
