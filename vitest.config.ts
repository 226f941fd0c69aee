import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { importXgrammar } from './config/import-xgrammar.ts';

// A zone behind UTC, with summer time: tests of days see where one is taken for the other. A thread cannot set its own.
process.env['TZ'] = 'America/New_York';

/** Folders whose tests leave nothing behind, whatever they use. */
const SHARED_FOLDERS =
  /^src\/(?:api|audio|catalog|contract|documents|engine|grammar|json-schema|retrieval|runtimes|transcript-formats|transport|vectors)\//;
/** What a test of another folder may leave behind: a database, a replaced global, timers, the state of a module or process. */
const LEAVES_TRACES =
  /#scripts\/|[dD]atabase|createTestApi|vi\.(?:mock|stub|spyOn|use)|globalThis|wasmBinary|setState|process\.(?:env|chdir)|indexedDB/;

const FILES = ['src', 'config', 'scripts'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
);
/** The tests that share modules: isolating a file costs more than most of them take. */
const PURE = FILES.filter((file) => {
  const text = readFileSync(file, 'utf8');
  // A module that another file has loaded is not replaced any more.
  if (text.includes('vi.mock(')) return false;
  return SHARED_FOLDERS.test(file) || !LEAVES_TRACES.test(text);
});

// Made for each project: Vitest takes the definitions out of the object it is given.
const shared = () => ({
  plugins: [importXgrammar()],
  define: { __BASE__: '"/"' },
});
const options = {
  server: { deps: { inline: ['@mlc-ai/web-xgrammar'] } },
  setupFiles: ['src/testing/setup.ts'],
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 30_000 } },
};

export default defineConfig({
  test: {
    // What a test expects, such as a decoder's complaint about a damaged file, is not printed.
    silent: 'passed-only',
    // Vitest leaves one core to its main thread, which is idle here.
    maxWorkers: availableParallelism(),
    projects: [
      {
        ...shared(),
        test: { ...options, name: 'pure', include: PURE, pool: 'threads', isolate: false },
      },
      {
        ...shared(),
        test: {
          ...options,
          name: 'isolated',
          // A process for each file takes a tenth more.
          pool: 'threads',
          include: FILES.filter((file) => !PURE.includes(file)),
        },
      },
    ],
  },
});
