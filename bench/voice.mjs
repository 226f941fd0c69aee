// npm run eval:voice -- [--sentences 200] [--python PYTHON] [--second FOLDER] [--save FOLDER] [--out FILE]: sentences of seven
// kinds, spoken by alcove-voice in Chromium and transcribed again by alcove-whisper: words that are wrong in %, the seconds to the
// first sound, and the speed. The same for the package that the voice comes from (PYTHON has hibari-tts) and for espeak-ng, where
// they are installed. A second listener is faster-whisper (of PYTHON) on a CTranslate2 model, such as the weights of tiny.en.
// `--save` leaves the sound in a folder, for voice_faults.py. `--model ID --hub FOLDER [--voice NAME]` speaks with a model that is
// downloaded first from a folder of owner/name/…, and leaves out the other contenders and the pages. `--only memory [--pages 10]`:
// no other figure than the memory of the browser's pages while pages of text are spoken. `--only speed [--threads 1]`: the seconds
// to the first sound and the speed alone, with this number of threads.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { createServer } from 'vite';
import { rendererBytes } from '../scripts/renderer-memory.mjs';
import { installModel } from './install-model.mjs';
import { median, openAlcove } from './open-alcove.mjs';
import { cpuSeconds } from './process-times.mjs';
import { wordEdits } from './scoring.mjs';
import { makeSentences } from './voice-sentences.mjs';

const { values } = parseArgs({
  options: {
    sentences: { type: 'string', default: '200' },
    python: { type: 'string', default: 'python3' },
    second: { type: 'string' },
    save: { type: 'string' },
    out: { type: 'string' },
    model: { type: 'string', default: 'alcove-voice' },
    voice: { type: 'string', default: 'heart' },
    hub: { type: 'string' },
    only: { type: 'string' },
    pages: { type: 'string', default: '10' },
    threads: { type: 'string' },
  },
});
if (values.hub) process.env.ALCOVE_MLC_MIRROR = values.hub;
const { createHub } = await import('../e2e/hub.mjs');
const SPEECH = 'alcove-whisper';
const PAGE_CHARACTERS = 3_000;
const toWords = await openToWords();
const sentences = makeSentences(Number(values.sentences));
const folder = mkdtempSync(join(tmpdir(), 'alcove-voice-'));
const profile = join(folder, 'profile');
const { page, key, close } = await openAlcove({ profile, first: createHub() });
const rows = [];
try {
  if (values.threads) await setThreads(Number(values.threads));
  if (values.hub) await installModel(page, values.model);
  if (values.only !== 'memory') await report(basename(values.model), await speakHere());
  if (!values.hub && values.only !== 'speed') await speakPages();
  if (values.save && !values.hub) await saveTexts(join(values.save, 'texts'));
  for (const [name, speak] of values.hub || values.only
    ? []
    : [
        ['hibari-tts in Python', speakInPython],
        ['espeak-ng', speakEspeak],
      ]) {
    const found = speak();
    if (found) await report(name, found);
    else console.log(`${name} is not installed here: skipped.`);
  }
} finally {
  await close();
  rmSync(folder, { recursive: true, force: true });
}
if (values.out) writeFileSync(values.out, JSON.stringify(rows));

