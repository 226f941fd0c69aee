// npm run eval:vocabulary -- [--audio FOLDER,…] [--part whole,harm,read,live] [--verbose]: sixty sentences with rare names, spoken
// by alcove-voice in Chromium and transcribed by alcove-whisper with and without the list of the names: names that are
// spelled right, in whole files and live. With recordings of FOLDER, whose `references.json` has `file` and `text`: `read`, names
// that their readers say, the same way; `harm`, words that lists without any of their names made wrong, in them and in the
// sentences. Needs ffmpeg for --audio.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { OTHER, READ, spoken } from './name-sentences.mjs';
import { openAlcove } from './open-alcove.mjs';
import { alignWords, poissonLimit } from './scoring.mjs';
import { RATE, toWav } from './wav.mjs';

/** Seconds of one file: sentences are joined, as the model reads thirty seconds together. */
const FILE = 20;
/** Seconds of a quiet room between two sentences. */
const PAUSE = 0.6;
/** The number of words of which a list may make one wrong. */
const HARMLESS = 500;

const { values } = parseArgs({
  options: {
    audio: { type: 'string', default: '' },
    part: { type: 'string', default: 'whole,harm,read,live' },
    verbose: { type: 'boolean', default: false },
  },
});
const parts = values.part.split(',');
const SPOKEN = [...new Set(spoken.flatMap(({ names }) => names))];

const TITLES = { mr: 'mister', mrs: 'missus', dr: 'doctor' };
const wordsOf = (text) =>
  (text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? []).map((word) => TITLES[word] ?? word);
const percent = (part, all) => `${((100 * part) / all).toFixed(1)} %`;

const { page, key, close } = await openAlcove({ path: '/transcribe' });
/** Texts without a list, by recording: parts share them. */
const plain = new Map();
try {
  const sentences = [];
  if (parts.some((part) => part !== 'read'))
    for (const { text, names } of spoken) {
      const wav = Buffer.from(await page.evaluate(say, { key, text }), 'base64');
      sentences.push({ text, names, pcm: toPcm(['-i', '-'], wav) });
    }
  const recordings = values.audio.split(',').filter(Boolean).flatMap(recordingsOf);
  const isRead = ({ names }) => names.length > 0;
  const named = recordings.map((one) => ({ ...one, names: said(one.text, READ) }));
  const work = {
    whole: () => measureNames('whole files', joined(sentences), SPOKEN, transcribe),
    harm: () =>
      measureHarm([
        ...[SPOKEN, OTHER].flatMap((list) => joined(without(list, recordings), list)),
        ...joined(without(OTHER, sentences), OTHER),
      ]),
    read: () => measureNames('readers', joined(named.filter(isRead)), READ, transcribe),
    live: () => measureNames('live', joined(sentences), SPOKEN, transcribeLive),
  };
  for (const part of parts) await work[part]();
} finally {
  await close();
}

/** Samples as files of a few sentences, for a list. */
function joined(samples, list = []) {
  const files = [];
  let seconds = Infinity;
  for (const { text, names = [], pcm } of samples) {
    seconds += PAUSE + pcm.length / 2 / RATE;
    if (seconds > FILE) {
      files.push({ text: '', names: [], sounds: [], list });
      seconds = pcm.length / 2 / RATE;
    }
    const file = files.at(-1);
    file.text += ` ${text}`;
    file.names.push(...names);
    file.sounds.push(pcm, Buffer.alloc(2 * PAUSE * RATE));
  }
  return files.map(({ sounds, ...file }) => ({ ...file, wav: toWav(Buffer.concat(sounds)) }));
}

/** Names and other words, with the list of the names and without it. */
async function measureNames(title, samples, list, listen) {
  const right = { without: 0, with: 0 };
  const missing = { without: 0, with: 0 };
  let [names, others] = [0, 0];
  for (const sample of samples) {
    const lower = sample.names.map((name) => name.toLowerCase());
    const rest = wordsOf(sample.text).filter((word) => !lower.includes(word));
    names += lower.length;
    others += rest.length;
    const texts = {
      without:
        listen === transcribe ? await plainText(sample) : await recognise(listen, sample, []),
      with: await recognise(listen, sample, list),
    };
    for (const [way, text] of Object.entries(texts)) {
      const found = wordsOf(text);
      right[way] += lower.filter((name) => found.includes(name)).length;
      missing[way] += rest.filter((word) => !found.includes(word)).length;
      if (values.verbose) console.log(`${title}, ${way}: ${text}`);
    }
  }
  console.log(
    `${title}: of ${names} names right: ${right.without} (${percent(right.without, names)}) without the list, ` +
      `${right.with} (${percent(right.with, names)}) with it; of ${others} other words missing: ${missing.without} and ${missing.with}`,
  );
}

