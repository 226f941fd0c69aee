// Six sounds without speech, 30 s each, and what a recogniser writes for them: nothing is right.
//   node bench/real/noise.mjs [--model alcove-whisper] [--hub DIR] [--port 4296]
// For tiny.en: --hub FOLDER --model onnx-community/whisper-tiny.en_timestamped
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const RATE = 16_000;
const COUNT = 30 * RATE;
const HEADER_BYTES = 44;

const { values } = parseArgs({
  options: {
    model: { type: 'string', default: 'alcove-whisper' },
    hub: { type: 'string' },
    port: { type: 'string', default: '4296' },
  },
});

let state = 24;
/** The same numbers at each run. */
function random() {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
}
/** Samples by their place in seconds. */
const samples = (at) => Float32Array.from({ length: COUNT }, (_, i) => at(i / RATE));
const noise = () => samples(() => random() * 2 - 1);
/** Noise with a level in decibels, after a filter. */
function filtered(decibels, filter) {
  const found = noise().map(filter);
  const level = Math.sqrt(found.reduce((sum, v) => sum + v * v, 0) / COUNT);
  return found.map((v) => (v / level) * 10 ** (decibels / 20));
}
/** Several low-pass filters together fall by 3 dB an octave. */
function pink() {
  const states = [0.997, 0.985, 0.95, 0.85, 0.5].map((pole) => ({ pole, value: 0 }));
  return (white) =>
    states.reduce((sum, state) => {
      state.value = state.pole * state.value + (1 - state.pole) * white;
      return sum + state.value / Math.sqrt(1 - state.pole);
    }, 0);
}
function brown() {
  let value = 0;
  return (white) => {
    value = 0.995 * value + white;
    return value;
  };
}
const TONES = [440, 660, 880, 523];
const tone = (t) =>
  t % 2 < 1.5 ? 0.3 * Math.sin(2 * Math.PI * TONES[Math.floor(t / 2) % 4] * t) : 0;
const hum = (t) =>
  [1, 2, 3, 4, 5].reduce((sum, k) => sum + (0.1 * Math.sin(2 * Math.PI * 50 * k * t)) / k, 0);
const sounds = {
  silence: samples(() => 0),
  'white noise': filtered(-20, (white) => white),
  'pink noise': filtered(-20, pink()),
  tones: samples(tone),
  '50 Hz hum': samples(hum),
  'hush at -60 dB': filtered(-60, brown()),
};

const folder = mkdtempSync(join(tmpdir(), 'alcove-noise-'));
try {
  const files = Object.entries(sounds).map(([name, sound], i) => {
    writeFileSync(join(folder, `${i}.wav`), toWav(sound));
    return { name, file: `${i}.wav` };
  });
  const out = join(folder, 'out.json');
  const speech = fileURLToPath(new URL('speech.mjs', import.meta.url));
  const given = ['model', 'hub', 'port'].flatMap((name) =>
    values[name] ? [`--${name}`, values[name]] : [],
  );
  const where = ['--audio', folder, '--out', out, '--profile', join(folder, 'profile')];
  const { status } = spawnSync(
    process.execPath,
    [speech, ...given, ...where, ...files.map(({ file }) => file)],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  if (status !== 0) throw new Error('The sounds were not transcribed.');
  const found = JSON.parse(readFileSync(out, 'utf8'));
  for (const { name, file } of files) {
    const { text, cpu, seconds } = found[file];
    console.log(`${name}: ${JSON.stringify(text)}, CPU ${(cpu / seconds).toFixed(3)} s per s`);
  }
  const empty = files.filter(({ file }) => found[file].text.trim() === '').length;
  console.log(`${values.model}: ${empty} of ${files.length} empty`);
  process.exitCode = empty === files.length ? 0 : 3;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** 16-bit PCM. */
function toWav(sound) {
  const bytes = Buffer.alloc(HEADER_BYTES + 2 * COUNT);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write('WAVEfmt ', 8);
  const format = [
    [16, 4],
    [1, 2],
    [1, 2],
    [RATE, 4],
    [2 * RATE, 4],
    [2, 2],
    [16, 2],
  ];
  let at = 16;
  for (const [value, size] of format) at = bytes.writeUIntLE(value, at, size);
  bytes.write('data', at);
  bytes.writeUInt32LE(2 * COUNT, at + 4);
  for (const [i, value] of sound.entries()) {
    bytes.writeInt16LE(Math.round(Math.max(-1, Math.min(1, value)) * 32_767), HEADER_BYTES + 2 * i);
  }
  return bytes;
}
