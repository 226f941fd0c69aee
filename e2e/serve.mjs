// Serves the production build with one speech model more, and under /e2e/ what the tests run inside the page.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { serve } from '../scripts/serve.mjs';
import { createDigitsModel } from './digits-model.mjs';
import { createHub } from './hub.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const extra = fileURLToPath(new URL('../node_modules/.alcove-e2e', import.meta.url));

/** Builds modules that tests import in the page. `plugins`: whether the app's apply. */
const bundle = (input, { plugins, isFirst, chunks }) =>
  build({
    root,
    ...(plugins ? {} : { configFile: false }),
    logLevel: 'error',
    publicDir: false,
    base: '/e2e/',
    define: { 'process.env': '{}' },
    build: {
      target: 'es2023',
      outDir: extra,
      emptyOutDir: isFirst,
      minify: false,
      modulePreload: false,
      rollupOptions: {
        input,
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: '[name].js', chunkFileNames: chunks },
      },
    },
  });

const IN_PAGE = {
  conformance: 'e2e/in-page/conformance.ts',
  aborts: 'e2e/in-page/aborts.ts',
  poison: 'e2e/in-page/poison.ts',
  'device-loss': 'e2e/in-page/device-loss.ts',
  'kv-reuse': 'e2e/in-page/kv-reuse.ts',
  answers: 'e2e/in-page/answers.tsx',
  'wrong-rows': 'e2e/in-page/wrong-rows.ts',
  'engine-checks': 'e2e/in-page/engine-checks.ts',
};
await bundle(IN_PAGE, { plugins: true, isFirst: true, chunks: '[name]-[hash].js' });
// Without the app's plugins: clients may use built-ins that the app's build refuses.
if (existsSync(join(root, 'e2e/clients/node_modules'))) {
  const clients = { clients: 'e2e/clients/in-page.ts' };
  await bundle(clients, { plugins: false, isFirst: false, chunks: 'client-[name]-[hash].js' });
}
const first = await createDigitsModel(createHub());
const { url } = await serve({ port: Number(process.argv[2] ?? 4174), extra, first });
console.log(`Serving ${url}`);
