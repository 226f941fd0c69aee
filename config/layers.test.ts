import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** What each layer may import, besides itself: layers as `#folder`, packages by name. */
const LAYERS: Record<string, string[]> = {
  // Values without a meaning of their own: bytes, vectors, guards. Every layer may import it.
  base: [],
  // Calls that always settle: of a worker, or of anything that may never answer.
  workers: [],
  contract: ['zod'],
  catalog: ['#contract'],
  storage: [
    // The documents of other products' projects.
    '#documents/pack-passages.ts',
    '#documents/sentences.ts',
    // Transcripts as tables.
    '#documents/csv-rows.ts',
    '#catalog',
    '#device/capabilities.ts',
    '#workers',
    '#contract',
    '#transcript-formats',
    'dexie',
    'zod/mini',
    'comlink',
    'hash-wasm',
  ],
  device: ['#workers', '#catalog', '#contract'],
  audio: [
    '#device',
    'mediabunny',
    // Writes MP3, which no browser does.
    'wasm-media-encoders',
    // For browsers whose WebCodecs do not decode (decision 030).
    'mpg123-decoder',
    '@wasm-audio-decoders/flac',
    '@wasm-audio-decoders/ogg-vorbis',
    'codec-parser',
    'opus-decoder',
  ],
  // Segments as files: for `response_format` and for the page's exports alike.
  'transcript-formats': ['fflate'],
  // Analysis of a set of vectors: neighbours, maps, clusters.
  vectors: ['#workers', 'comlink'],
  // Finds the texts that answer a query: by words, vectors, or both.
  retrieval: ['#documents/sentences.ts', '#documents/pieces.ts'],
  // All documents, chats and transcripts in the memory of a worker, for one search.
  library: ['#storage', '#retrieval', '#workers', 'comlink'],
  // File bytes of documents to text and passages.
  documents: [
    '#vectors',
    '#workers',
    // Reads our own exported tables.
    '#transcript-formats/csv-cell.ts',
    '#transport/own-scripts.ts',
    'htmlparser2',
    'pdfjs-dist',
    'postal-mime',
    'comlink',
  ],
  // A person's own functions, in a separate JavaScript engine.
  sandbox: ['#workers', 'quickjs-emscripten-core', '@jitl/quickjs-wasmfile-release-sync'],
  transport: ['#contract'],
  engine: ['#catalog', '#contract'],
  'model-files': ['#device/capabilities.ts', '#catalog', '#contract', 'hash-wasm'],
  // Files of llama.cpp to graphs that run here; in browsers and in Node.
  gguf: [],
  // JSON Schema to grammars, as far as a grammar can express it; depends on no library.
  'json-schema': [],
  grammar: ['#json-schema', '#contract', '@mlc-ai/web-xgrammar'],
  'runtimes/scripted': ['#engine', '#grammar', '#json-schema', '#catalog', '#contract'],
  'runtimes/webllm': [
    '#engine',
    '#grammar',
    '#model-files',
    '#catalog',
    '#contract',
    '@mlc-ai/web-llm',
  ],
  'runtimes/transformers': [
    // The spans that are read aloud as one, on which the page and the voice agree.
    '#documents/spoken-spans.ts',
    '#engine',
    '#grammar',
    '#json-schema',
    '#model-files',
    '#workers',
    '#device/capabilities.ts',
    '#catalog',
    '#contract',
    '@huggingface/transformers',
  ],
  // Speaks to the page, which has the model.
  'runtimes/browser': ['#engine', '#transport/browser-model.ts', '#catalog', '#contract'],
  'runtimes/remote': ['#engine', '#transport/event-stream.ts', '#catalog', '#contract'],
  runtimes: [
    '#engine',
    '#runtimes/scripted',
    '#runtimes/webllm',
    '#runtimes/transformers',
    '#runtimes/remote',
    '#runtimes/browser',
  ],
  api: [
    '#engine',
    '#audio',
    '#device/browser.ts',
    '#json-schema',
    '#transcript-formats',
    '#storage',
    // Passages of the files in vector stores, and which pictures have pages.
    '#documents/is-document.ts',
    '#documents/pack-passages.ts',
    '#documents/sentences.ts',
    '#retrieval',
    '#transport',
    '#catalog',
    '#contract',
    'hono',
    'zod',
  ],
  // One worker for each loaded model: its client, its server, its pre-warmed slot, its checks.
  slots: [
    '#runtimes',
    '#engine',
    '#transport',
    '#device',
    '#storage',
    '#catalog',
    '#contract',
    'comlink',
  ],
  // The models that exist, are installed, or are being downloaded.
  'model-library': [
    '#gguf',
    '#model-files',
    '#workers',
    '#grammar',
    '#transport',
    '#device',
    '#storage',
    '#catalog',
    '#contract',
    'comlink',
  ],
  // The composition root: the router, the engine, the slots and the model library in one worker.
  host: [
    '#workers',
    '#documents',
    '#api',
    '#audio',
    '#runtimes/remote',
    '#runtimes/browser',
    // For the thread that checks schemas.
    '#grammar',
    '#json-schema/work-meter.ts',
    '#slots',
    '#model-library',
    '#model-files',
    '#engine',
    '#transport',
    '#device',
    '#storage',
    '#catalog',
    '#contract',
    'comlink',
  ],
  'service-worker': [
    '#transport',
    '#contract/app-path.ts',
    '#contract/paths.ts',
    '#contract/api-error.ts',
    '#contract/provider-origin.ts',
  ],
  // The command's server, in Node: passes requests of other programs on to the tab.
  server: [
    '#transport',
    // Models that it fetches for browsers, read and described as the app does.
    '#catalog',
    '#gguf',
    '#model-files',
    '#model-library/describe-repository.ts',
    '#model-library/read-card.ts',
    '#contract/api-error.ts',
    '#contract/headers.ts',
    '#contract/boundary.ts',
    '#contract/body-limits.ts',
    '#contract/messages-error.ts',
    '#contract/paths.ts',
    '#contract/provider-origin.ts',
    '#contract/service-errors.ts',
    '#contract/zod.ts',
    'ws',
    'node:child_process',
    'node:crypto',
    'node:dns',
    'node:fs',
    'node:http',
    'node:https',
    'node:net',
    'node:os',
    'node:path',
    'node:stream',
    'node:util',
    'node:zlib',
  ],
  client: [
    '#connect/connect-messages.ts',
    '#language-model',
    '#transport',
    '#workers',
    '#device/browser.ts',
    '#contract',
    'comlink',
  ],
  // The task APIs of browsers over `/v1`; in this app, and in other sites.
  'language-model': ['eld'],
  // What other sites import to ask for a person's models.
  connect: ['#transport'],
  // From one tab to another, on two devices: a code of words, what it proves, and a file in authenticated frames.
  move: ['#transport/move-rooms.ts', '#contract/app-path.ts', '@noble/curves', '@noble/hashes'],
  // The service in other sites: the package of npm.
  embed: [
    '#api/call/call.ts',
    '#client',
    '#documents/sentences.ts',
    '#contract/languages.ts',
    '#engine',
    '#language-model',
    '#transport',
    // Of the sites that use the thin layers over it.
    'react',
    '@ai-sdk/openai-compatible',
    '@ai-sdk/provider',
  ],
  // Only for tests: a whole service in one process, and the cases it must pass.
  testing: [
    '#transport',
    '#move',
    '#ui/state',
    '#documents/document-reader.ts',
    '#documents/sentences.ts',
    '#vectors',
    '#api',
    '#catalog',
    '#contract',
    '#engine',
    '#grammar',
    '#host/remote',
    '#runtimes',
    '#storage',
    '#transport',
    'vitest',
    'ws',
    'fake-indexeddb',
    'fflate',
    'node:fs',
    'node:http',
    'node:net',
    'node:stream',
    'node:zlib',
  ],
  'ui/messages': [],
  'ui/kit': ['#ui/messages', '#contract', 'react', 'lucide-react'],
  // The offer of a model that can do what the chosen one cannot.
  'ui/dev': ['#ui/kit', 'react', 'lucide-react'],
  'ui/model-offer': [
    '#ui/kit',
    '#ui/messages',
    '#ui/state',
    '#ui/services.ts',
    '#catalog/browser-model.ts',
    '#catalog/model-view.ts',
    '#transport/browser-model.ts',
    '#contract',
    '#device',
    'react',
    'wouter',
    'zustand',
  ],
  // The bar of every page: its title and the model in use.
  'ui/page-header': [
    '#ui/kit',
    '#ui/messages',
    '#ui/state',
    '#transport',
    '#contract',
    'react',
    'wouter',
    'zustand',
    'lucide-react',
  ],
  // Reads texts of every page aloud.
  'ui/read-aloud': [
    '#documents',
    '#ui/kit',
    '#ui/messages',
    '#ui/state',
    '#ui/services.ts',
    'react',
    'lucide-react',
  ],
  'ui/code-samples': ['#ui/kit', '#ui/messages', '#contract', 'react', 'lucide-react'],
  // Stores, and hooks that read them or the database.
  'ui/state': [
    '#ui/messages',
    '#documents/document-error.ts',
    // The type of the reader of files, which is a port.
    '#documents/open-document.ts',
    // The service worker's copies of the built-in models.
    '#client/offline.ts',
    '#client/language-model.ts',
    // The type of a Realtime session.
    '#client/alcove-global.d.ts',
    '#workers',
    '#storage',
    '#transport',
    '#device',
    '#catalog',
    '#contract',
    'react',
    'react-dom',
    'zustand',
  ],
  ui: [
    // Cuts the sample of a voice out of a recording.
    '#audio/decode-audio.ts',
    '#client',
    '#storage',
    '#documents',
    '#transcript-formats',
    '#retrieval',
    '#library',
    '#vectors',
    '#sandbox',
    '#transport',
    '#device',
    '#catalog',
    '#contract',
    'react',
    'react-dom',
    'zustand',
    'wouter',
    'lucide-react',
  ],
};
const FEATURES = ['chat', 'transcribe', 'embeddings', 'models', 'developer', 'settings'];
for (const name of FEATURES) {
  LAYERS[`ui/${name}`] = [
    ...(LAYERS['ui'] ?? []),
    '#ui/kit',
    '#ui/messages',
    '#ui/code-samples',
    '#ui/model-offer',
    '#ui/page-header',
    '#ui/read-aloud',
    '#ui/state',
    '#ui/services.ts',
  ];
}
LAYERS['ui/shell'] = [
  ...(LAYERS['ui'] ?? []),
  '#ui/kit',
  '#ui/messages',
  '#ui/state',
  '#ui/services.ts',
];
LAYERS['ui'] = [...(LAYERS['ui'] ?? []), '#ui'];
LAYERS['ui/settings']?.push('#move');
LAYERS['ui/chat']?.push(
  // For answers under a schema.
  '#json-schema',
  'streamdown',
  // Types alone.
  'remark-parse',
  'remark-math',
  'rehype-katex',
  'unified',
  'mdast',
  'mdast-util-gfm',
  'micromark-core-commonmark',
  'micromark-extension-gfm',
  'micromark-util-types',
  'rehype-harden',
  'katex',
  'hast',
  'lowlight',
  'hast-util-to-jsx-runtime',
);

