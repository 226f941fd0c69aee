import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';

const run = promisify(execFile);

test('the packed packages are installed in an empty folder and serve', {
  tag: '@full',
}, async () => {
  test.setTimeout(600_000);
  const { stdout } = await run(process.execPath, ['scripts/try-package.mjs']);
  expect(stdout).toContain('✔ Packed, installed, and served');
});
