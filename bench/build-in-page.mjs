// Builds what a benchmark runs inside the page; served under /e2e/.
import { basename, extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** @returns the folder with the script, named as its source in bench/in-page/. */
export async function buildInPage(source) {
  const folder = fileURLToPath(new URL('../node_modules/.alcove-bench', import.meta.url));
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    base: '/e2e/',
    define: { 'process.env.NODE_ENV': '"production"', 'process.env': '{}' },
    worker: { format: 'es' },
    build: {
      target: 'es2023',
      outDir: folder,
      emptyOutDir: true,
      modulePreload: false,
      rollupOptions: {
        input: `bench/in-page/${source}`,
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: `${basename(source, extname(source))}.js` },
      },
    },
  });
  return folder;
}