const sources = import.meta.glob<string>('/src/*/**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const IMPORT = /(?:^(?:import|export)\b[^'`]*?\bfrom|^\} from|\bimport\(|^import)\s*'([^']+)'/gm;

/** The innermost layer a path is in: `ui/chat/composer.tsx` is in `ui/chat`. */
function layerOf(path: string): string {
  const [first = '', second = ''] = path.split('/');
  return `${first}/${second}` in LAYERS ? `${first}/${second}` : first;
}

function isAllowed(file: string, specifier: string): boolean {
  if (specifier.startsWith('./')) return true;
  const layer = layerOf(file);
  return [`#${layer}`, '#base', ...(LAYERS[layer] ?? [])].some(
    (a) => specifier === a || specifier.startsWith(`${a}/`),
  );
}

const imports = Object.entries(sources)
  .map(([path, text]) => [path.replace('/src/', ''), text] as const)
  .filter(([file]) => !file.includes('.test.'))
  .flatMap(([file, text]) =>
    [...text.matchAll(IMPORT)].map((m) => ({ file, specifier: m[1] ?? '' })),
  );

test('the logic of a feature knows neither React nor the components drawn from it', () => {
  const sessions = imports.filter((i) => i.file.includes('/session/'));
  expect(sessions.length).toBeGreaterThan(50);
  expect(sessions.filter((i) => /^react(-dom)?(\/|$)|\.tsx$|\.css$/.test(i.specifier))).toEqual([]);
});

