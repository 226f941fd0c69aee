// The tasks of first-time.e2e.ts with real models, installed by the Models page from folders that are served as its hub:
//   ALCOVE_FULL=1 ALCOVE_REAL_HUBS=FOLDER,… npx playwright test first-time-real
// with owner/name/… in them; ALCOVE_REAL_MODELS=chat,speech,embeddings names the repositories. It prints what each answers.
import { expect, type Page, test } from '@playwright/test';
import { createFolderHub } from '#bench/real/hub.mjs';
import { serve } from '#scripts/serve.mjs';
import { Person, TASKS } from './first-time-tasks.ts';

const HUBS = process.env['ALCOVE_REAL_HUBS']?.split(',') ?? [];
const [CHAT, SPEECH, EMBEDDINGS] = (
  process.env['ALCOVE_REAL_MODELS'] ??
  'real/qwen-q8,onnx-community/whisper-tiny.en,plain/all-MiniLM-L6-v2'
).split(',');
/** Hundreds of megabytes are read and hashed on the way. */
const INSTALL_MS = 600_000;

async function install(page: Page, url: string, repository: string): Promise<void> {
  // The hub hashes large files at the first request; the app waits 20 s.
  await fetch(`${url}/hub/api/models/${repository}/tree/main`);
  await page.goto(`${url}/models`);
  await page.getByLabel('Another model from the hub').fill(repository);
  await page.getByRole('button', { name: 'Check and download' }).click();
  const link = page.getByRole('link', { name: repository.split('/')[1] ?? '', exact: true });
  const row = page.getByRole('row').filter({ has: link });
  await expect(row).toContainText('On this device', { timeout: INSTALL_MS });
}

test('the first tasks with real models', { tag: '@full' }, async ({ browser }) => {
  test.skip(HUBS.length === 0, 'ALCOVE_REAL_HUBS names no folder.');
  test.setTimeout(3_000_000);
  const { server, url } = await serve({ first: createFolderHub(HUBS) });
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${url}/settings/service`);
  const hub = page.getByLabel('Models are downloaded from');
  await hub.fill(`${url}/hub`);
  await hub.blur();
  await expect(page.getByText('Saved').or(page.getByRole('status'))).toBeAttached();
  for (const repository of [CHAT, SPEECH, EMBEDDINGS]) await install(page, url, repository ?? '');
  await page.evaluate(
    ([chatModel, speechModel, embeddingModel]) => {
      const chosen = { chatModel, speechModel, embeddingModel };
      localStorage.setItem('alcove-preferences', JSON.stringify(chosen));
    },
    [CHAT, SPEECH, EMBEDDINGS],
  );
  const rows: string[] = [];
  for (const { words, clicks, run } of TASKS) {
    await page.goto(`${url}/`);
    const person = new Person(page);
    const start = performance.now();
    const failure = await run(person, page).then(
      () => null,
      (error: Error) => error.message.split('\n')[0] ?? '',
    );
    const shown = (await page.evaluate<string>('document.getElementById("page").innerText'))
      .replace(/\s+/g, ' ')
      .slice(0, 400);
    const seconds = ((performance.now() - start) / 1000).toFixed(0);
    rows.push(
      `| ${words} | ${person.clicks} of ${clicks} | ${failure ?? 'done'} | ${seconds} s | ${shown} |`,
    );
    process.stdout.write(`${rows.at(-1)}\n`);
    if (person.clicks > clicks) rows.push(`${words}: too many clicks`);
  }
  await context.close();
  server.closeAllConnections();
  server.close();
  expect(rows.filter((row) => !row.includes('| done |'))).toEqual([]);
});
