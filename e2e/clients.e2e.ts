import { spawnSync } from 'node:child_process';
import { expect, test } from '@playwright/test';
import { toWav } from '#base/audio.ts';
import { IS_FULL } from '#testing/test-run.ts';
import { openPage } from './open-page.ts';

interface Bundle {
  names: string[];
  sample: string[];
  runTest: (
    name: string,
    key: string,
    wav: number[],
  ) => Promise<{ cell: string; failure: string | null }>;
}

const TONE = toWav(
  Float32Array.from({ length: 16_000 }, (_, i) => Math.sin(i / 9) / 4),
  16_000,
);

test('unchanged clients work from a page, and refusals say why', async ({ page }) => {
  test.setTimeout(600_000);
  const wav = [...new Uint8Array(await TONE.arrayBuffer())];
  const key = await openPage(page);
  const results = await page.evaluate(
    async ([apiKey, tone, isFull]) => {
      const bundle = (await import('/e2e/clients.js' as string)) as Bundle;
      const all: { name: string; cell: string; failure: string | null }[] = [];
      for (const name of isFull ? bundle.names : bundle.sample) {
        all.push({ name, ...(await bundle.runTest(name, apiKey, tone)) });
      }
      return all;
    },
    [key, wav, IS_FULL] as const,
  );
  printTable(results);
  const failures = results.flatMap(({ name, failure }) => (failure ? [`${name}: ${failure}`] : []));
  expect(failures).toEqual([]);
  expect(results.length).toBe(IS_FULL ? 89 : 50);
});

/** A row for each client: supported features, and refused ones with their status. */
function printTable(results: readonly { name: string; cell: string }[]): void {
  const rows = new Map<string, string[]>();
  for (const { name, cell } of results) {
    const at = name.indexOf(': ');
    const client = name.slice(0, at);
    rows.set(client, [...(rows.get(client) ?? []), `${name.slice(at + 2)} ${cell}`]);
  }
  const lines = Array.from(rows, ([client, cells]) => `| ${client} | ${cells.join(', ')} |`);
  process.stdout.write(`\n| client | feature, or status of a refusal |\n|---|---|\n`);
  process.stdout.write(`${lines.join('\n')}\n`);
}

test('a client generated from openapi.json is typed: seven calls without an error', {
  tag: '@full',
}, () => {
  const node = (...args: string[]) => {
    const { stdout, stderr, status } = spawnSync(process.execPath, args, {
      cwd: 'e2e/clients',
      encoding: 'utf8',
    });
    expect(`${stdout}${stderr}`).toBe('');
    expect(status).toBe(0);
  };
  node('generate-types.mjs', '../../dist/openapi.json');
  node('node_modules/typescript/bin/tsc', '-p', '.');
});
