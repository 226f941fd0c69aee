import { expect, test } from 'vitest';
import { CASES } from '#testing/conformance/cases.ts';
import { createTestApi } from '#testing/create-test-api.ts';

const models = {
  chat: 'scripted-chat',
  vision: 'scripted-vision',
  embed: 'scripted-embed',
  speech: 'scripted-speech',
  audio: 'scripted-Audio-7B-Instruct',
  script: 'scripted-chat',
};

test.each(CASES)('$id $name', async ({ run }) => {
  const api = await createTestApi();
  await run({ fetch: api.fetch, key: api.key, models });
  expect(api.reported).toEqual([]);
});
