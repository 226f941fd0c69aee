// Serves the production build, and under /e2e/ what the tests run inside the page.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { serve } from '../scripts/serve.mjs';
import { createHub } from './hub.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const extra = fileURLToPath(new URL('../node_modules/.alcove-e2e', import.meta.url));

await build({
  root,
  logLevel: 'error',
  publicDir: false,
  base: '/e2e/',
  define: { 'process.env': '{}' },
  build: {
    target: 'es2023',
    outDir: extra,
    emptyOutDir: true,
    minify: false,
    modulePreload: false,
    rollupOptions: {
      input: {
        conformance: 'e2e/in-page/conformance.ts',
        aborts: 'e2e/in-page/aborts.ts',
        poison: 'e2e/in-page/poison.ts',
        'device-loss': 'e2e/in-page/device-loss.ts',
        'kv-reuse': 'e2e/in-page/kv-reuse.ts',
        answers: 'e2e/in-page/answers.tsx',
        'wrong-rows': 'e2e/in-page/wrong-rows.ts',
        'engine-checks': 'e2e/in-page/engine-checks.ts',
      },
      preserveEntrySignatures: 'strict',
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
// Not built with the app's plugins: what they refuse in the app is not theirs to refuse in a client.
if (existsSync(join(root, 'e2e/clients/node_modules'))) {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    base: '/e2e/',
    define: { 'process.env': '{}' },
    build: {
      target: 'es2023',
      outDir: extra,
      emptyOutDir: false,
      minify: false,
      modulePreload: false,
      rollupOptions: {
        input: { clients: 'e2e/clients/in-page.ts' },
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: '[name].js', chunkFileNames: 'client-[name]-[hash].js' },
      },
    },
  });
}
const { url } = await serve({ port: Number(process.argv[2] ?? 4174), extra, first: createHub() });
console.log(`Serving ${url}`);
