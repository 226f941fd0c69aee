import { expect, test } from 'vitest';
import { CASES } from '#testing/conformance/cases.ts';
import { createTestApi } from '#testing/create-test-api.ts';
import { SCRIPTED } from '#testing/scripted-models.ts';

test.each(CASES)('$id $name', async ({ run }) => {
  const api = await createTestApi();
  await run({ fetch: api.fetch, key: api.key, models: SCRIPTED });
  expect(api.reported).toEqual([]);
});
