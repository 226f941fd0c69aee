// npm run eval:live -- [--piled] [--join] [--model=ID] AUDIO…: speaks recordings to `alcove.realtime()` in real time, and
// prints how late text is and how much of it is wrong, next to the transcription of the whole file. `--piled`: all sound of a
// file is sent before the model is loaded, as on a first visit. `--join`: recordings of one speaker (names up to the first
// hyphen) are one recording with pauses. Where `references.json` with `file` and `text` is in the folder of the files or above
// it, both texts are compared with it. `--only long`: hours of speech instead, see
// live-long.mjs. Needs ffmpeg. Times of a machine that does other work are no measure.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { liveLong } from './live-long.mjs';
import { openAlcove, quantile } from './open-alcove.mjs';
import { wordEdits } from './scoring.mjs';
import { RATE, toWav } from './wav.mjs';

/** Seconds of a quiet room between two joined recordings. */
const PAUSE = 0.6;
/** Milliseconds of sound in one event. */
const CHUNK_MS = 100;
/** Seconds within which text should come: the first, and certain text, at p50 and p95. */
const GOALS = { first: [1, null], stable: [2, 4] };
/** Points of word error rate by which live text may be worse than the transcription of the whole file. */
const MAX_WORSE = 1;

const TITLES = { mr: 'mister', mrs: 'missus', dr: 'doctor', st: 'saint' };
const wordsOf = (text) =>
  (text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? []).map((word) => TITLES[word] ?? word);

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    ahead: { type: 'string', default: '20' },
    hours: { type: 'string', default: '3' },
    join: { type: 'boolean', default: false },
    model: { type: 'string' },
    only: { type: 'string' },
    piled: { type: 'boolean', default: false },
  },
});
const { model, piled } = values;
if (files.length === 0) throw new Error('Name audio files.');
if (values.only === 'long') {
  const speech = Buffer.concat(files.flatMap((file) => [read(file), hush()]));
  await liveLong(speech, { hours: Number(values.hours), ahead: Number(values.ahead), model });
  process.exit();
}

const alcove = await openAlcove({ path: '/transcribe' });
const lags = { first: [], stable: [] };
const sum = { live: 0, words: 0, seconds: 0, offline: 0, spoken: 0, liveSpoken: 0 };
const failures = [];
const recordings = new Map();
for (const file of files) {
  const name = values.join ? speakerOf(file) : file;
  recordings.set(name, [...(recordings.get(name) ?? []), file]);
}
for (const [name, parts] of recordings) {
  const pcm = Buffer.concat(
    parts.flatMap((file, i) => (i === 0 ? [read(file)] : [hush(), read(file)])),
  );
  // Before the whole file is transcribed, which loads the model.
  if (piled) await alcove.page.evaluate(unload, model);
  const sound = [alcove.key, model, pcm.toString('base64'), RATE, CHUNK_MS, piled];
  const log = await alcove.page.evaluate(speak, sound);
  const whole = await alcove.page.evaluate(transcribeWhole, [alcove.key, model, toWav(pcm)]);
  failures.push(...log.failed.map((failure) => `${name}: ${failure}`));
  if (typeof whole.text !== 'string') {
    failures.push(`${name}: ${JSON.stringify(whole)}`);
    continue;
  }
  const found = lagsOf(log, whole.words);
  lags.first.push(...found.first);
  lags.stable.push(...found.stable);
  const transcript = log.done.join(' ');
  const [expected, shown] = [wordsOf(whole.text), wordsOf(transcript)];
  sum.live += wordEdits(expected, shown);
  sum.words += expected.length;
  sum.seconds += pcm.length / 2 / RATE;
  const references = parts.map(referenceOf);
  if (!references.includes(null)) {
    const spoken = references.flat();
    const edits = [wordEdits(spoken, expected), wordEdits(spoken, shown)];
    sum.spoken += spoken.length;
    sum.offline += edits[0];
    sum.liveSpoken += edits[1];
    console.log(`${name}: ${spoken.length} words, wrong: whole file ${edits[0]}, live ${edits[1]}`);
  }
  if (process.env.VERBOSE) {
    console.log(`whole: ${whole.text}\nlive:  ${transcript}`);
    for (const { at, kind, text } of log.events) console.log(`  ${at.toFixed(2)} ${kind} ${text}`);
  }
}
await alcove.close();
console.log(`${recordings.size} recordings, ${sum.seconds.toFixed(0)} s`);
if (!piled) {
  report("first text after the first word's end", lags.first, GOALS.first);
  report("certain text after a word's end", lags.stable, GOALS.stable);
}
const percent = (part, all) => `${((100 * part) / all).toFixed(1)} %`;
console.log(`words unlike the transcription of the whole file: ${percent(sum.live, sum.words)}`);
if (sum.spoken > 0) {
  const worse = (100 * (sum.liveSpoken - sum.offline)) / sum.spoken;
  const isNear = worse <= MAX_WORSE ? 'reached' : 'missed';
  console.log(
    `word error rate: live ${percent(sum.liveSpoken, sum.spoken)}, whole file ${percent(sum.offline, sum.spoken)}; ` +
      `${worse.toFixed(1)} points worse, goal ${MAX_WORSE}: ${isNear} (${sum.spoken} words)`,
  );
}
for (const failure of failures) console.error(failure);
if (failures.length > 0) process.exitCode = 1;

