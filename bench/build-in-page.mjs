// Builds what a benchmark runs inside the page; served under /e2e/.
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** The folder of onnxruntime's wasm in the build that serves it. */
const listed = await readdir(new URL('../dist/ort/', import.meta.url), { withFileTypes: true });
const version = listed.find((entry) => entry.isDirectory())?.name;

/** @returns the folder with the scripts, named as their sources in bench/in-page/. */
export async function buildInPage(...sources) {
  const folder = fileURLToPath(new URL('../node_modules/.alcove-bench', import.meta.url));
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    base: '/e2e/',
    define: {
      'process.env.NODE_ENV': '"production"',
      'process.env': '{}',
      __BASE__: '"/"',
      __ORT_VERSION__: JSON.stringify(version),
    },
    worker: { format: 'es' },
    build: {
      target: 'es2023',
      outDir: folder,
      emptyOutDir: true,
      modulePreload: false,
      rollupOptions: {
        input: sources.map((source) => `bench/in-page/${source}`),
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: '[name].js' },
      },
    },
  });
  return folder;
}
