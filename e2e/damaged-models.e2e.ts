// Models whose files are wrong: a sentence when they are added, or a 400 that clients do not repeat.
import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { IS_FULL } from '#testing/test-run.ts';
import { addModel, chooseHub, modelRow, openModels } from './hub-page.ts';
import { openPage } from './open-page.ts';

/** What reads as code or an exception rather than a sentence. */
const RAW = /undefined|\bnull\b|NaN|\w+Error\b|cannot read|is not a|Unexpected|\[object|<b>|=>/i;

const DAMAGES = JSON.parse(readFileSync(new URL('damaged-models.json', import.meta.url), 'utf8'));
/** Families of damage that the sample run covers one of each. */
const NAMES = Object.keys(DAMAGES).filter((name, i, all) => {
  const kind = (of: string) => of.split('-')[0];
  return IS_FULL || kind(name) !== kind(all[i - 1] ?? '');
});

interface Answer {
  status: number;
  error: { code: string; param: string | null; message: string } | null;
  ms: number;
}

function ask(page: Page, key: string, model: string): Promise<Answer> {
  return page.evaluate(
    async ([apiKey, id]) => {
      const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
      const messages = [{ role: 'user', content: 'Hello?' }];
      const body = JSON.stringify({ model: id, messages, max_tokens: 4 });
      const began = performance.now();
      const response = await fetch('/v1/chat/completions', { method: 'POST', headers, body });
      const { error = null } = await response.json();
      return { status: response.status, error, ms: performance.now() - began };
    },
    [key, model] as const,
  );
}

test(`${NAMES.length} kinds of damaged model files are refused in a sentence`, async ({ page }) => {
  test.setTimeout(600_000);
  await chooseHub(page);
  const key = await openPage(page, '/chat');
  await openModels(page);
  for (const name of NAMES) {
    await addModel(page, `damaged/${name}`);
    const refusal = page.getByRole('alert');
    const here = modelRow(page, name).getByText('On this device');
    await expect(here.or(refusal).first()).toBeVisible({ timeout: 60_000 });
    if (await refusal.isVisible()) {
      process.stdout.write(`${name} refused: ${await refusal.textContent()}\n`);
      expect.soft(await refusal.textContent(), name).not.toMatch(RAW);
      continue;
    }
    const { status, error, ms } = await ask(page, key, `damaged/${name}`);
    process.stdout.write(`${name} ${status} ${error?.message} (${ms.toFixed(0)} ms)\n`);
    expect.soft(ms, name).toBeLessThan(20_000);
    // Where the damage does no harm, it answers.
    if (status === 200) continue;
    expect
      .soft([status, error?.code, error?.param], name)
      .toEqual([400, 'model_not_compatible', 'model']);
    expect.soft(error?.message.replace(name, ''), name).not.toMatch(RAW);
  }
  expect((await ask(page, key, 'alcove-guide')).status).toBe(200);
});
