// Prints the import graph of every folder of src: `node scripts/import-graph.mjs [commit] [folder…]`.
// A folder's entries are its files and sub-folders; its depth is the longest chain of imports between them.
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

/** The entry of a folder that contains a file; null for a file elsewhere. */
function entryOf(folder, file) {
  if (!file.startsWith(`${folder}/`)) return null;
  return file.slice(folder.length + 1).split('/')[0];
}

function measure(folder) {
  const entries = new Set(files.map((file) => entryOf(folder, file)).filter(Boolean));
  const imports = new Map([...entries].map((entry) => [entry, new Set()]));
  for (const [from, to] of edges) {
    const [a, b] = [entryOf(folder, from), entryOf(folder, to)];
    if (a && b && a !== b) imports.get(a).add(b);
  }
  const depths = new Map();
  let backward = 0;
  const depthOf = (entry, path) => {
    if (path.has(entry)) {
      backward++;
      return 0;
    }
    if (depths.has(entry)) return depths.get(entry);
    path.add(entry);
    const below = [...imports.get(entry)].map((next) => depthOf(next, path));
    path.delete(entry);
    depths.set(entry, 1 + Math.max(0, ...below));
    return depths.get(entry);
  };
  for (const entry of entries) depthOf(entry, new Set());
  const flat = [...entries].filter((entry) => /\.tsx?$/.test(entry)).length;
  const count = [...imports.values()].reduce((sum, set) => sum + set.size, 0);
  return {
    folder,
    entries: entries.size,
    files: flat,
    depth: Math.max(0, ...depths.values()),
    imports: count,
    backward,
  };
}

const folders = new Set(['src']);
for (const file of files) {
  for (let dir = posix.dirname(file); dir !== 'src' && dir !== '.'; dir = posix.dirname(dir)) {
    folders.add(dir);
  }
}
const shown = asked.length > 0 ? asked : [...folders].sort();
const rows = shown.map(measure).filter(({ entries }) => entries > 1);
const lines = [...texts.values()].reduce((sum, text) => sum + text.split('\n').length - 1, 0);
process.stdout.write(
  '| folder | entries | files | depth | imports | backward |\n|---|---|---|---|---|---|\n',
);
for (const { folder, entries, files: flat, depth, imports, backward } of rows) {
  process.stdout.write(
    `| ${folder} | ${entries} | ${flat} | ${depth} | ${imports} | ${backward} |\n`,
  );
}
process.stdout.write(`\n${files.length} files, ${lines} lines at ${commit}\n`);