/** The module that reads written forms: `$5` and `five dollars` are the same words. */
async function openToWords() {
  const vite = await createServer({
    configFile: false,
    server: { middlewareMode: true, watch: null },
    appType: 'custom',
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
  });
  const { readWrittenForms } = await vite.ssrLoadModule(
    '/src/runtimes/transformers/voice/written-forms.ts',
  );
  await vite.close();
  return (text) =>
    readWrittenForms(text)
      .toLowerCase()
      .normalize('NFKD')
      .replace(/\b([ap])\.m\./gu, '$1m')
      .replace(/[^\p{L}\p{N}' ]+/gu, ' ')
      .split(' ')
      .filter(Boolean);
}

/** As the setting does; the model is loaded afterwards. */
async function setThreads(value) {
  await page.evaluate(
    (row) =>
      new Promise((resolve, reject) => {
        const opened = indexedDB.open('alcove');
        opened.onerror = () => reject(opened.error);
        opened.onsuccess = () => {
          const write = opened.result.transaction('settings', 'readwrite');
          write.objectStore('settings').put(row);
          write.oncomplete = () => resolve(opened.result.close());
          write.onabort = () => reject(write.error);
        };
      }),
    { name: 'threads', value },
  );
  await page.reload();
  await page.evaluate(() => globalThis.alcove.ready);
}

/** @returns a WAV file of each sentence, and what it took */
async function speakHere() {
  // The first sentence loads the model.
  await say(sentences[0].text, false);
  const cpuBefore = cpuSeconds(profile);
  const said = [];
  for (const { text } of sentences) said.push(await say(text));
  const cpu = cpuSeconds(profile) - cpuBefore;
  return {
    files: await takeSounds(),
    wall: said.reduce((sum, { wall }) => sum + wall, 0),
    cpu,
    first: median(said.map(({ first }) => first)),
  };
}

/**
 * Speaks a text: milliseconds to its first sound, and seconds to its last. The page keeps the sound until it is taken, so that
 * carrying it here is not measured; without `isKept` it is dropped as it comes.
 */
function say(input, isKept = true) {
  return page.evaluate(
    async ({ key, model, voice, input, isKept }) => {
      const began = performance.now();
      const response = await fetch('/v1/audio/speech', {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model, voice, input, response_format: 'wav' }),
      });
      if (!response.ok) throw new Error(await response.text());
      const parts = [];
      let first = null;
      for (const reader = response.body.getReader(); ; ) {
        const { value, done } = await reader.read();
        if (done) break;
        // The header of the file comes before any sound.
        if (value.length > 100) first ??= performance.now() - began;
        if (isKept) parts.push(value);
      }
      const wall = (performance.now() - began) / 1_000;
      globalThis.said ??= [];
      if (isKept) globalThis.said.push(new Blob(parts));
      return { first, wall };
    },
    { key, input, isKept, model: values.model, voice: values.voice },
  );
}

/** WAV files of the texts that the page holds, in their order. */
async function takeSounds() {
  const files = [];
  for (let text = ''; text !== null; ) {
    text = await page.evaluate(async () => {
      const blob = globalThis.said.shift();
      if (!blob) return null;
      const bytes = new Uint8Array(await blob.arrayBuffer());
      let text = '';
      for (let at = 0; at < bytes.length; at += 8_192)
        text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
      return btoa(text);
    });
    if (text !== null) files.push(Buffer.from(text, 'base64'));
  }
  return files;
}

function speakInPython() {
  const program = `
import json, sys, time
from hibari import Hibari, write_wav
voice = Hibari()
voice("Hello.")
began, cpu = time.perf_counter(), time.process_time()
for i, text in enumerate(json.load(open(sys.argv[1]))):
    write_wav(f"{sys.argv[2]}/python-{i}.wav", voice(text))
print(json.dumps([time.perf_counter() - began, time.process_time() - cpu]))
`;
  const list = join(folder, 'sentences.json');
  writeFileSync(list, JSON.stringify(sentences.map(({ text }) => text)));
  const { status, stdout } = spawnSync(values.python, ['-c', program, list, folder], {
    encoding: 'utf8',
  });
  if (status !== 0) return null;
  const [wall, cpu] = JSON.parse(stdout.trim().split('\n').at(-1));
  return {
    files: sentences.map((_, i) => readFileSync(join(folder, `python-${i}.wav`))),
    wall,
    cpu,
  };
}

function speakEspeak() {
  if (spawnSync('espeak-ng', ['--version']).status !== 0) return null;
  const began = performance.now();
  const files = sentences.map(({ text }, i) => {
    const file = join(folder, `espeak-${i}.wav`);
    spawnSync('espeak-ng', ['-v', 'en-us', '-w', file, '--', text]);
    return readFileSync(file);
  });
  return { files, wall: (performance.now() - began) / 1_000 };
}

async function report(name, { files, wall, cpu, first }) {
  if (values.save) saveAll(join(values.save, name.replaceAll(' ', '-')), files);
  const seconds = files.reduce((sum, wav) => sum + (wav.length - 44) / wav.readUInt32LE(28), 0);
  const speed = `${seconds.toFixed(0)} s of sound in ${wall.toFixed(1)} s, ${Number((seconds / wall).toPrecision(2))} times real time`;
  const processor = cpu === undefined ? '' : `, CPU ${(cpu / seconds).toFixed(3)} s a second`;
  const start = first === undefined ? '' : `, first sound p50 ${first.toFixed(0)} ms`;
  console.log(`${name}: ${speed}${processor}${start}`);
  if (values.only === 'speed') return;
  const listened = [];
  for (const file of files) listened.push(await transcribe(file));
  count(name, SPEECH, listened);
  if (values.second) count(name, basename(values.second), transcribeAgain(files));
}

