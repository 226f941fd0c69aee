import { defineConfig } from 'vitest/config';
import { importXgrammar } from './config/import-xgrammar.ts';

export default defineConfig({
  plugins: [importXgrammar()],
  define: { __BASE__: '"/"' },
  test: {
    server: { deps: { inline: ['@mlc-ai/web-xgrammar'] } },
    include: ['src/**/*.test.ts', 'config/*.test.ts', 'scripts/*.test.ts'],
    setupFiles: ['src/testing/setup.ts'],
    testTimeout: 60_000,
  },
});
