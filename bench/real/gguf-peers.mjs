// npm run bench:gguf -- --gguf=FILE[,FILE]: the same GGUF file in the app (which converts it), in wllama and in llama.cpp as native
// code, one after another: tokens a second, the first token of a long prompt, processor time and memory. All get the same
// prompts without a template, and answer greedily; each has a browser or process of its own, and a run before the one that counts.
//   --part=agreement whether the app writes what llama.cpp writes, instead of times: the next token at each position of a text, and five texts
//   --positions=512  of that text
//   --gguf=FILE,…    files of chat models. One without a chat template gets one by the package gguf of PyPI:
//                    gguf-new-metadata IN.gguf OUT.gguf --chat-template '{{ messages[0].content }}'
//   --llama=FOLDER   has node-llama-cpp in its node_modules (npm install --prefix FOLDER node-llama-cpp@3); without it no native rows
//   --engines=Alcove,wllama,llama.cpp   the engines whose names begin so; all when absent
//   --words=890      words of the long prompt
//   --threads=2      of wllama and llama.cpp
//   --busy           does not wait for a quiet machine: only processor time and memory count
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rendererPeakBytes } from '../../scripts/renderer-memory.mjs';
import { buildInPage } from '../build-in-page.mjs';
import { quiet } from '../quiet.mjs';
import { createContenders } from './contenders.mjs';
import { tableOf } from './eval-page.mjs';
import { AGREEMENT_HEAD, agreementOf, agreementQuestions } from './gguf-agreement.mjs';
import { linkFiles } from './link-files.mjs';
import { longPrompt } from './peer-questions.mjs';

const option = (name, otherwise = null) =>
  process.argv.find((a) => a.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise;
const files = option('gguf', '')
  .split(',')
  .filter(Boolean)
  .map((file) => resolve(file));
if (files.length === 0) {
  console.error('Name a file: npm run bench:gguf -- --gguf=FILE[,FILE] [--llama=FOLDER]');
  process.exit(2);
}
const llama = option('llama', join(process.env.HOME ?? '', '.cache/alcove-real'));
const engines = option('engines', '').split(',');
const threads = option('threads', '2');
const isBusy = process.argv.includes('--busy');
const WARM_UP = { prompt: 'Colours of the rainbow:', maxTokens: 2 };
const PROMPTS = [
  { prompt: 'Explain why the sky is blue. The sky is blue because', maxTokens: 96 },
  { prompt: longPrompt(Number(option('words', 890))), maxTokens: 2 },
];
const HEAD = [
  'tokens/s',
  'CPU s a token',
  'long prompt: first token, s',
  'CPU s',
  'peak, MB',
  'peak while converting, MB',
];
const MEMORY_GOAL = '1.25 × file + 300 MB';

const extra = await buildInPage('peers.ts', 'wllama.mjs');
await cp('node_modules/@wllama/wllama/esm/wasm/wllama.wasm', `${extra}/wllama.wasm`);
const profile = mkdtempSync(join(tmpdir(), 'alcove-gguf-'));
const parts = { speed: compareSpeed, agreement: compareTokens };
await parts[option('part', 'speed')]();
rmSync(profile, { recursive: true, force: true });
process.exit(0);

async function compareSpeed() {
  for (const file of files) {
    const { rows, promptTokens } = await compare(file);
    console.log(`\n### ${titleOf(file)}\n\n${tableOf([['', ...HEAD], ...rows])}`);
    const about = `Long prompt: ${promptTokens} tokens. ${MEMORY_GOAL}: ${memoryGoal(file)} MB.`;
    console.log(`\n${about} ${dateAndLoad()}`);
  }
}

async function compareTokens() {
  const questions = agreementQuestions(Number(option('positions', 512)));
  const rows = [];
  for (const file of files) {
    const native = natively(file, questions);
    if (native === null) throw new Error(`No node-llama-cpp in ${llama}.`);
    const app = await openConverted(file);
    const cells = await agreementOf(app, questions, native.answers);
    await app.close();
    rows.push([titleOf(file), ...cells, String(memoryGoal(file))]);
    console.error(rows.at(-1).join(' | '));
  }
  const head = ['', ...AGREEMENT_HEAD, MEMORY_GOAL];
  console.log(`\n${tableOf([head, ...rows])}\n\n${dateAndLoad()}`);
}

function titleOf(file) {
  return `${basename(file)}, ${Math.round(statSync(file).size / 1e6)} MB`;
}

function memoryGoal(file) {
  return Math.round((1.25 * statSync(file).size) / 1e6 + 300);
}

function dateAndLoad() {
  const load = readFileSync('/proc/loadavg', 'utf8').split(' ')[0];
  return `${new Date().toISOString().slice(0, 10)}, load average at the end ${load}.`;
}

async function compare(file) {
  const ways = {
    'Alcove, `/v1`': () => inBrowser(() => openConverted(file)),
    wllama: () =>
      inBrowser(() => createContenders({ hubs: [], extra, profile }).wllama(file, Number(threads))),
    'llama.cpp native': () => natively(file, PROMPTS),
  };
  const rows = [];
  let promptTokens = null;
  for (const [name, run] of Object.entries(ways)) {
    if (!engines.some((one) => name.startsWith(one))) continue;
    if (!isBusy) await quiet();
    const found = await run();
    if (found === null) continue;
    rows.push([name, ...cellsOf(found)]);
    promptTokens ??= found.answers[1].promptTokens ?? null;
    console.error(rows.at(-1).join(' | '), JSON.stringify(found.answers[0].text.slice(0, 200)));
  }
  return { rows, promptTokens };
}

/** The app with a hub whose one file is this one. */
async function openConverted(file) {
  const { folder, models, remove } = await linkFiles([file]);
  const open = createContenders({ hubs: [folder], extra, profile });
  const contender = await open.converted(models[0].repository, models[0].file);
  const close = async () => {
    await contender.close();
    await remove();
  };
  return { ...contender, close };
}

/** Memory is what the renderers have above the page without a model. */
async function inBrowser(open) {
  const { before, converting = null, complete, cpu, close } = await open();
  await complete(WARM_UP.prompt, WARM_UP.maxTokens);
  const answers = [];
  for (const { prompt, maxTokens } of PROMPTS) {
    const spent = cpu();
    const answer = await complete(prompt, maxTokens);
    answers.push({ ...answer, cpu: cpu() - spent });
  }
  const peak = rendererPeakBytes() - before;
  await close();
  return { answers, peak, converting };
}

function natively(file, questions) {
  if (!existsSync(join(llama, 'node_modules/node-llama-cpp'))) return null;
  const script = fileURLToPath(new URL('llama-native.mjs', import.meta.url));
  const given = { input: JSON.stringify(questions), stdio: ['pipe', 'pipe', 'ignore'] };
  return JSON.parse(execFileSync(process.execPath, [script, llama, file, threads], given));
}

function cellsOf({ answers: [free, long], peak, converting = null }) {
  const megabytes = (bytes) => (bytes === null ? '–' : (bytes / 1e6).toFixed(0));
  return [
    (((free.count - 1) * 1000) / free.rest).toFixed(1),
    (free.cpu / free.count).toFixed(3),
    (long.first / 1000).toFixed(2),
    long.cpu.toFixed(2),
    megabytes(peak),
    megabytes(converting),
  ];
}
