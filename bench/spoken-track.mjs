// Long recordings of which the words are known.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Minutes of held-out recordings of real people with pauses, now and then a long one, as a file; and
 * what they say. `codec`: more arguments of ffmpeg.
 */
export function makeTrack(minutes, extension, codec) {
  const folder = mkdtempSync(join(tmpdir(), 'alcove-bench-'));
  const table = JSON.parse(readFileSync('bench/data/digits-eval.json', 'utf8')).real;
  const raw = (args) => {
    const out = ['-f', 's16le', '-ar', '16000', '-ac', '1', '-'];
    const done = spawnSync('ffmpeg', ['-v', 'error', ...args, ...out], { maxBuffer: 1e9 });
    return new Int16Array(done.stdout.buffer, done.stdout.byteOffset, done.stdout.length / 2);
  };
  const source = raw(['-i', 'bench/data/digits-real.flac']);
  let state = 5;
  const random = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
  const said = [];
  const track = new Int16Array(minutes * 60 * 16_000);
  for (let at = 0; ; ) {
    // Three long pauses in a hundred words make a third of the time silent.
    const pause = random() < 0.03 ? 8 + 6 * random() : 0.15 + 0.5 * random();
    at += Math.round(16_000 * pause);
    const row = table[Math.floor(random() * table.length)];
    const from = Math.round(row.at * 16_000);
    const length = Math.round(row.seconds * 16_000);
    if (at + length > track.length) break;
    track.set(source.subarray(from, from + length), at);
    at += length;
    said.push(...row.words.map(([word]) => word));
  }
  const raw16 = join(folder, 'track.raw');
  writeFileSync(raw16, Buffer.from(track.buffer));
  const path = join(folder, `track.${extension}`);
  const input = ['-f', 's16le', '-ar', '16000', '-ac', '1', '-i', raw16];
  spawnSync('ffmpeg', ['-v', 'error', ...input, ...codec, path]);
  return { path, words: said };
}
