// Writes src/gguf/reference.json: what llama.cpp computes for the tiny files of src/testing/architecture-gguf.ts.
//   node bench/real/gguf-reference.mjs PYTHON      a Python with llama-cpp-python
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'vite';

const [python] = process.argv.slice(2);
const server = await createServer({
  appType: 'custom',
  logLevel: 'error',
  optimizeDeps: { noDiscovery: true },
});
const { ARCHITECTURE_FILES, architectureGguf } = await server.ssrLoadModule(
  '/src/testing/architecture-gguf.ts',
);
/** Tokens of text in each vocabulary, further than any window. */
const IDS = Array.from({ length: 40 }, (_, i) => 40 + ((i * 37) % 90));
/** Logits of a token that are stored; of the others the likeliest one. */
const STORED = 16;

const SCRIPT = `
import json, sys
from llama_cpp import Llama
ids = json.loads(sys.argv[2])
model = Llama(sys.argv[1], n_ctx=256, logits_all=True, verbose=False, type_k=0, type_v=0)
model.eval(ids)
rows = model.scores[: len(ids)]
last = [round(float(x), 5) for x in rows[-1][: int(sys.argv[3])]]
print(json.dumps({'next': rows.argmax(-1).tolist(), 'last': last}))
`;

const folder = mkdtempSync(join(tmpdir(), 'alcove-gguf-'));
const models = {};
for (const name of ARCHITECTURE_FILES) {
  const path = join(folder, 'model.gguf');
  writeFileSync(path, architectureGguf(name));
  const args = ['-c', SCRIPT, path, JSON.stringify(IDS), String(STORED)];
  models[name] = JSON.parse(
    execFileSync(python, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }),
  );
  console.log(name, new Set(models[name].next).size, models[name].last.slice(0, 4).join(' '));
}
rmSync(folder, { recursive: true });
writeFileSync('src/gguf/reference.json', `${JSON.stringify({ ids: IDS, models }, null, 1)}\n`);
await server.close();
