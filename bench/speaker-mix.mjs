// Conversations mixed from recordings of single people, with who speaks when; and how far an answer is from it.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

export const RATE = 16_000;
export const FRAME = RATE / 100;

const seeded = (seed) => {
  let state = seed >>> 0;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
};

export function decode(path, filters = []) {
  const args = [
    '-v',
    'error',
    '-i',
    path,
    ...filters,
    '-f',
    'f32le',
    '-ar',
    '16000',
    '-ac',
    '1',
    '-',
  ];
  const { stdout } = spawnSync('ffmpeg', args, { maxBuffer: 1e9 });
  return new Float32Array(
    stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.length),
  );
}

/** Recordings by speaker: the name of a file up to its first hyphen, as in LibriSpeech. */
export function readVoices(folder) {
  const voices = new Map();
  for (const name of readdirSync(folder)
    .filter((f) => /\.(flac|wav)$/.test(f))
    .sort()) {
    const speaker = basename(name).split(/[-_.]/)[0];
    const samples = decode(join(folder, name));
    voices.set(speaker, [...(voices.get(speaker) ?? []), describeClip(samples)]);
  }
  return voices;
}

/** The same recordings with another pitch and pace: people who are not in the folder. */
export function changeVoices(voices, factor, suffix) {
  const changed = new Map();
  for (const [name, clips] of voices) {
    const made = clips.map(({ samples }) => resample(samples, factor));
    changed.set(name + suffix, made.map(describeClip));
  }
  return changed;
}

function resample(samples, factor) {
  const out = new Float32Array(Math.floor((samples.length - 1) / factor));
  for (let i = 0; i < out.length; i++) {
    const at = i * factor;
    const low = Math.floor(at);
    out[i] = samples[low] + (samples[low + 1] - samples[low]) * (at - low);
  }
  return out;
}

/** `sound`: with breath and echo, where a turn may begin; `speech`: what counts as said. */
function describeClip(samples) {
  return { samples, sound: framesWithin(samples, 35), speech: framesWithin(samples, 25) };
}

/** Per 10 ms whether it is within some dB of the loud frames; pauses under 0.2 s belong to it. */
function framesWithin(samples, decibels) {
  const count = Math.floor(samples.length / FRAME);
  const level = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    let sum = 0;
    for (let j = i * FRAME; j < (i + 1) * FRAME; j++) sum += samples[j] ** 2;
    level[i] = 10 * Math.log10(sum / FRAME + 1e-12);
  }
  const loud = [...level].sort((a, b) => a - b)[Math.floor(count * 0.95)] ?? 0;
  const speech = Array.from(level, (l) => l > loud - decibels);
  for (let i = 0, last = -1; i < count; i++) {
    if (!speech[i]) continue;
    if (last >= 0 && i - last < 20) speech.fill(true, last, i);
    last = i;
  }
  return speech;
}

/**
 * A conversation. `turn`: shortest and longest seconds of a turn; `overlap`: share of turns that begin before
 * the one before ends. Answers with samples and, for each speaker of the `cast`, speech per 10 ms.
 */
export function mixConversation(voices, { seed, speakers, turn, overlap, seconds, effect }) {
  const random = seeded(seed * 7919 + speakers * 104_729 + 17);
  for (let i = 0; i < 20; i++) random();
  const names = [...voices.keys()];
  const cast = [];
  const count = Math.min(speakers, names.length);
  while (cast.length < count) {
    const [name] = names.splice(Math.floor(random() * names.length), 1);
    cast.push(name);
  }
  const gains = cast.map(() => 10 ** ((random() * 6 - 3) / 20));
  const track = new Track(Math.ceil((seconds + 20) * RATE), cast.length);
  while (track.end < seconds * RATE) {
    // Who has spoken least comes first now and then, so that everyone speaks.
    const next = random() < 0.35 ? track.quietest() : Math.floor(random() * cast.length);
    const who = next === track.last ? (next + 1) % cast.length : next;
    const passage = pickPassage(voices.get(cast[who]), turn, random);
    if (!passage) continue;
    const over = track.last >= 0 && random() < overlap ? 0.3 + 0.7 * random() : 0;
    const pause = 0.1 + 0.7 * random();
    if (!track.add(who, passage, gains[who], over, pause)) break;
  }
  const { samples, reference } = track.read();
  return { samples: affect(samples, effect, random), reference, cast };
}

/** A passage of a clip that begins with sound; null where too little of it is left. */
function pickPassage(clips, turn, random) {
  const clip = clips[Math.floor(random() * clips.length)];
  const length = Math.round((turn[0] + random() ** 1.5 * (turn[1] - turn[0])) * 100);
  const starts = clip.sound.flatMap((on, i) => (on && !clip.sound[i - 1] ? [i] : []));
  const from = starts[Math.floor(random() * starts.length)] ?? 0;
  const to = Math.min(clip.sound.length, from + length);
  return to - from < turn[0] * 100 ? null : { clip, from, to };
}

/** A recording that grows turn by turn, with who speaks in each frame. */
class Track {
  end = Math.round(0.3 * RATE);
  last = -1;
  #start = 0;
  #samples;
  #reference;
  #used;

  constructor(length, speakers) {
    this.#samples = new Float32Array(length);
    this.#reference = Array.from({ length: speakers }, () => new Uint8Array(length / FRAME));
    this.#used = new Array(speakers).fill(0);
  }

  quietest() {
    return this.#used.indexOf(Math.min(...this.#used));
  }