test('every import goes down the layers', () => {
  // A guard that sees nothing must not pass.
  expect(imports.length).toBeGreaterThan(100);
  expect(imports.filter((i) => !isAllowed(i.file, i.specifier))).toEqual([]);
});

/** Graphs of each folder's entries (files and sub-folders): entry → the entries that it imports. */
function folderGraphs(): Map<string, Map<string, Set<string>>> {
  const graphs = new Map<string, Map<string, Set<string>>>();
  for (const { file, specifier } of imports) {
    const target = targetOf(file, specifier);
    if (target === null) continue;
    const [from, to] = [file.split('/'), target.split('/')];
    let depth = 0;
    while (from[depth] === to[depth] && depth < from.length) depth++;
    const [source, imported] = [from[depth], to[depth]];
    if (source === undefined || imported === undefined) continue;
    const folder = ['src', ...from.slice(0, depth)].join('/');
    const graph = graphs.get(folder) ?? new Map<string, Set<string>>();
    graphs.set(folder, graph.set(source, (graph.get(source) ?? new Set()).add(imported)));
  }
  return graphs;
}

/** The imported file's path below src; null for a package. */
function targetOf(file: string, specifier: string): string | null {
  if (specifier.startsWith('#')) return specifier.slice(1);
  if (!specifier.startsWith('./')) return null;
  return `${file.slice(0, file.lastIndexOf('/') + 1)}${specifier.slice(2)}`;
}

