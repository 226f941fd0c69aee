import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { AlcoveProcess } from './bridge-server.ts';
import { ChatPage } from './chat-page.ts';
import { newFolder } from './embedding-sites.ts';
import { modelRow, openModels } from './hub-page.ts';

function alcove({ data }: AlcoveProcess, ...args: string[]): string {
  const command = ['scripts/start.mjs', ...args, '--data', data];
  const done = spawnSync(process.execPath, command, { encoding: 'utf8' });
  return done.stdout + done.stderr;
}

/** A page whose only way out is its own server. */
async function openAlone(context: BrowserContext, url: string): Promise<Page> {
  const others: string[] = [];
  context.on('request', (request) => {
    if (/^http/.test(request.url()) && !request.url().startsWith(url)) others.push(request.url());
  });
  const page = await context.newPage();
  await page.goto(`${url}/models`);
  await openModels(page);
  Object.assign(page, { others });
  return page;
}

test('a model moves in one file from a browser to another and to a server, and one flipped byte is named', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const folder = newFolder();
  const pack = join(folder, 'local-qwen3.alcovepack');
  const server = new AlcoveProcess();
  const other = new AlcoveProcess();
  try {
    expect(alcove(server, 'pull', 'e2e/shapes/qwen3')).toContain('is on this server');
    await server.start();
    const first = await browser.newContext({ acceptDownloads: true });
    const page = await openAlone(first, server.url);
    await page.getByRole('button', { name: 'Install qwen3' }).click();
    await expect(modelRow(page, 'qwen3')).toContainText('On this device', { timeout: 60_000 });
    await modelRow(page, 'qwen3').getByRole('link', { name: 'qwen3' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as pack' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('local-qwen3.alcovepack');
    await download.saveAs(pack);
    await first.close();

    // A server that has no models, and a browser that has none.
    expect(alcove(other, 'list')).toContain('No model was fetched yet');
    await other.start();
    const damaged = join(folder, 'damaged.alcovepack');
    const bytes = readFileSync(pack);
    const name = 'models/local%2Fqwen3/onnx/model.onnx';
    const at = bytes.indexOf(name) + name.length + 10_000;
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    writeFileSync(damaged, bytes);
    const second = await browser.newContext();
    const alone = await openAlone(second, other.url);
    await alone.getByLabel('Choose a file').setInputFiles(damaged);
    await expect(alone.getByText('onnx/model.onnx of qwen3 is damaged')).toBeVisible();
    await second.setOffline(true);
    await alone.getByLabel('Choose a file').setInputFiles(pack);
    await expect(modelRow(alone, 'qwen3')).toContainText('On this device', { timeout: 60_000 });
    await second.setOffline(false);
    await expect(alone.getByText('is damaged')).toHaveCount(0);
    await alone.getByRole('link', { name: 'Chat', exact: true }).first().click();
    const chat = new ChatPage(alone);
    await chat.choose('qwen3');
    // Random weights write noise: that it writes at all is the proof.
    await expect(await chat.ask('What can you do?')).toHaveText(/\S/);
    expect((alone as Page & { others?: string[] }).others).toEqual([]);
    await second.close();

    expect(alcove(other, 'pull', damaged)).toContain('onnx/model.onnx of qwen3 is damaged');
    expect(alcove(other, 'list')).not.toContain('local/qwen3');
    expect(alcove(other, 'pull', pack)).toContain('On this server from the pack: qwen3');
    expect(alcove(other, 'list')).toContain('local/qwen3');
    const again = join(folder, 'again.alcovepack');
    expect(alcove(other, 'pack', 'local/qwen3', '--out', again)).toContain('is whole');
    expect(existsSync(again)).toBe(true);
    copyFileSync(again, join(folder, 'copy.zip'));
    expect(alcove(server, 'pull', join(folder, 'copy.zip'))).toContain('from the pack: qwen3');
  } finally {
    await server.stop();
    await other.stop();
  }
});
