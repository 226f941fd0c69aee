// Writes a model's graph as the app opens it on a processor, with the weights that it makes, for quality.py.
//   node bench/real/open-graph.mjs FOLDER OUT      FOLDER/onnx/*.onnx, as build_chat.py writes them
import {
  cpSync,
  linkSync,
  mkdirSync,
  openAsBlob,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'vite';

const [from, to] = process.argv.slice(2);
const server = await createServer({
  appType: 'custom',
  logLevel: 'error',
  optimizeDeps: { noDiscovery: true },
});
const folder = '/src/runtimes/transformers/ort';
const { madeName, openGraph } = await server.ssrLoadModule(`${folder}/open-graph.ts`);
const { int8File } = await server.ssrLoadModule(`${folder}/int8-weights.ts`);

rmSync(to, { recursive: true, force: true });
cpSync(from, to, { recursive: true, filter: (path) => !path.endsWith('/onnx') });
mkdirSync(join(to, 'onnx'));
const files = readdirSync(join(from, 'onnx'));
for (const name of files.filter((file) => !file.endsWith('.onnx'))) {
  linkSync(join(from, 'onnx', name), join(to, 'onnx', name));
}
for (const name of files.filter((file) => file.endsWith('.onnx'))) {
  const stored = await openAsBlob(join(from, 'onnx', name));
  const { file, weights } = await openGraph({ device: 'wasm' }, stored, name);
  writeFileSync(join(to, 'onnx', name), Buffer.from(await file.arrayBuffer()));
  const opened = new Map();
  const open = (location) => {
    if (!opened.has(location)) opened.set(location, openSync(join(from, 'onnx', location)));
    return opened.get(location);
  };
  const made = int8File(weights, ({ location, offset, length }, to) => {
    readSync(open(location), to, 0, length, offset);
  });
  if (weights.length === 0) continue;
  const out = openSync(join(to, 'onnx', madeName(name)), 'w');
  for (const { codesAt, scalesAt, end } of weights) {
    for (const [start, until] of [
      [codesAt, scalesAt],
      [scalesAt, end],
    ]) {
      writeSync(out, made.subarray(start, until), 0, undefined, start);
    }
  }
}
await server.close();
process.exit(0);