/** Prints how many words of a contender a listener got wrong, by the kinds of sentences. */
function count(name, listener, texts) {
  const kinds = new Map();
  for (const [i, { text: got }] of texts.entries()) {
    const { kind, text } = sentences[i];
    const [wanted, found] = [toWords(text), toWords(got)];
    const sum = kinds.get(kind) ?? { wrong: 0, words: 0 };
    const wrong = wordEdits(wanted, found);
    kinds.set(kind, { wrong: sum.wrong + wrong, words: sum.words + wanted.length });
    rows.push({ name, listener, kind, text, got, wrong, words: wanted.length });
  }
  const add = (a, b) => ({ wrong: a.wrong + b.wrong, words: a.words + b.words });
  const all = [...kinds.values()].reduce(add);
  const share = ({ wrong, words }) => `${((100 * wrong) / words).toFixed(1)} %`;
  const each = [...kinds].map(([kind, sum]) => `${kind} ${share(sum)}`).join(', ');
  console.log(`  ${listener}: words wrong ${share(all)} of ${all.words} (${each})`);
}

/** Speaks pages, and prints what the renderers hold after each, once what the page itself has dropped is collected. */
async function speakPages() {
  const all = sentences.map(({ text }) => text).join(' ');
  const devtools = await page.context().newCDPSession(page);
  const held = [];
  for (let i = 0; i < Number(values.pages); i++) {
    const from = (i * PAGE_CHARACTERS) % Math.max(1, all.length - PAGE_CHARACTERS);
    await say(all.slice(from, from + PAGE_CHARACTERS), false);
    await devtools.send('HeapProfiler.collectGarbage');
    held.push(Math.round(rendererBytes() / 1e6));
  }
  console.log(`${values.pages} pages: renderers hold ${held.join(', ')} MB after each`);
}

/** Speaks texts of five sentences, whose sound is joined. */
async function saveTexts(target) {
  const texts = Array.from({ length: 6 }, (_, i) => sentences.slice(5 * i, 5 * i + 5));
  const joined = texts.map((some) => ({
    kind: 'text',
    text: some.map((one) => one.text).join(' '),
  }));
  for (const { text } of joined) await say(text);
  saveAll(target, await takeSounds(), joined);
}

function saveAll(target, files, texts = sentences) {
  mkdirSync(target, { recursive: true });
  writeFileSync(join(target, 'sentences.json'), JSON.stringify(texts));
  for (const [i, file] of files.entries()) writeFileSync(join(target, `${i}.wav`), file);
}

/** What faster-whisper writes down, with the width of beam that is its default. */
function transcribeAgain(files) {
  const paths = files.map((file, i) => {
    const path = join(folder, `second-${i}.wav`);
    writeFileSync(path, file);
    return path;
  });
  const command = ['bench/real/native.py', 'speech', values.second, '5', ...paths];
  const options = { encoding: 'utf8', maxBuffer: 64e6 };
  const { status, stdout, stderr } = spawnSync(values.python, command, options);
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout.trim().split('\n').at(-1));
}

function transcribe(file) {
  return page.evaluate(
    async ({ key, wav, model }) => {
      const form = new FormData();
      const bytes = Uint8Array.from(atob(wav), (c) => c.charCodeAt(0));
      form.set('file', new File([bytes], 'a.wav', { type: 'audio/wav' }));
      form.set('model', model);
      form.set('response_format', 'verbose_json');
      form.set('language', 'en');
      const response = await fetch('/v1/audio/transcriptions', {
        method: 'POST',
        headers: { authorization: `Bearer ${key}` },
        body: form,
      });
      if (!response.ok) throw new Error(await response.text());
      const { text, duration } = await response.json();
      return { text, duration };
    },
    { key, wav: file.toString('base64'), model: SPEECH },
  );
}
