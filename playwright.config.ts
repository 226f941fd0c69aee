import { defineConfig } from '@playwright/test';
import { LAUNCH_OPTIONS } from './e2e/launch-options.ts';
import { IS_FULL } from './src/testing/full.ts';

/** Several checkouts can test at once when each names a port. */
const PORT = Number(process.env['ALCOVE_E2E_PORT'] ?? 4174);

// Every other test runs in Chromium already.
const ENGINES = [
  ...(IS_FULL || process.env['ALCOVE_ENGINES'] === 'all' ? ['Chromium'] : []),
  'Firefox',
  'WebKit',
];

// They hold times and memory against bounds: nothing else may run with them.
const MEASURED = [
  'answers',
  'backups',
  'bridge',
  'heavy-chats',
  'host',
  'large-files',
  'misleading-files',
  'reliability',
  'responsive',
].map((name) => `${name}.e2e.ts`);

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
    })),
    { name: 'app', testMatch: '*.e2e.ts', testIgnore: MEASURED },
    { name: 'measured', testMatch: MEASURED, workers: 1 },
  ],
  // Minutes of software WebGPU, long recordings, repeated crashes.
  ...(IS_FULL ? {} : { grepInvert: /@full/ }),
  timeout: 180_000,
  reporter: [['list'], ['./e2e/table.reporter.ts']],
  use: {
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
