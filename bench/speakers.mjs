// npm run eval:speakers -- --audio DIR [--conversations 4] [--kinds 2,5] [--known]: who speaks when, in conversations
// mixed from recordings of single people (DIR/<speaker>-….flac); or with --talks DIR in real ones (*.wav, with who speaks
// when in *.rttm), each on a line of its own. By the model in the box and by the same weights
// in the code of the app, on onnxruntime-web in Node. With --known ten seconds of each voice, from a recording that is
// in no conversation, are known by name, and so are people who do not speak. Errors are in % of the speech of the reference, overlap counts.
// With --native PYTHON, which has moonshine-voice 0.1.0, the same sound is also given to the package that the weights come from: its
// pipeline is native code.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { createServer } from 'vite';
import {
  changeVoices,
  decode,
  FRAME,
  mixConversation,
  RATE,
  readVoices,
  scoreSpeakers,
} from './speaker-mix.mjs';
import { toWav } from './wav.mjs';

// A part of the library that the app runs models with.
const ort = await import(import.meta.resolve('onnxruntime-web'));

const { values } = parseArgs({
  options: {
    audio: { type: 'string' },
    conversations: { type: 'string', default: '4' },
    kinds: { type: 'string' },
    seconds: { type: 'string', default: '75' },
    out: { type: 'string' },
    known: { type: 'boolean', default: false },
    native: { type: 'string' },
    talks: { type: 'string' },
  },
});
if (!values.audio && !values.talks) throw new Error('Name a folder of recordings with --audio.');

/** Turns in seconds; three in ten begin before the one before ends. */
const KINDS = {
  2: { speakers: 2, turn: [1, 15] },
  3: { speakers: 3, turn: [1, 15] },
  5: { speakers: 5, turn: [1, 15], factor: 1.5 },
  8: { speakers: 8, turn: [1, 12], factor: 2 },
  '2short': { speakers: 2, turn: [0.7, 3] },
  '3short': { speakers: 3, turn: [0.7, 3] },
  '5short': { speakers: 5, turn: [0.7, 3], factor: 1.2 },
  '3echo': { speakers: 3, turn: [1, 9], effect: 'echo' },
  '3noise': { speakers: 3, turn: [1, 9], effect: 'noise' },
  '5telephone': { speakers: 5, turn: [1, 9], effect: 'telephone', factor: 1.3 },
};
const STRETCH = 60;
const CONTEXT = 2.5;

const model = await openModel();
const report = {};
let analysed = 0;
let cpu = 0;
let nativeCpu = 0;
const known = [];
if (values.talks) {
  for (const { name, samples, reference } of readTalks(values.talks)) {
    await add(name, [await judgeOne(samples, reference)]);
  }
} else {
  const voices = readVoices(values.audio);
  const more = new Map([
    ...voices,
    ...changeVoices(voices, 0.87, 'low'),
    ...changeVoices(voices, 1.14, 'high'),
  ]);
  if (values.known) known.push(...(await takeKnown(more)));
  for (const kind of values.kinds?.split(',') ?? Object.keys(KINDS)) {
    const { factor = 1, ...options } = KINDS[kind];
    const cast = options.speakers > voices.size || values.known ? more : voices;
    const seconds = Number(values.seconds) * factor;
    const rows = [];
    for (let seed = 0; seed < Number(values.conversations); seed++) {
      const mixed = mixConversation(cast, { ...options, seed, seconds, overlap: 0.3 });
      rows.push(await judgeOne(mixed.samples, mixed.reference, mixed.cast));
    }
    await add(kind, rows);
  }
}
console.log(`CPU ${(cpu / analysed).toFixed(3)} s a second of sound, ${analysed.toFixed(0)} s`);
if (values.native) {
  console.log(`native CPU, with a transcription: ${(nativeCpu / analysed).toFixed(3)} s`);
}
process.exit(0);

async function add(kind, rows) {
  report[kind] = rows;
  console.log(line(kind, rows));
  if (values.out) await writeFile(values.out, JSON.stringify(report));
}