function report(name, times, goals) {
  if (times.length === 0) {
    console.log(`${name}: none`);
    return;
  }
  const parts = [0.5, 0.95].map((share, i) => {
    const found = quantile(times, share);
    const goal = goals[i];
    const mark = goal === null ? '' : ` (goal ${goal} s: ${found <= goal ? 'reached' : 'missed'})`;
    return `${found.toFixed(2)} s${mark}`;
  });
  console.log(`${name}, p50 / p95: ${parts.join(' / ')}, of ${times.length}`);
}

function speakerOf(file) {
  return basename(file).split('-')[0];
}

/** Samples of a file, as bytes. */
function read(file) {
  const format = ['-ac', '1', '-ar', String(RATE), '-f', 's16le', '-'];
  return execFileSync('ffmpeg', ['-v', 'error', '-i', file, ...format], { maxBuffer: 1e9 });
}

/** The sound of a quiet room: no microphone sends zeros. */
function hush() {
  return Buffer.from(
    Int16Array.from({ length: PAUSE * RATE }, (_, i) => ((i * 7_919) % 7) - 3).buffer,
  );
}

/** The words of a file that somebody wrote down; null where there are none. */
function referenceOf(file) {
  for (const folder of [dirname(file), dirname(dirname(file))]) {
    const list = join(folder, 'references.json');
    if (!existsSync(list)) continue;
    const name = relative(folder, file);
    const known = JSON.parse(readFileSync(list, 'utf8')).find((row) => row.file === name);
    if (known) return wordsOf(known.text);
  }
  return null;
}

/** How long after the end of a word it was shown: the first of all, and each as certain. */
function lagsOf({ events }, words) {
  const shown = events.find(({ text }) => wordsOf(text).length > 0);
  const found = [];
  let next = 0;
  for (const { at, kind, text } of events) {
    if (kind !== 'delta') continue;
    for (const word of wordsOf(text)) {
      const ahead = words.slice(next, next + 6);
      const place = ahead.findIndex((other) => wordsOf(other.word).join('') === word);
      if (place < 0) continue;
      next += place + 1;
      found.push(at - ahead[place].end);
    }
  }
  return { first: shown && words[0] ? [shown.at - words[0].end] : [], stable: found };
}

/** In the page. */
async function transcribeWhole([key, model, wav]) {
  const form = new FormData();
  form.set('model', model ?? 'whisper-1');
  form.set('response_format', 'verbose_json');
  form.set('timestamp_granularities[]', 'word');
  form.set('file', new File([Uint8Array.from(atob(wav), (c) => c.charCodeAt(0))], 'whole.wav'));
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch('/v1/audio/transcriptions', { method: 'POST', headers, body: form });
  return answer.json();
}

/** In the page. */
async function unload(model = 'alcove-whisper') {
  await globalThis.alcove.unload(model);
}

/** In the page: sends the sound as fast as it is spoken, and notes what comes when. */
async function speak([key, model, base64, rate, chunkMs, piled]) {
  const socket = await globalThis.alcove.realtime({ apiKey: key, ...(model && { model }) });
  const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  const size = (rate / 1000) * chunkMs * 2;
  const events = [];
  const done = [];
  const failed = [];
  let began = 0;
  let lastEvent = 0;
  let isOpen = false;
  let whenReady = () => {};
  const ready = new Promise((resolve) => {
    whenReady = resolve;
  });
  socket.onmessage = ({ data }) => {
    const event = JSON.parse(data);
    lastEvent = performance.now();
    const at = (lastEvent - began) / 1000;
    const kind = event.type.split('.').at(-1);
    isOpen = { speech_started: true, completed: false, failed: false }[kind] ?? isOpen;
    if (kind === 'ready') whenReady();
    if (kind === 'delta' || kind === 'provisional')
      events.push({ at, kind, text: event.delta ?? event.text });
    if (kind === 'failed' || kind === 'error') failed.push(data);
    if (kind === 'completed') done.push(event.transcript);
  };
  await new Promise((resolve) => {
    socket.onopen = resolve;
  });
  const format = { type: 'audio/pcm', rate };
  const send = (event) => socket.send(JSON.stringify(event));
  send({
    type: 'session.update',
    session: { type: 'transcription', audio: { input: { format } } },
  });
  if (!piled) await ready;
  began = performance.now();
  for (let at = 0; at < bytes.length; at += size) {
    const wait = began + (at / 2 / rate) * 1000 + chunkMs - performance.now();
    if (wait > 0 && !piled) await new Promise((resolve) => setTimeout(resolve, wait));
    const audio = btoa(String.fromCharCode(...bytes.subarray(at, at + size)));
    send({ type: 'input_audio_buffer.append', audio });
  }
  send({ type: 'input_audio_buffer.commit' });
  if (piled) await ready;
  // The end of the sound ends an utterance; no event for a while ends the wait where it was silent.
  lastEvent = performance.now();
  while (performance.now() - lastEvent < (isOpen ? 60_000 : 5_000))
    await new Promise((resolve) => setTimeout(resolve, 100));
  socket.close();
  return { events, done, failed };
}
