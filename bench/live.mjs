// npm run eval:live -- AUDIO…: speaks recordings to `alcove.realtime()` in real time, on two cores, and prints how late
// text is and how much of it is wrong, next to the transcription of the whole file. Needs ffmpeg.
import { execFileSync } from 'node:child_process';
import { openAlcove } from './open-alcove.mjs';
import { wordEdits } from './scoring.mjs';

const RATE = 16_000;
/** Milliseconds of sound in one event. */
const CHUNK_MS = 100;

const quantile = (values, share) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))];
const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];

const files = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const model = process.argv.find((argument) => argument.startsWith('--model='))?.slice(8);
if (files.length === 0) throw new Error('Name audio files.');

const alcove = await openAlcove({ path: '/transcribe' });
const first = [];
const stable = [];
const sum = { live: 0, words: 0, seconds: 0 };
for (const file of files) {
  const pcm = execFileSync('ffmpeg', [
    ...['-v', 'error', '-i', file, '-ac', '1', '-ar', String(RATE), '-f', 's16le', '-'],
  ]);
  const whole = await alcove.page.evaluate(transcribeWhole, [alcove.key, model, toWav(pcm)]);
  const log = await alcove.page.evaluate(speak, [
    ...[alcove.key, model, pcm.toString('base64'), RATE, CHUNK_MS],
  ]);
  const lags = lagsOf(log, whole.words);
  first.push(...lags.first);
  stable.push(...lags.stable);
  const transcript = log.done.join(' ');
  sum.live += wordEdits(wordsOf(whole.text), wordsOf(transcript));
  sum.words += wordsOf(whole.text).length;
  sum.seconds += pcm.length / 2 / RATE;
  if (process.env.VERBOSE) {
    console.log(`whole: ${whole.text}\nlive:  ${transcript}`);
    for (const event of log.events)
      console.log(`  ${event.at.toFixed(2)} ${event.kind} ${event.text}`);
  }
}
await alcove.close();
const show = (values) =>
  [0.5, 0.95].map((share) => `${quantile(values, share)?.toFixed(2)} s`).join(' / ');
console.log(`${files.length} recordings, ${sum.seconds.toFixed(0)} s`);
console.log(`first text after the first word's end, p50 / p95: ${show(first)}`);
console.log(`certain text after a word's end, p50 / p95: ${show(stable)} (${stable.length} words)`);
console.log(
  `words unlike the transcription of the whole file: ${((100 * sum.live) / sum.words).toFixed(1)} %`,
);

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

function toWav(pcm) {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + pcm.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(RATE, 24);
  header.writeUInt32LE(2 * RATE, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(pcm.length, 40);
  return Buffer.concat([header, pcm]).toString('base64');
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

/** In the page: sends the sound as fast as it is spoken, and notes what comes when. */
async function speak([key, model, base64, rate, chunkMs]) {
  const socket = await globalThis.alcove.realtime({ apiKey: key, ...(model && { model }) });
  const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  const size = (rate / 1000) * chunkMs * 2;
  const events = [];
  const done = [];
  let began = 0;
  let whenDone = () => {};
  socket.onmessage = ({ data }) => {
    const event = JSON.parse(data);
    const at = (performance.now() - began) / 1000;
    const kind = event.type.split('.').at(-1);
    if (kind === 'delta') events.push({ at, kind, text: event.delta });
    if (kind === 'provisional') events.push({ at, kind, text: event.text });
    if (kind === 'failed' || kind === 'error') throw new Error(data);
    if (kind === 'completed') {
      done.push(event.transcript);
      whenDone();
    }
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
  began = performance.now();
  for (let at = 0; at < bytes.length; at += size) {
    const wait = began + (at / 2 / rate) * 1000 + chunkMs - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const audio = btoa(String.fromCharCode(...bytes.subarray(at, at + size)));
    send({ type: 'input_audio_buffer.append', audio });
  }
  const count = done.length;
  send({ type: 'input_audio_buffer.commit' });
  await Promise.race([
    new Promise((resolve) => {
      whenDone = () => done.length > count && resolve();
    }),
    new Promise((resolve) => setTimeout(resolve, 8000)),
  ]);
  socket.close();
  return { events, done };
}