/** The first chain of imports that returns to its start; null when there is none. */
function findCycle(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] | null {
  const finished = new Set<string>();
  const visit = (entry: string, path: readonly string[]): string[] | null => {
    if (path.includes(entry)) return [...path.slice(path.indexOf(entry)), entry];
    if (finished.has(entry)) return null;
    for (const next of graph.get(entry) ?? []) {
      const cycle = visit(next, [...path, entry]);
      if (cycle) return cycle;
    }
    finished.add(entry);
    return null;
  };
  for (const entry of graph.keys()) {
    const cycle = visit(entry, []);
    if (cycle) return cycle;
  }
  return null;
}

test('no folder has a cycle among its files and sub-folders', () => {
  const graphs = folderGraphs();
  expect(graphs.size).toBeGreaterThan(60);
  const cycles = [...graphs].flatMap(([folder, graph]) => {
    const cycle = findCycle(graph);
    return cycle ? [`${folder}: ${cycle.join(' → ')}`] : [];
  });
  expect(cycles).toEqual([]);
});

test('docs/architecture.md describes every layer', () => {
  const rows = readFileSync('docs/architecture.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|'));
  const folders = new Set(Object.keys(sources).map((path) => path.split('/')[2] ?? ''));
  expect(folders.size).toBeGreaterThan(20);
  expect([...folders].filter((folder) => !rows.some((row) => row.includes(`\`${folder}`)))).toEqual(
    [],
  );
});

/** Source files that a folder lists at a glance. */
const MAX_FILES = 40;

test('no folder has more than forty source files', () => {
  const counts = new Map<string, number>();
  for (const file of Object.keys(sources).filter((path) => !path.includes('.test.'))) {
    const folder = file.slice(0, file.lastIndexOf('/'));
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  expect(counts.size).toBeGreaterThan(60);
  expect([...counts].filter(([, count]) => count > MAX_FILES)).toEqual([]);
});

test('findCycle reports a chain that returns to its start', () => {
  const graph = new Map([
    ['page', new Set(['list', 'session'])],
    ['list', new Set(['map'])],
    ['map', new Set(['session', 'list'])],
  ]);
  expect(findCycle(graph)).toEqual(['list', 'map', 'list']);
  graph.get('map')?.delete('list');
  expect(findCycle(graph)).toBeNull();
});