/** `people`: names of the speakers of the reference, where voices are known. */
async function judgeOne(samples, reference, people) {
  const before = process.cpuUsage();
  const pieces = await analyse(samples);
  const used = process.cpuUsage(before);
  cpu += (used.user + used.system) / 1e6;
  analysed += samples.length / RATE;
  const count = reference.length;
  return {
    free: await judge(pieces, reference, 1, 50),
    given: await judge(pieces, reference, count, count),
    ...(values.native ? { native: judgeNative(samples, reference) } : {}),
    count,
    ...(values.known ? { named: await judgeNames(pieces, reference, people) } : {}),
  };
}

async function openModel() {
  ort.env.wasm.numThreads = 1;
  const graph = async (name) => {
    const path = `public/models/alcove-speakers/onnx/${name}_quantized.onnx.gz`;
    const session = await ort.InferenceSession.create(gunzipSync(await readFile(path)));
    const [input, output] = [session.inputNames[0], session.outputNames[0]];
    return async (data, dims) => {
      const found = await session.run({ [input]: new ort.Tensor('float32', data, dims) });
      return found[output].data;
    };
  };
  const vite = await createServer({
    configFile: false,
    server: { middlewareMode: true, watch: null },
    appType: 'custom',
    logLevel: 'error',
    define: { __BASE__: '"/"' },
    optimizeDeps: { noDiscovery: true },
  });
  const path = '/src/runtimes/transformers/speakers/speakers-model.ts';
  const { SpeakersModel } = await vite.ssrLoadModule(path);
  const names = ['segmentation', 'frames', 'voice', 'differences'];
  const graphs = await Promise.all(names.map(async (name) => [name, await graph(name)]));
  return new SpeakersModel(Object.fromEntries(graphs));
}

async function analyse(samples) {
  const all = samples.length / RATE;
  const pieces = [];
  for (let from = 0; from < all; from += STRETCH) {
    const to = Math.min(all, from + STRETCH);
    const start = Math.max(0, from - CONTEXT);
    const part = samples.slice(start * RATE, Math.round((to + CONTEXT) * RATE));
    const task = { kind: 'voices', samples: part, start, from, to };
    pieces.push(...(await run(task, 'voices')).voices);
  }
  return pieces;
}

async function judge(pieces, reference, min, max) {
  const task = { kind: 'turns', voices: pieces, min, max, known: [] };
  const { turns } = await run(task, 'turns');
  return score(turns, reference);
}

