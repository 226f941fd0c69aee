// npm run test:open-responses -- <folder>: runs the compliance suite of openresponses.org against
// /v1/responses and prints a table. <folder> is a checkout of github.com/openresponses/openresponses.
// The service runs in this process on a scripted model that calls the first tool it is given: the
// suite checks the shape of answers, not what a model makes of them.
import { existsSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer, loadConfigFromFile } from 'vite';

const ORIGIN = 'http://alcove.test';
/** Parts of the specification that the service does not offer, by the names of their cases. */
const NOT_OFFERED = [
  ['websocket-', 'a service worker sees no WebSockets'],
  ['compact-', 'no /v1/responses/compact'],
];

const folder = resolve(process.argv[2] ?? '../openresponses');
if (!existsSync(`${folder}/src/lib/compliance-tests.ts`)) {
  console.error(`No compliance suite in ${folder}. Clone github.com/openresponses/openresponses.`);
  process.exit(2);
}
const root = fileURLToPath(new URL('..', import.meta.url));
// A copy without the checkout's tsconfig, which extends packages that are not installed.
const copy = `${root}node_modules/.open-responses`;
await rm(copy, { recursive: true, force: true });
for (const part of ['lib', 'generated']) {
  await cp(`${folder}/src/${part}`, `${copy}/${part}`, { recursive: true });
}
const suite = `${copy}/lib/compliance-tests.ts`;
// The unit tests' own settings: Vitest reads them in each of its projects.
const { config } = await loadConfigFromFile({}, 'vitest.config.ts', root);
const { plugins, define } = config.test.projects[0];
const server = await createServer({
  configFile: false,
  plugins,
  define,
  root,
  appType: 'custom',
  logLevel: 'error',
  server: { middlewareMode: true, hmr: false, ws: false, watch: null, fs: { strict: false } },
  optimizeDeps: { noDiscovery: true },
  ssr: { noExternal: ['@mlc-ai/web-xgrammar'] },
  resolve: { alias: { zod: `${root}node_modules/zod` } },
});
try {
  await import('fake-indexeddb/auto');
  const { createTestApi } = await server.ssrLoadModule('/src/testing/create-test-api.ts');
  const { createScriptedRuntime } = await server.ssrLoadModule(
    '/src/runtimes/scripted/scripted-runtime.ts',
  );
  const { runAllTests } = await server.ssrLoadModule(suite);
  const createRuntime = () => {
    const runtime = createScriptedRuntime();
    return { ...runtime, run: (task, signal) => runtime.run(callingTools(task), signal) };
  };
  const api = await createTestApi({ createRuntime });
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) =>
    String(input).startsWith(ORIGIN) ? api.handle(new Request(input, init)) : fetch(input, init);
  const results = new Map();
  await runAllTests(
    {
      baseUrl: `${ORIGIN}/v1`,
      apiKey: api.key,
      model: 'scripted-vision',
      authHeaderName: 'authorization',
      useBearerPrefix: true,
    },
    (result) => results.set(result.id, result),
  );
  process.exitCode = print([...results.values()]);
  for (const error of api.reported) console.error(error);
} finally {
  await server.close();
}

function callingTools(task) {
  const isFree = task.kind === 'chat' && task.tools.length > 0 && task.toolChoice === 'auto';
  return isFree ? { ...task, toolChoice: 'required' } : task;
}

/** @returns 1 when a case of a supported feature failed. */
function print(results) {
  let failed = 0;
  let passed = 0;
  for (const { id, status, errors = [] } of results) {
    const reason = NOT_OFFERED.find(([prefix]) => id.startsWith(prefix))?.[1];
    const isPassed = status === 'passed';
    if (isPassed) passed++;
    else if (!reason) failed++;
    const mark = reason ? '·' : '✖';
    const why = isPassed ? '' : (reason ?? errors.slice(0, 5).join('; '));
    console.log(`${isPassed ? '✓' : mark} ${id.padEnd(48)} ${why}`.trimEnd());
  }
  console.log(`${passed} of ${results.length} passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
}
