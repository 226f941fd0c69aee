import { env } from '@huggingface/transformers';
import { expect, test } from 'vitest';
import { READER_NAMES } from '#catalog/voice-reader.ts';
import { openReader } from './english-reader.ts';

test('without a network, a dictionary that is not stored is named, and nothing is said to be damaged', async () => {
  for (const missing of READER_NAMES) {
    env.fetch = async (address) => {
      if (String(address).endsWith(missing)) throw new TypeError('Failed to fetch');
      return new Response('{}');
    };
    await expect(openReader(() => {})).rejects.toMatchObject({
      code: 'load-failed',
      message: `The dictionary that voices read with is not on this device yet (${missing}). Connect once: it is then stored here.`,
    });
  }
});