/** Words that a list makes wrong where none of its names is said. */
async function measureHarm(samples) {
  const sum = { words: 0, without: 0, with: 0, worse: 0, better: 0, named: 0 };
  for (const sample of samples) {
    const reference = wordsOf(sample.text);
    const texts = [await plainText(sample), await recognise(transcribe, sample, sample.list)];
    const [before, after] = texts.map((text) => alignWords(reference, wordsOf(text)));
    const count = (from, to) =>
      reference.filter((_, i) => from.isRight[i] && !to.isRight[i]).length +
      Math.max(0, to.inserted - from.inserted);
    const wrong = ({ isRight, inserted }) => isRight.filter((one) => !one).length + inserted;
    sum.words += reference.length;
    sum.without += wrong(before);
    sum.with += wrong(after);
    sum.worse += count(before, after);
    sum.better += count(after, before);
    sum.named += said(texts[1], sample.list).length;
    if (texts[0] !== texts[1]) console.log(`  ${texts.join('\n  ')}\n`);
  }
  const one = (count) => Math.floor(sum.words / poissonLimit(count, 0.95));
  console.log(
    `lists without the names that are said: ${sum.words} words, error rate ${percent(sum.without, sum.words)} without, ` +
      `${percent(sum.with, sum.words)} with; ${sum.worse} words made wrong, ${sum.better} made right, names that nobody said: ${sum.named}; ` +
      `with 95 % confidence at most one word in ${one(sum.worse)} is made wrong (goal ${HARMLESS}: ${one(sum.worse) >= HARMLESS ? 'reached' : 'missed'})`,
  );
}

/** English recordings of a folder that somebody wrote down. */
function recordingsOf(folder) {
  return JSON.parse(readFileSync(join(folder, 'references.json'), 'utf8'))
    .filter(({ language = 'en' }) => language === 'en')
    .map(({ file, text }) => ({ text, pcm: toPcm(['-i', join(folder, file)]) }));
}

function toPcm(from, input) {
  const to = ['-ac', '1', '-ar', String(RATE), '-f', 's16le', '-'];
  return execFileSync('ffmpeg', ['-v', 'error', ...from, ...to], { input, maxBuffer: 1e9 });
}

/** Samples whose texts have no word of a list. */
function without(list, samples) {
  return samples.filter(({ text }) => said(text, list).length === 0);
}

/** The words of a text that are in a list. */
function said(text, list) {
  const names = new Set(list.flatMap(wordsOf));
  return wordsOf(text).filter((word) => names.has(word));
}

/** A text without a list. */
async function plainText(sample) {
  const text = plain.get(sample.wav) ?? (await recognise(transcribe, sample, []));
  plain.set(sample.wav, text);
  return text;
}

function recognise(listen, { wav }, vocabulary) {
  return page.evaluate(listen, { key, wav, vocabulary });
}

/** In the page: a WAV file, in base64. */
async function say({ key, text }) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ model: 'alcove-voice', input: text, response_format: 'wav' });
  const answer = await fetch('/v1/audio/speech', { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(await answer.text());
  const bytes = new Uint8Array(await answer.arrayBuffer());
  let binary = '';
  for (let at = 0; at < bytes.length; at += 8_192)
    binary += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(binary);
}

/** In the page. */
async function transcribe({ key, wav, vocabulary }) {
  const form = new FormData();
  form.set('model', 'alcove-whisper');
  form.set('language', 'en');
  form.set('file', new File([Uint8Array.from(atob(wav), (c) => c.charCodeAt(0))], 'said.wav'));
  for (const term of vocabulary) form.append('vocabulary[]', term);
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch('/v1/audio/transcriptions', { method: 'POST', headers, body: form });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()).text;
}

/** In the page: as fast as the model is. */
async function transcribeLive({ key, wav, vocabulary }) {
  const file = Uint8Array.from(atob(wav), (c) => c.charCodeAt(0));
  const context = new OfflineAudioContext(1, 1, 16_000);
  const decoded = await context.decodeAudioData(file.buffer);
  const pcm = Int16Array.from(
    decoded.getChannelData(0),
    (x) => Math.max(-1, Math.min(1, x)) * 32_767,
  );
  const bytes = new Uint8Array(pcm.buffer);
  const socket = await globalThis.alcove.realtime({ apiKey: key, model: 'alcove-whisper' });
  const done = [];
  const completed = new Promise((resolve, reject) => {
    socket.onmessage = ({ data }) => {
      const event = JSON.parse(data);
      const kind = event.type.split('.').at(-1);
      if (kind === 'completed') {
        done.push(event.transcript);
        setTimeout(resolve, 500);
      }
      if (kind === 'failed' || kind === 'error') reject(new Error(data));
    };
  });
  await new Promise((resolve) => {
    socket.onopen = resolve;
  });
  const send = (event) => socket.send(JSON.stringify(event));
  const input = {
    format: { type: 'audio/pcm', rate: 16_000 },
    transcription: { language: 'en', vocabulary },
    turn_detection: null,
  };
  send({ type: 'session.update', session: { type: 'transcription', audio: { input } } });
  for (let at = 0; at < bytes.length; at += 3_200) {
    const audio = btoa(String.fromCharCode(...bytes.subarray(at, at + 3_200)));
    send({ type: 'input_audio_buffer.append', audio });
  }
  send({ type: 'input_audio_buffer.commit' });
  await completed;
  socket.close();
  return done.join(' ');
}
