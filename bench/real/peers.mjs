// npm run bench:peers -- …: real weights against other engines on the same files, one after another on one machine; wall and
// processor time. Each contender has a browser or process of its own, and one run before the one that counts.
//   --cache=FOLDER   as eval.mjs builds it: hub, GGUF; and optionally node_modules with node-llama-cpp
//   --hub=FOLDER     more repositories: Whisper and sentence embeddings
//   --speech=ID --ct2=FOLDER --audio=FOLDER   a Whisper of the hub, the same for faster-whisper, recordings
//   --exact=ID       the same weights in 32-bit floats
//   --references=FILE   what they say, [{file, text}], for word error rates
//   --texts=ID       a model for embeddings
//   --python=FILE    a Python with faster-whisper, onnxruntime and tokenizers
//   --only=chat,speech,texts
//   --engines=Alcove,transformers.js   those whose names begin so; all when absent
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildInPage } from '../build-in-page.mjs';
import { quiet } from '../quiet.mjs';
import { createContenders } from './contenders.mjs';
import { chatQuestions, toPrompt } from './peer-questions.mjs';
import { PLAN } from './plan.mjs';

const option = (name, otherwise = null) =>
  process.argv.find((a) => a.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise;
const cache = option('cache', join(process.env.HOME ?? '', '.cache/alcove-real'));
const hubs = [join(cache, 'hub'), option('hub')].filter(Boolean);
const only = option('only', 'chat,speech,texts').split(',');
const here = fileURLToPath(new URL('.', import.meta.url));
const extra = await buildInPage('peers.ts', 'wllama.mjs');
const profile = mkdtempSync(join(tmpdir(), 'alcove-peers-'));
const open = createContenders({ hubs, extra, profile });
const openOurs = (model) =>
  model.startsWith('alcove-') ? open.shipped(model) : open.alcove(model);

const parts = { chat, speech, texts };
for (const name of only) await parts[name]();
rmSync(profile, { recursive: true, force: true });
process.exit(0);

async function chat() {
  const model = option('chat', 'real/qwen-q8');
  const questions = chatQuestions();
  const ways = { 'Alcove, `/v1`': async () => askInTurn(await openOurs(model)) };
  for (const threads of [1, 2]) {
    ways[`transformers.js, 8 bits, threads: ${threads}`] = async () =>
      askInTurn(await open.library('text-generation', model, threads));
  }
  const native = existsSync(join(cache, 'node_modules/node-llama-cpp'));
  for (const [kind, file] of Object.entries({ Q8_0: 'qwen05-q8_0.gguf', Q4_K_M: 'qwen05.gguf' })) {
    const path = join(cache, file);
    if (!existsSync(path)) continue;
    ways[`wllama, ${kind}`] = async () => {
      await cp('node_modules/@wllama/wllama/esm/wasm/wllama.wasm', `${extra}/wllama.wasm`);
      return askInTurn(await open.wllama(path));
    };
    if (native) ways[`llama.cpp native, ${kind}`] = async () => askLlama(path);
  }
  const rows = [];
  for (const [name, run] of chosen(ways)) {
    await quiet();
    const answers = await run();
    const speed = ({ rest, count }) => (((count - 1) * 1000) / rest).toFixed(1);
    const first = ({ first: ms }) => (ms / 1000).toFixed(2);
    const [free, copied, short, long] = answers;
    const cpu = answers.reduce((sum, answer) => sum + answer.cpu, 0).toFixed(1);
    rows.push([name, speed(free), speed(copied), first(short), first(long), cpu]);
    console.error(rows.at(-1).join(' | '));
  }
  const head = 'tokens/s|copied text, tokens/s|97 tokens, s|933 tokens, s|CPU s of the four';
  print(`Chat, ${model}`, ['', ...head.split('|')], rows);

  async function askInTurn({ ask, cpu, close }) {
    const answers = [];
    await ask(questions.warmUp, 2);
    for (const { question, maxTokens } of questions.counted) {
      const before = cpu();
      const answer = await ask(question, maxTokens);
      answers.push({ ...answer, cpu: cpu() - before });
    }
    await close();
    return answers;
  }

  function askLlama(path) {
    const input = questions.counted.map(({ question, maxTokens }) => ({
      prompt: toPrompt(question),
      maxTokens,
    }));
    const args = [join(here, 'llama-native.mjs'), cache, path];
    return JSON.parse(execFileSync(process.execPath, args, { input: JSON.stringify(input) }))
      .answers;
  }
}

async function speech() {
  const model = option('speech', 'alcove-whisper');
  const audio = option('audio');
  const files = readdirSync(audio).filter((name) => /\.(?:wav|flac|mp3)$/.test(name));
  await cp(audio, `${extra}/audio`, { recursive: true });
  const inTurn = async ({ transcribe, cpu, close }) => {
    await transcribe(files[0]);
    const found = [];
    for (const file of files) {
      const [before, started] = [cpu(), performance.now()];
      const { text, seconds } = await transcribe(file);
      found.push({ text, seconds, wall: performance.now() - started, cpu: cpu() - before });
    }
    await close();
    return found;
  };
  const ways = { 'Alcove, `/v1`': async () => inTurn(await openOurs(model)) };
  const exact = option('exact');
  if (exact) ways['Alcove, 32-bit floats'] = async () => inTurn(await openOurs(exact));
  if (!model.startsWith('alcove-')) {
    const task = 'automatic-speech-recognition';
    for (const threads of [1, 2]) {
      ways[`transformers.js, threads: ${threads}`] = async () =>
        inTurn(await open.library(task, model, threads));
    }
  }
  const ct2 = option('ct2');
  for (const [name, beams] of ct2 ? Object.entries({ greedy: '1', default: '5' }) : []) {
    ways[`faster-whisper native, int8, ${name}`] = async () =>
      native('speech', ct2, beams, ...files.map((file) => join(audio, file)));
  }
  const rows = [];
  const texts = {};
  for (const [name, run] of chosen(ways)) {
    await quiet();
    const found = await run();
    const sum = (key) => found.reduce((total, one) => total + one[key], 0);
    const rate = (seconds) => (seconds / sum('seconds')).toFixed(3);
    rows.push([name, rate(sum('wall') / 1000), rate(sum('cpu')), sum('seconds').toFixed(0)]);
    texts[name] = Object.fromEntries(found.map(({ text }, i) => [files[i], text]));
    console.error(rows.at(-1).join(' | '), found[0].text.slice(0, 80));
  }
  const head = ['', 'wall s per s', 'CPU s per s', 'seconds of sound'];
  const references = option('references');
  if (references) {
    const rates = native('score', references, { input: JSON.stringify(texts) });
    head.push('words wrong');
    for (const row of rows) row.push(wordsWrong(rates[row[0]]));
  }
  print(`Speech, ${model}`, head, rows);
}

function chosen(ways) {
  const engines = option('engines', '').split(',');
  return Object.entries(ways).filter(([name]) => engines.some((one) => name.startsWith(one)));
}

function wordsWrong({ errors, words }) {
  return `${((100 * errors) / words).toFixed(1)} % of ${words}`;
}

async function texts() {
  const model = option('texts', 'plain/all-MiniLM-L6-v2');
  const given = PLAN.find(({ task }) => task === 'embed').texts;
  const measured = async ({ embed, cpu, close }, size) => {
    await embed(given.slice(0, 64), size);
    const before = cpu();
    const wall = await embed(given, size);
    const spent = cpu() - before;
    await close();
    return { wall, cpu: spent };
  };
  const ways = { 'Alcove, `/v1`': async () => measured(await openOurs(model), given.length) };
  for (const size of [1, 32]) {
    const name = size === 1 ? 'one by one' : `arrays of ${size}`;
    ways[`transformers.js, ${name}, threads: 2`] = async () =>
      measured(await open.library('feature-extraction', model, 2), size);
  }
  const folder = hubs.map((hub) => join(hub, model)).find(existsSync);
  if (option('python')) {
    ways['onnxruntime native, arrays of 32'] = async () =>
      native('texts', folder, { input: JSON.stringify(given) });
  }
  const rows = [];
  for (const [name, run] of chosen(ways)) {
    await quiet();
    const { wall, cpu } = await run();
    rows.push([name, ((given.length * 1000) / wall).toFixed(0), cpu.toFixed(1)]);
    console.error(rows.at(-1).join(' | '));
  }
  print(`${given.length} texts, ${model}`, ['', 'texts/s', 'CPU s'], rows);
}

function native(kind, ...rest) {
  const options = typeof rest.at(-1) === 'object' ? rest.pop() : {};
  const args = [join(here, 'native.py'), kind, ...rest];
  return JSON.parse(execFileSync(option('python'), args, options));
}

function print(title, head, rows) {
  const lines = [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`);
  const load = readFileSync('/proc/loadavg', 'utf8').split(' ')[0] ?? loadavg()[0];
  const today = new Date().toISOString().slice(0, 10);
  console.log(
    `\n### ${title}\n\n${lines.join('\n')}\n\n${today}, load average at the end ${load}.`,
  );
}
