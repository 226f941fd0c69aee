import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'config/*.test.ts'],
    setupFiles: ['src/testing/setup.ts'],
    testTimeout: 60_000,
  },
});
