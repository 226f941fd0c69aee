import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { importXgrammar } from './config/import-xgrammar.ts';

/** Folders without a database, timers or globals: their tests share modules, which saves half of the time. */
const PURE = [
  'api',
  'audio',
  'catalog',
  'contract',
  'documents',
  'engine',
  'grammar',
  'json-schema',
  'retrieval',
  'runtimes',
  'transcript-formats',
  'transport',
  'vectors',
].map((folder) => `src/${folder}/**/*.test.ts`);

// Made for each project: Vitest takes the definitions out of the object it is given.
const shared = () => ({
  plugins: [importXgrammar()],
  define: { __BASE__: '"/"' },
});
const options = {
  server: { deps: { inline: ['@mlc-ai/web-xgrammar'] } },
  setupFiles: ['src/testing/setup.ts'],
  testTimeout: 60_000,
};

export default defineConfig({
  test: {
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
          include: ['src/**/*.test.ts', 'config/*.test.ts', 'scripts/*.test.ts'],
          exclude: PURE,
        },
      },
    ],
  },
});
