import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { serve } from '../../scripts/serve.mjs';
import { createFolderHub } from './hub.mjs';

/** The app with folders as its model hub: a page, a key for `/v1`, and a way to install models. `extra`: served under /e2e/. */
export async function openHubPage(folders, args = [], extra = null) {
  const { server, url } = await serve({ first: createFolderHub(folders), extra });
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  // Without a profile a browser holds stored files in memory.
  const profile = mkdtempSync(join(tmpdir(), 'alcove-hub-'));
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: ['--no-sandbox', ...args],
  });
  const page = await browser.newPage();
  await page.goto(`${url}/settings/service`);
  const key = await page.evaluate(async () => {
    await alcove.ready;
    return alcove.createApiKey('bench');
  });
  async function install(repository) {
    const [, name] = repository.split('/');
    await add(repository, repository, name);
  }
  /** Installs a GGUF file by its address. @returns the id of the model. */
  async function installFile(repository, file) {
    const name = file.replace(/\.gguf$/i, '');
    await add(
      repository,
      `${url}/hub/${repository}/resolve/main/${encodeURIComponent(file)}`,
      name,
    );
    return `${repository.split('/')[0]}/${name}`;
  }
  async function add(repository, typed, name) {
    // The hub hashes large files first: the app waits 20 s for their list.
    await fetch(`${url}/hub/api/models/${repository}/tree/main`);
    await page.goto(`${url}/settings/service`);
    const field = page.getByLabel('Models are downloaded from');
    await field.fill(`${url}/hub`);
    await field.blur();
    await page.waitForTimeout(3000);
    await page.getByRole('navigation').getByRole('link', { name: 'Models' }).first().click();
    await page.getByRole('heading', { name: 'Models to download' }).waitFor();
    await page.getByLabel('Another model from the hub').fill(typed);
    await page.getByRole('button', { name: 'Check and download' }).click();
    const link = page.getByRole('link', { name, exact: true });
    const row = page.getByRole('row').filter({ has: link });
    await row.getByText('On this device').waitFor({ timeout: 900_000 });
    await page.goto(`${url}/settings/service`);
    await page.evaluate(() => alcove.ready);
  }
  const close = async () => {
    await browser.close();
    server.close();
    rmSync(profile, { recursive: true, force: true });
  };
  return { page, key, url, profile, install, installFile, close };
}
