import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { ISOLATION_HEADERS } from './src/wire/isolation-headers.ts';

const require = createRequire(import.meta.url);

/**
 * transformers.js 4.3.1 chains every load and every run onto one promise that keeps a rejection for
 * ever: after one failure nothing works again in that thread. The chains go on after a failure here.
 */
function unpoisonTransformers(): Plugin {
  const fixes = [
    [
      'webInitChain = webInitChain.then(load)',
      'webInitChain = webInitChain.catch(() => {}).then(load)',
    ],
    [
      'webInferenceChain = webInferenceChain.then(run)',
      'webInferenceChain = webInferenceChain.catch(() => {}).then(run)',
    ],
  ] as const;
  return {
    name: 'alcove:unpoison-transformers',
    transform(code, id) {
      if (!id.includes('@huggingface/transformers/dist/transformers.web')) return null;
      return fixes.reduce((text, [broken, mended]) => {
        if (!text.includes(broken)) this.error(`transformers.js has changed: no "${broken}".`);
        return text.replace(broken, mended);
      }, code);
    },
  };
}

/** onnxruntime's own files, served from this origin under /ort/. */
function serveOnnxRuntime(): Plugin {
  const folder = join(dirname(require.resolve('onnxruntime-web')), '.');
  const builds = ['ort-wasm-simd-threaded', 'ort-wasm-simd-threaded.asyncify'];
  const files = builds.flatMap((name) => [`${name}.mjs`, `${name}.wasm`]);
  return {
    name: 'alcove:onnxruntime',
    async generateBundle() {
      if (this.environment.name !== 'client') return;
      for (const file of files) {
        const source = await readFile(join(folder, file));
        this.emitFile({ type: 'asset', fileName: `ort/${file}`, source });
      }
    },
    configureServer(server) {
      server.middlewares.use('/ort/', (request, response, next) => {
        const name = (request.url ?? '').replace(/^\/|\?.*$/g, '');
        if (!files.includes(name)) return next();
        response.setHeader(
          'content-type',
          name.endsWith('.wasm') ? 'application/wasm' : 'text/javascript',
        );
        readFile(join(folder, name)).then((data) => response.end(data), next);
      });
    },
  };
}

export default defineConfig({
  // onnxruntime without a copy of its wasm inside: ours lie under /ort/.
  resolve: {
    // The browser build of it parses with the DOM, which Trusted Types forbid; this one brings a parser.
    alias: {
      'hast-util-from-html-isomorphic': fileURLToPath(
        new URL('node_modules/hast-util-from-html-isomorphic/index.js', import.meta.url),
      ),
    },
    conditions: ['onnxruntime-web-use-extern-wasm', ...defaultClientConditions],
  },
  plugins: [react(), serveOnnxRuntime(), unpoisonTransformers()],
  define: { __ALCOVE_VERSION__: JSON.stringify(process.env['npm_package_version'] ?? '0.1.0') },
  build: {
    target: 'es2023',
    // The content security policy takes fonts and scripts from files only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 2000,
  },
  worker: { format: 'es', plugins: () => [unpoisonTransformers()] },
  server: { headers: { ...ISOLATION_HEADERS } },
});
