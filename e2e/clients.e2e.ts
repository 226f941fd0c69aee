import { spawnSync } from 'node:child_process';
import { expect, test } from '@playwright/test';
import { toWav } from '#testing/to-wav.ts';
import { openPage } from './open-page.ts';

interface Bundle {
  names: string[];
  runTest: (name: string, key: string, wav: number[]) => Promise<string | null>;
}

const TONE = toWav(
  Float32Array.from({ length: 16_000 }, (_, i) => Math.sin(i / 9) / 4),
  16_000,
);

test('unchanged clients work from a page: openai, Anthropic, AI SDK, LangChain, agents, TanStack AI, LlamaIndex', async ({
  page,
}) => {
  const wav = [...new Uint8Array(await TONE.arrayBuffer())];
  const key = await openPage(page);
  const results = await page.evaluate(
    async ([apiKey, tone]) => {
      const bundle = (await import('/e2e/clients.js' as string)) as Bundle;
      const failures: string[] = [];
      for (const name of bundle.names) {
        const failure = await bundle.runTest(name, apiKey, tone);
        if (failure) failures.push(`${name}: ${failure}`);
      }
      return { names: bundle.names, failures };
    },
    [key, wav] as const,
  );
  process.stdout.write(`${results.names.map((name) => `✓ ${name}`).join('\n')}\n`);
  expect(results.failures).toEqual([]);
  expect(results.names).toHaveLength(43);
});

test('a client generated from openapi.json is typed: seven calls without an error', () => {
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
