import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { checkHtmlSinks } from './config/check-html-sinks.ts';
import { chunkGroups } from './config/chunk-groups.ts';
import { keepSoftHyphens } from './config/keep-soft-hyphens.ts';
import { dropOldFonts } from './config/modern-fonts.ts';
import { withOwnProducts } from './config/own-products.ts';
import { serveBuiltFiles } from './config/serve-built-files.ts';
import { silenceBuiltins } from './config/silent-builtins.ts';
import { refuseImportedEntries } from './config/worker-entries.ts';
import { ISOLATION_HEADERS } from './src/transport/isolation-headers.ts';

const require = createRequire(import.meta.url);

/**
 * transformers.js 4.3.1 chains every load and every run onto one promise that retains a rejection:
 * after one failure nothing works again in that thread. Here the chains continue after a failure.
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

/** Seven characters distinguish the versions of a file; the service worker, which lists all files, is 10 kB at most. */
const FILE_NAMES = {
  entryFileNames: 'assets/[name]-[hash:7].js',
  chunkFileNames: 'assets/[name]-[hash:7].js',
  assetFileNames: 'assets/[name]-[hash:7][extname]',
};

const { version: VERSION } = JSON.parse(
  readFileSync(new URL('package.json', import.meta.url), 'utf8'),
) as { version: string };
const ORT = JSON.parse(
  readFileSync(new URL('node_modules/onnxruntime-web/package.json', import.meta.url), 'utf8'),
) as { version: string };
/** The second number counts the changes that are made to its wasm here. */
const ORT_VERSION = `${ORT.version}.2`;
/** Path of a file of onnxruntime: its wasm is published under its version, so that the name identifies it in caches. */
const placeOf = (file: string) => (file.endsWith('.wasm') ? `${ORT_VERSION}/${file}` : file);

const ORT_FOLDER = join(dirname(require.resolve('onnxruntime-web')), '.');
const ORT_BUILDS = ['ort-wasm-simd-threaded', 'ort-wasm-simd-threaded.asyncify'];

/**
 * onnxruntime-web's JavaScript copies every tensor in and out of its wasm module at each run, and does
 * not expose the module. This wrapper does (src/runtimes/transformers/ort), and compiles its code before a model
 * is loaded.
 */
const HELD_MODULE = `import create from './ort-wasm-simd-threaded.js';
let module = null;
let compiled = null;
export const held = () => module;
export const compile = (url) => {
  compiled ??= WebAssembly.compileStreaming(fetch(url));
  return compiled;
};
const instantiateWasm = (imports, done) => {
  compiled
    .then(async (code) => done(await WebAssembly.instantiate(code, imports), code))
    .catch(reportError);
  return {};
};
export default async (options) => {
  const code = await compiled?.catch(() => null);
  module = await create(code ? { ...options, instantiateWasm } : options);
  return module;
};
`;