/** The same sound, by the native pipeline of the package. */
function judgeNative(samples, reference) {
  const folder = mkdtempSync(join(tmpdir(), 'alcove-speakers-'));
  try {
    const file = join(folder, 'talk.wav');
    const clip = (x) => Math.round(Math.max(-1, Math.min(1, x)) * 32_767);
    const pcm = Buffer.from(Int16Array.from(samples, clip).buffer);
    writeFileSync(file, Buffer.from(toWav(pcm), 'base64'));
    const script = new URL('native_speakers.py', import.meta.url).pathname;
    const stdio = ['ignore', 'pipe', 'ignore'];
    const [{ turns, cpu: used }] = JSON.parse(
      execFileSync(values.native, [script, file], { stdio }),
    );
    nativeCpu += used;
    return score(
      turns.map(([speaker, start, end]) => ({ speaker, start, end })),
      reference,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function score(turns, reference) {
  const rows = new Map();
  for (const { start, end, speaker } of turns) {
    const row = rows.get(speaker) ?? new Uint8Array(reference[0].length);
    rows.set(speaker, row.fill(1, Math.round(start * 100), Math.round(end * 100)));
  }
  const found = [...rows.values()];
  return {
    found: found.length,
    strict: scoreSpeakers(reference, found, 0),
    lenient: scoreSpeakers(reference, found, 0.25),
  };
}

/** Real conversations, and who speaks in them per 10 ms: a WAV file for each name in an RTTM file of the folder. */
function* readTalks(folder) {
  const names = readdirSync(folder).sort();
  const rows = names
    .filter((name) => name.endsWith('.rttm'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .map((row) => row.split(/\s+/));
  for (const file of names.filter((name) => name.endsWith('.wav'))) {
    const name = file.slice(0, -4);
    const own = rows.filter(([, of]) => of?.normalize() === name.normalize());
    if (own.length === 0) continue;
    const samples = decode(join(folder, file));
    const speakers = new Map();
    for (const [, , , start, seconds, , , who] of own) {
      const speech = speakers.get(who) ?? new Uint8Array(samples.length / FRAME);
      speech.fill(1, Math.round(start * 100), Math.round((Number(start) + Number(seconds)) * 100));
      speakers.set(who, speech);
    }
    const reference = [...speakers.values()];
    // Behind the last turn it is not known who speaks.
    const end = Math.max(...reference.map((speech) => speech.lastIndexOf(1) + 1));
    yield {
      name,
      samples: samples.slice(0, end * FRAME),
      reference: reference.map((speech) => speech.slice(0, end)),
    };
  }
}

/** Takes the first recording of each voice out of the conversations. */
async function takeKnown(voices) {
  const taken = [];
  for (const [name, clips] of voices) {
    const [{ samples }] = clips.splice(0, 1);
    taken.push({ name, pieces: await analyse(samples.slice(0, 10 * RATE)) });
  }
  return taken;
}

/** How many speakers have their own name, that of somebody else, or none. */
async function judgeNames(pieces, reference, people) {
  const task = { kind: 'turns', voices: pieces, min: 1, max: 50 };
  const found = await run({ ...task, known: known.map((one) => one.pieces) }, 'turns');
  const counts = { right: 0, wrong: 0, none: 0 };
  for (const [speaker, at] of found.known.entries()) {
    const own = found.turns.filter((turn) => turn.speaker === speaker);
    const shares = reference.map((speech) =>
      own.reduce(
        (sum, { start, end }) =>
          sum + speech.subarray(start * 100, end * 100).reduce((a, b) => a + b, 0),
        0,
      ),
    );
    const person = people[shares.indexOf(Math.max(...shares))];
    if (at === null) counts.none++;
    else counts[known[at].name === person ? 'right' : 'wrong']++;
  }
  return counts;
}

async function run(task, type) {
  const signal = new AbortController().signal;
  for await (const event of model.run(task, signal)) if (event.type === type) return event;
  throw new Error(`No event ${type}.`);
}

function line(kind, rows) {
  const sum = (way, collar) => {
    const all = { total: 0, missed: 0, false: 0, confused: 0 };
    for (const row of rows) for (const key in all) all[key] += row[way][collar][key];
    return all;
  };
  const percent = (errors, total) => ((100 * errors) / total).toFixed(1);
  const of = (way, collar) => {
    const { total, missed, false: wrong, confused } = sum(way, collar);
    return `${percent(missed + wrong + confused, total)} (${percent(missed, total)} ${percent(wrong, total)} ${percent(confused, total)})`;
  };
  const names = { right: 0, wrong: 0, none: 0 };
  for (const { named } of rows) for (const key in named) names[key] += named[key];
  const about = values.known
    ? `; names right, wrong, none: ${Object.values(names).join(', ')} of ${known.length} known voices`
    : '';
  const native = values.native
    ? `; native: number [${rows.map((r) => r.native.found)}], ${of('native', 'strict')}, ${of('native', 'lenient')}`
    : '';
  const right = rows.filter(({ free, count }) => free.found === count).length;
  return `${kind.padEnd(10)} number right ${right} of ${rows.length} [${rows.map((r) => r.free.found)}]; error, missed, false, confused: ${of('free', 'strict')}, collar 0.25 ${of('free', 'lenient')}; number given ${of('given', 'strict')}, ${of('given', 'lenient')}${native}${about}`;
}
