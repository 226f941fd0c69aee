// npm run bench:requests: what one small request costs, in processor seconds of all the browser's processes and in time:
// single texts, short chats and a second of speech through /v1, next to our runtimes alone and to transformers.js's pipelines
// on the same weights in the same browser. With a folder from bench/make_models.py (first argument) also the runtime alone on a
// MiniLM of the true shape. Linux only.
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { dirname } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { openBarePath } from './bare-path.mjs';
import { buildInPage } from './build-in-page.mjs';
import { callInPage } from './call-in-page.mjs';
import { openUnobserved } from './open-alcove.mjs';
import { cpuSeconds } from './process-times.mjs';
import { createReport } from './report.mjs';

const folder = process.argv[2];
const ROUNDS = Number(process.env.REPETITIONS ?? 3);
const TEXTS = 300;
const CHATS = 20;
const extra = await buildInPage('embeddings.ts', 'requests.ts');
if (folder) await cp(`${folder}/models`, `${extra}/models`, { recursive: true });
// The app unpacks its files when it stores them; a pipeline reads them as they are.
const packed = 'dist/models/alcove-whisper';
for (const name of await readdir(packed, { recursive: true })) {
  const bytes = await readFile(`${packed}/${name}`).catch(() => null);
  if (bytes === null) continue;
  const path = `${extra}/models/bench-whisper/${name.replace(/\.gz$/, '')}`;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, name.endsWith('.gz') ? gunzipSync(bytes) : bytes);
}
const { page, browser, key, close } = await openUnobserved({ path: '/', extra });
const { profile } = browser;
const embeddings = callInPage(page, 'embeddings');
const requests = callInPage(page, 'requests');
const { check, say, end } = createReport();

const texts = Array.from({ length: TEXTS }, (_, i) => `How many boats crossed river ${i} at noon?`);
const questions = Array.from({ length: CHATS }, (_, i) => `How do I export chat ${i}?`);

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Milliseconds of processor and of time for each of `count` requests; the least of some rounds, since others only add. */
async function measure(name, count, run) {
  await run();
  let best = { cpu: Infinity, wall: Infinity };
  for (let round = 0; round < ROUNDS; round++) {
    const [cpu, from] = [cpuSeconds(profile), performance.now()];
    await run();
    const wall = (performance.now() - from) / count;
    // Threads may spin after their work.
    await pause(300);
    best = {
      cpu: Math.min(best.cpu, ((cpuSeconds(profile) - cpu) * 1_000) / count),
      wall: Math.min(best.wall, wall),
    };
  }
  say(`  ${name}: ${best.cpu.toFixed(2)} ms of processor, ${best.wall.toFixed(2)} ms`);
  return best;
}

say(`${cpus().length} processors, load ${loadavg()[0]?.toFixed(1)}`);
say(`\n${TEXTS} texts, one a request`);
const nothing = await measure('idle page', 1, () => pause(1_000));
const ours = await measure('/v1/embeddings, alcove-embed', TEXTS, () =>
  requests('embed', key, texts),
);
const listed = await measure('/v1/models, no model', TEXTS, () => requests('list', key, TEXTS));
const barePath = await openBarePath(browser);
const bare = await measure('a bare service worker and two workers', TEXTS, () =>
  barePath.ask(TEXTS),
);
await barePath.close();
const contenders = [
  ['alcove-embed', 'ours', 2],
  ['alcove-embed', 'loop', 1],
  ...(folder
    ? [
        ['bench-minilm', 'ours', 2],
        ['bench-minilm', 'loop', 1],
        ['bench-minilm', 'loop', 2],
      ]
    : []),
];
const alone = {};
for (const [model, who, threads] of contenders) {
  const name = `${model}, ${who === 'ours' ? 'our runtime' : 'pipeline'}, ${threads} threads`;
  await embeddings('open', name, { who, model, threads });
  alone[name] = await measure(name, TEXTS, () => requests('runEach', name, texts));
}

/** Our runtime and the pipeline with the threads that each takes by itself, in the place of a request. */
async function besides(kind, model, count, run) {
  for (const [title, contender] of [
    ['our runtime, 2 threads', { who: 'ours', threads: 2 }],
    ['pipeline, 1 thread', { who: kind === 'chat' ? 'pipeline' : 'peer', threads: 1 }],
    ['pipeline, 2 threads', { who: kind === 'chat' ? 'pipeline' : 'peer', threads: 2 }],
  ]) {
    const name = `${model}, ${title}`;
    await requests('openAlone', name, kind, { ...contender, model });
    await measure(name, count, () => run(name));
    await requests('close', name);
  }
}

say(`\n${CHATS} short chats with the guide, one after another`);
await measure('/v1/chat/completions, alcove-guide', CHATS, () => requests('chat', key, questions));
await besides('chat', 'alcove-guide', CHATS, (name) => requests('chatAlone', name, questions));

say('\nA second of speech');
say(`  "${JSON.parse(await requests('transcribe', key)).text}"`);
await measure('/v1/audio/transcriptions, alcove-whisper', 1, () => requests('transcribe', key));
await besides('speech', 'bench-whisper', 1, (name) => requests('transcribeAlone', name));

say('');
const [own, peer] = ['bench-minilm, our runtime, 2 threads', 'bench-minilm, pipeline, 1 threads'];
check('processor of a request with one text, ms', { value: ours.cpu }, 4, true, true);
check('of which without the model, ms', { value: listed.cpu }, 4, false, true);
check('one text over a bare path, processor', { value: ours.cpu / bare.cpu }, 1.5, false, true);
check('idle page, ms each second', { value: nothing.cpu }, 20, false, true);
if (folder) {
  const ratio = alone[own].cpu / alone[peer].cpu;
  check('MiniLM against the pipeline, processor', { value: ratio }, 1.1, true, true);
}
await close();
end();