  /** `over`: part of the possible overlap with the turn before; 0 pauses instead. */
  add(who, { clip, from, to }, voiceGain, over, pause) {
    const frames = to - from;
    const shared = Math.min(3, (this.end - this.#start) / RATE / 2, frames / 200);
    const shift = over > 0 ? -Math.round(shared * over * 100) : Math.round(pause * 100);
    const start = this.end + shift * FRAME;
    if (start + frames * FRAME > this.#samples.length) return false;
    const power = clip.samples.reduce((sum, x) => sum + x * x, 0) / clip.samples.length;
    const gain = (0.05 / (Math.sqrt(power) || 1)) * voiceGain;
    for (let i = 0; i < frames * FRAME; i++) {
      // A cut in the middle of a sound would click.
      const fade = Math.min(1, (i + 1) / 160, (frames * FRAME - i) / 160);
      this.#samples[start + i] += clip.samples[from * FRAME + i] * gain * fade;
    }
    const row = this.#reference[who];
    for (let i = 0; i < frames; i++) if (clip.speech[from + i]) row[start / FRAME + i] = 1;
    this.#start = start;
    this.end = Math.max(this.end, start + frames * FRAME);
    this.#used[who] += frames;
    this.last = who;
    return true;
  }

  read() {
    const frames = Math.ceil(this.end / FRAME) + 30;
    const spoken = this.#reference.filter((_, i) => this.#used[i] > 0);
    return {
      samples: this.#samples.slice(0, frames * FRAME),
      reference: spoken.map((row) => row.slice(0, frames)),
    };
  }
}

/** `noise`: pink, 10 dB below the speech; `echo`: a room with 0.6 s; `telephone`: 300 to 3400 Hz. */
function affect(samples, effect, random) {
  if (effect === 'noise') {
    const power = samples.reduce((sum, x) => sum + x * x, 0) / samples.length;
    const noise = new Float32Array(samples.length);
    let [a, b, c] = [0, 0, 0];
    for (let i = 0; i < noise.length; i++) {
      const white = random() * 2 - 1;
      a = 0.997 * a + 0.03 * white;
      b = 0.96 * b + 0.09 * white;
      c = 0.57 * c + 0.31 * white;
      noise[i] = a + b + c + 0.05 * white;
    }
    const own = noise.reduce((sum, x) => sum + x * x, 0) / noise.length;
    const gain = Math.sqrt(power / own / 10);
    return samples.map((x, i) => x + noise[i] * gain);
  }
  if (effect === 'echo') {
    const out = samples.slice();
    // A decaying random response, thinned: one reflection in about 2 ms.
    for (let at = 80; at < 0.6 * RATE; at += 16 + Math.floor(random() * 32)) {
      const gain = (random() < 0.5 ? -1 : 1) * 0.22 * 10 ** ((-3 * at) / (0.6 * RATE));
      for (let i = at; i < out.length; i++) out[i] += samples[i - at] * gain;
    }
    return out;
  }
  if (effect === 'telephone') return telephone(samples);
  return samples;
}

function telephone(samples) {
  const input = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
  const raw = ['-f', 'f32le', '-ar', '16000', '-ac', '1'];
  const filter =
    'highpass=f=300,highpass=f=300,lowpass=f=3400,lowpass=f=3400,aresample=8000,aresample=16000';
  const { stdout } = spawnSync(
    'ffmpeg',
    ['-v', 'error', ...raw, '-i', '-', '-af', filter, ...raw, '-'],
    { input, maxBuffer: 1e9 },
  );
  return new Float32Array(
    stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.length),
  );
}

/**
 * Errors in frames of 10 ms. `found`: for each speaker found, speech per frame; `collar`: seconds on both sides
 * of each border of the reference that do not count. Overlap counts.
 */
export function scoreSpeakers(reference, found, collar) {
  const length = reference[0].length;
  const counts = new Uint8Array(length).fill(1);
  const around = Math.round(collar * 100);
  for (const row of reference) {
    for (let i = 0; i <= length; i++) {
      if ((row[i] ?? 0) !== (i > 0 ? row[i - 1] : 0))
        counts.fill(0, Math.max(0, i - around), Math.min(length, i + around));
    }
  }
  if (around === 0) counts.fill(1);
  const shared = reference.map((row) =>
    found.map((other) => {
      let sum = 0;
      for (let i = 0; i < length; i++) sum += counts[i] & row[i] & (other[i] ?? 0);
      return sum;
    }),
  );
  const pairs = bestPairs(shared);
  const result = { total: 0, missed: 0, false: 0, confused: 0 };
  for (let i = 0; i < length; i++) {
    if (!counts[i]) continue;
    const said = reference.reduce((sum, row) => sum + row[i], 0);
    const spoken = found.reduce((sum, row) => sum + (row[i] ?? 0), 0);
    const right = pairs.reduce(
      (sum, k, r) => sum + (k >= 0 ? reference[r][i] & (found[k][i] ?? 0) : 0),
      0,
    );
    result.total += said;
    result.missed += Math.max(0, said - spoken);
    result.false += Math.max(0, spoken - said);
    result.confused += Math.min(said, spoken) - right;
  }
  return result;
}

/** For each row the column that it is paired with, −1 for none; the sum of the pairs is largest. */
function bestPairs(table) {
  const memo = new Map();
  const columns = table[0]?.length ?? 0;
  const best = (row, taken) => {
    if (row === table.length) return [0, []];
    const key = row * 2 ** 20 + taken;
    const known = memo.get(key);
    if (known) return known;
    const [without, rest] = best(row + 1, taken);
    let winner = [without, [-1, ...rest]];
    for (let c = 0; c < columns; c++) {
      if (taken & (1 << c)) continue;
      const [sum, others] = best(row + 1, taken | (1 << c));
      if (sum + table[row][c] > winner[0]) winner = [sum + table[row][c], [c, ...others]];
    }
    memo.set(key, winner);
    return winner;
  };
  return best(0, 0)[1];
}
