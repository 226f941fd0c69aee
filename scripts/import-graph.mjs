// Prints the import graph of every folder of src: `node scripts/import-graph.mjs [commit] [folder…]`.
// A folder's rooms are its files and sub-folders; its floors are the longest chain of imports between them.
import { execFileSync } from 'node:child_process';
import { posix } from 'node:path';

const [commit = 'HEAD', ...asked] = process.argv.slice(2);
const git = (...args) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1 << 28 });
const files = git('ls-tree', '-r', '--name-only', commit, 'src')
  .split('\n')
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\.d\.ts$/.test(path));
const known = new Set(files);
const IMPORT = /(?:^(?:import|export)\b[^'`]*?\bfrom|^\} from|\bimport\(|^import)\s*'([^']+)'/gm;

/** One process for all files: `git show` for each would take minutes. */
function readAll() {
  const input = files.map((path) => `${commit}:${path}`).join('\n');
  const out = execFileSync('git', ['cat-file', '--batch'], { input, maxBuffer: 1 << 28 });
  const texts = new Map();
  let at = 0;
  for (const path of files) {
    const end = out.indexOf(10, at);
    const size = Number(out.subarray(at, end).toString().split(' ')[2]);
    texts.set(path, out.subarray(end + 1, end + 1 + size).toString());
    at = end + 1 + size + 1;
  }
  return texts;
}

function target(from, specifier) {
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`;
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier);
  return null;
}

const texts = readAll();
const edges = files.flatMap((from) =>
  [...texts.get(from).matchAll(IMPORT)]
    .map((match) => target(from, match[1]))
    .filter((to) => to !== null && known.has(to) && to !== from)
    .map((to) => [from, to]),
);

/** The room of a folder that a file is in; null for a file elsewhere. */
function roomOf(folder, file) {
  if (!file.startsWith(`${folder}/`)) return null;
  return file.slice(folder.length + 1).split('/')[0];
}

function measure(folder) {
  const rooms = new Set(files.map((file) => roomOf(folder, file)).filter(Boolean));
  const arrows = new Map([...rooms].map((room) => [room, new Set()]));
  for (const [from, to] of edges) {
    const [a, b] = [roomOf(folder, from), roomOf(folder, to)];
    if (a && b && a !== b) arrows.get(a).add(b);
  }
  const heights = new Map();
  let back = 0;
  const height = (room, path) => {
    if (path.has(room)) {
      back++;
      return 0;
    }
    if (heights.has(room)) return heights.get(room);
    path.add(room);
    const below = [...arrows.get(room)].map((next) => height(next, path));
    path.delete(room);
    heights.set(room, 1 + Math.max(0, ...below));
    return heights.get(room);
  };
  for (const room of rooms) height(room, new Set());
  const flat = [...rooms].filter((room) => /\.tsx?$/.test(room)).length;
  const count = [...arrows.values()].reduce((sum, set) => sum + set.size, 0);
  return {
    folder,
    rooms: rooms.size,
    files: flat,
    floors: Math.max(0, ...heights.values()),
    arrows: count,
    back,
  };
}

const folders = new Set(['src']);
for (const file of files) {
  for (let dir = posix.dirname(file); dir !== 'src' && dir !== '.'; dir = posix.dirname(dir)) {
    folders.add(dir);
  }
}
const shown = asked.length > 0 ? asked : [...folders].sort();
const rows = shown.map(measure).filter(({ rooms }) => rooms > 1);
const lines = [...texts.values()].reduce((sum, text) => sum + text.split('\n').length - 1, 0);
process.stdout.write(
  '| folder | rooms | files | floors | arrows | back |\n|---|---|---|---|---|---|\n',
);
for (const { folder, rooms, files: flat, floors, arrows, back } of rows) {
  process.stdout.write(`| ${folder} | ${rooms} | ${flat} | ${floors} | ${arrows} | ${back} |\n`);
}
process.stdout.write(`\n${files.length} files, ${lines} lines at ${commit}\n`);
