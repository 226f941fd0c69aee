import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';

const run = promisify(execFile);

test('search by words and meaning finds 10 % more than vectors alone', {
  tag: '@full',
}, async () => {
  test.setTimeout(900_000);
  // The measurement exits with 1 below its target.
  const { stdout } = await run(process.execPath, ['bench/retrieval.mjs']);
  process.stdout.write(stdout);
  expect(stdout).toContain('✓ hybrid search is at least 10 % above vectors alone');
});