/** The copy of an external file's range into the module's memory. */
const EXTERNAL_COPY =
  /try\{const (\w+)=(\w+)\.subarray\((\w+),\3\+(\w+)\);switch\((\w+)\)\{case 0:(\(\w+\(\),\w+\))\.set\(\1,(\w+)>>>0\)/;

/**
 * Lets external files write into the module's memory themselves (ort/external-file.ts), so that a weight is in
 * memory once while it is loaded.
 */
function letFilesFillMemory(text: string): string | null {
  const found = EXTERNAL_COPY.exec(text);
  if (!found) return null;
  const [whole, , file, from, length, kind, heap, to] = found;
  const memory = `${heap}.subarray(${to}>>>0,(${to}>>>0)+${length})`;
  const filled = `if(0===${kind}&&${file}.copyInto){${file}.copyInto(${from},${memory});return 0}`;
  return text.replace(
    whole,
    whole.replace('try{', () => `try{${filled}`),
  );
}

/**
 * A file of onnxruntime. Its attention in blocks sizes them by the processor's cache, which wasm
 * cannot read: reading a prompt takes ten times as long (1.31.0). Flash attention is disabled.
 */
async function readOrtFile(file: string): Promise<Uint8Array | string> {
  if (file.endsWith('.held.js')) return HELD_MODULE;
  // Many hosts serve .mjs as an unknown type, which browsers refuse to run.
  const source = await readFile(join(ORT_FOLDER, file.replace(/\.js$/, '.mjs')));
  if (file === `${ORT_BUILDS[0]}.wasm`) return withOwnProducts(source);
  if (!file.endsWith('.js')) return source;
  const text = source.toString();
  const environment = 'LANG:(globalThis';
  if (!text.includes(environment)) throw new Error(`${file} has changed: no environment.`);
  const filling = letFilesFillMemory(text);
  if (filling === null) throw new Error(`${file} has changed: no copy of external files.`);
  return filling.replace(environment, `ORT_GQA_DISABLE_FLASH_ATTENTION:"1",${environment}`);
}

/** onnxruntime's own files, served from this origin under /ort/. */
function serveOnnxRuntime(): Plugin {
  const files = ORT_BUILDS.flatMap((name) => [`${name}.js`, `${name}.wasm`]);
  files.push(`${ORT_BUILDS[0]}.held.js`);
  return {
    name: 'alcove:onnxruntime',
    async generateBundle() {
      if (this.environment.name !== 'client') return;
      for (const file of files) {
        const source = await readOrtFile(file);
        this.emitFile({ type: 'asset', fileName: `ort/${placeOf(file)}`, source });
      }
    },
    configureServer(server) {
      server.middlewares.use('/ort/', (request, response, next) => {
        const name = (request.url ?? '').replace(/^.*\/|\?.*$/g, '');
        if (!files.includes(name)) return next();
        response.setHeader(
          'content-type',
          name.endsWith('.wasm') ? 'application/wasm' : 'text/javascript',
        );
        readOrtFile(name).then((data) => response.end(data), next);
      });
    },
  };
}

const ENTRY = fileURLToPath(new URL('src/main.tsx', import.meta.url));

/** Path of the folder the app is served from: `BASE=/alcove/ npm run build`. */
const BASE = `/${(process.env['BASE'] ?? '').replace(/^\/+|\/+$/g, '')}/`.replace('//', '/');

/** The app's own headers, relaxed for hot reload: inline scripts, inline styles and a socket. */
function developmentHeaders(): Record<string, string> {
  const policy = (ISOLATION_HEADERS['content-security-policy'] ?? '')
    .split(';')
    .map((directive) => directive.trim())
    .filter((directive) => !/trusted-types/.test(directive))
    .map((directive) =>
      directive
        .replace(/^(script-src|style-src)\b/, "$1 'unsafe-inline'")
        .replace(/^connect-src\b/, 'connect-src ws:'),
    );
  return { ...ISOLATION_HEADERS, 'content-security-policy': policy.join('; ') };
}

export default defineConfig({
  base: BASE,
  // onnxruntime without an embedded copy of its wasm: ours is served under /ort/.
  resolve: {
    alias: {
      // React has had the hook itself since 18.
      'use-sync-external-store/shim/index.js': 'react',
      // Dexie's package names its build for old browsers, a fifth larger.
      dexie: fileURLToPath(new URL('node_modules/dexie/dist/modern/dexie.mjs', import.meta.url)),
      // The browser builds of these parse with the DOM, which Trusted Types refuse; the others bring a parser and a list.
      'decode-named-character-reference': fileURLToPath(
        new URL('node_modules/decode-named-character-reference/index.js', import.meta.url),
      ),
      'hast-util-from-html-isomorphic': fileURLToPath(
        new URL('node_modules/hast-util-from-html-isomorphic/index.js', import.meta.url),
      ),
    },
    conditions: ['onnxruntime-web-use-extern-wasm', ...defaultClientConditions],
  },
  plugins: [
    react(),
    serveOnnxRuntime(),
    unpoisonTransformers(),
    checkHtmlSinks(),
    serveBuiltFiles(VERSION),
    silenceBuiltins(),
    dropOldFonts(),
  ],
  define: {
    __ALCOVE_VERSION__: JSON.stringify(VERSION),
    __BASE__: JSON.stringify(BASE),
    __ORT_VERSION__: JSON.stringify(ORT_VERSION),
  },
  build: {
    target: 'es2023',
    // The content security policy takes fonts and scripts from files only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: {
        codeSplitting: { groups: chunkGroups(ENTRY) },
        ...FILE_NAMES,
      },
    },
    chunkSizeWarningLimit: 2000,
  },
  worker: {
    format: 'es',
    // What a page loads later, a worker may need from its first line: there an import() splits nothing, and Vite warns of each.
    rolldownOptions: {
      checks: { pluginTimings: false, ineffectiveDynamicImport: false },
      output: FILE_NAMES,
    },
    plugins: () => [
      unpoisonTransformers(),
      keepSoftHyphens(),
      checkHtmlSinks(),
      refuseImportedEntries(),
      silenceBuiltins(),
    ],
  },
  server: { headers: developmentHeaders() },
});
