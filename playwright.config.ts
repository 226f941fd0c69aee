import { defineConfig } from '@playwright/test';
import { LAUNCH_OPTIONS } from './e2e/launch-options.ts';
import { IS_FULL } from './src/testing/test-run.ts';

/** Several checkouts can test concurrently when each names a port. */
const PORT = Number(process.env['ALCOVE_E2E_PORT'] ?? 4174);

// Every other test runs in Chromium already.
const ENGINES = [
  ...(IS_FULL || process.env['ALCOVE_ENGINES'] === 'all' ? ['Chromium'] : []),
  'Firefox',
  'WebKit',
];

/** Tests that hold times or memory against bounds: nothing else may run with them. */
const MEASURED = /@measured/;
/** Minutes of software WebGPU, long recordings, repeated crashes. */
const FULL = /@full/;
/** `@full` tests run in `npm run test:full` alone. */
const leaveOut = (...tags: RegExp[]) => ({ grepInvert: IS_FULL ? tags : [...tags, FULL] });

export default defineConfig({
  testDir: 'e2e',
  workers: 2,
  // A test that passes at its second try is listed as flaky; a busy machine fails no change.
  retries: process.env['CI'] ? 1 : 0,
  // Tests start in this order; the measured ones come last, one at a time.
  projects: [
    // The same checks in each engine: `npm run test:engines` prints them as a table.
    ...ENGINES.map((name) => ({
      name,
      testMatch: '*.engine.ts',
      ...leaveOut(),
    })),
    { name: 'app', testMatch: '*.e2e.ts', ...leaveOut(MEASURED) },
    { name: 'measured', testMatch: '*.e2e.ts', grep: MEASURED, ...leaveOut(), workers: 1 },
  ],
  timeout: 180_000,
  // A condition, not a measurement: on a busy machine the first answer of a visit takes longer than five seconds.
  expect: { timeout: 30_000 },
  reporter: [['list'], ['./e2e/table.reporter.ts']],
  use: {
    // A button that never comes fails its own step; it does not take the whole time of a long test.
    actionTimeout: 180_000,
    baseURL: `http://localhost:${PORT}`,
    launchOptions: LAUNCH_OPTIONS,
  },
  webServer: {
    command: `node e2e/serve.mjs ${PORT}`,
    url: `http://localhost:${PORT}/`,
    reuseExistingServer: !process.env['CI'],
    timeout: 120_000,
  },
});
