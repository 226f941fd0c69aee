// npm run eval:live -- --only long [--hours 3] [--ahead 20] [--model ID] AUDIO…: hours of speech through the live session of the real app in
// Chromium (its live text, `alcove.realtime()`, the model), while the pieces of the recorded file are stored one for each second.
// Prints for each half hour of sound the renderers' memory, how late text was, and how many characters came; then closes the page
// as a crash does, opens the app again, and compares the recording that it recovers with the file. The recordings are joined and
// repeated. Accelerated: the next piece is sent as soon as less than `--ahead` seconds of an utterance wait for the model (16 at
// least, as words that are a guess are shown late), in pauses immediately; so the machine's load changes how long it takes, and
// lag is of a model with that much sound waiting. `--model alcove-digits` takes bench/data/digits-real.flac and is ten times as
// fast as `alcove-whisper`. VERBOSE=1 prints each minute. Needs ffmpeg; Linux.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rendererBytes } from '#scripts/renderer-memory.mjs';
import { createDigitsModel } from '../e2e/digits-model.mjs';
import { buildInPage } from './build-in-page.mjs';
import { callInPage } from './call-in-page.mjs';
import { median, openAlcove, quantile } from './open-alcove.mjs';
import { RATE } from './wav.mjs';

const HALF_HOUR = 1_800;
/** Seconds of sound in one call of the page, and between two readings of the memory. */
const STRETCH = 60;
const RECOVERY_MS = 120_000;
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(0)} MB`;

/** `speech`: 16-bit samples at RATE, as bytes. */
export async function liveLong(speech, { hours, ahead, model = 'alcove-whisper' }) {
  const folder = await buildInPage('live-long.ts');
  writeFileSync(join(folder, 'speech.raw'), speech);
  const seconds = hours * 3_600;
  const hash = encodeParts(folder, seconds);
  const first = model === 'alcove-digits' ? await createDigitsModel() : undefined;
  const alcove = await openAlcove({ path: '/transcribe', extra: folder, first });
  const call = callInPage(alcove.page, 'live-long');
  await call('open', '/e2e/speech.raw', alcove.key, model);
  const start = performance.now();
  console.log(
    `${model}, ${hours} h of sound (${(speech.length / 2 / RATE / 60).toFixed(1)} min repeated), accelerated: sent while less than ${ahead} s wait; ` +
      `renderers before: ${megabytes(rendererBytes())}`,
  );
  const memory = [];
  let failed = 0;
  for (let from = 0; from < seconds; from += HALF_HOUR) {
    const half = await speakHalf(call, from, Math.min(HALF_HOUR, seconds - from), ahead);
    memory.push(half.memory);
    failed += half.failed;
  }
  const growth = (memory.at(-1) ?? 0) - (memory[0] ?? 0);
  console.log(
    `growth from the first half hour to the last: ${megabytes(growth)}; failures: ${failed}; ` +
      `${((performance.now() - start) / 60_000).toFixed(0)} min in all`,
  );
  const isWhole = await isRecovered(alcove, hash);
  await alcove.close();
  if (!isWhole || failed > 0) process.exitCode = 1;
}

/** Speaks `length` seconds and prints what became of them. @returns the middle of the memory, and failures */
async function speakHalf(call, from, length, ahead) {
  const began = performance.now();
  const took = { memory: [], lags: [], characters: 0, failed: 0 };
  let last = null;
  for (let at = 0; at < length; at += STRETCH) {
    const stretch = (from + at) / STRETCH;
    last = await call('speak', STRETCH, ahead, `/e2e/parts-${stretch}.bin`);
    took.memory.push(rendererBytes());
    took.lags.push(...last.lags);
    took.characters += last.characters;
    took.failed += last.failures.length;
    for (const failure of last.failures) console.error(failure);
    if (process.env.VERBOSE) {
      const spent = ((performance.now() - began) / 60_000).toFixed(1);
      const now = `memory ${megabytes(took.memory.at(-1))}, lag ${lag(last.lags, 0.5)}`;
      console.log(`  minute ${stretch + 1} of sound, after ${spent} min of this half hour: ${now}`);
    }
  }
  const times = length / ((performance.now() - began) / 1_000);
  console.log(
    `${((from + length) / 3_600).toFixed(1)} h: memory ${megabytes(median(took.memory))} (p50), ` +
      `${megabytes(Math.max(...took.memory))} (most); lag ${lag(took.lags, 0.5)} (p50), ${lag(took.lags, 0.95)} (p95); ` +
      `${took.characters} characters; ${last.paragraphs} paragraphs in the page, text ${last.status}; ${times.toFixed(1)} times real time`,
  );
  return { memory: median(took.memory), failed: took.failed };
}

/** Closes the page as a crash does: nothing ends the recording, and the next page finds its pieces. */
async function isRecovered({ page, context, url }, hash) {
  await page.close({ runBeforeUnload: false });
  const next = await context.newPage();
  await next.goto(`${url}/transcribe`);
  const call = callInPage(next, 'live-long');
  const end = performance.now() + RECOVERY_MS;
  while ((await call('partsLeft')) > 0 && performance.now() < end)
    await new Promise((resolve) => setTimeout(resolve, 500));
  const [file] = await call('recovered');
  const isWhole = file?.sha256 === hash;
  const name = file ? `${file.name}, ${megabytes(file.bytes)}` : 'nothing';
  console.log(
    `recovered after the page ended: ${name}; its bytes are the file's: ${isWhole ? 'yes' : 'NO'}`,
  );
  return isWhole;
}

const lag = (lags, share) => (lags.length > 0 ? `${quantile(lags, share).toFixed(1)} s` : '–');

/** Encodes the sound as a recorder does, and cuts it for the calls. @returns its SHA-256 */
function encodeParts(folder, seconds) {
  const file = join(folder, 'recording.webm');
  const raw = ['-f', 's16le', '-ar', String(RATE), '-ac', '1'];
  const input = ['-stream_loop', '-1', ...raw, '-i', join(folder, 'speech.raw')];
  const codec = [
    '-t',
    String(seconds),
    '-c:a',
    'libopus',
    '-b:a',
    '24k',
    '-compression_level',
    '0',
    '-y',
  ];
  execFileSync('ffmpeg', ['-v', 'error', ...input, ...codec, file]);
  const bytes = readFileSync(file);
  const count = seconds / STRETCH;
  const size = Math.ceil(bytes.length / count);
  for (let i = 0; i < count; i++)
    writeFileSync(join(folder, `parts-${i}.bin`), bytes.subarray(i * size, (i + 1) * size));
  return createHash('sha256').update(bytes).digest('hex');
}
