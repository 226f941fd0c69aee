// The licences of everything that the built app contains: NOTICE, then the texts of its packages.
import { readdir, readFile } from 'node:fs/promises';

/** Packages that build the app and are no part of it. */
const TOOLS = new Set(['vite', '@vitejs/plugin-react']);
const LICENCE = /^(?:licen[cs]e|copying|notice)(?:[-.].*)?$/i;

/** Paths of the packages in `lock` that `names` need, themselves included, as Node resolves them. */
export function closureOf(lock, names) {
  const found = new Set();
  const visit = (name, from) => {
    const path = foldersAbove(from)
      .map((folder) => `${folder}node_modules/${name}`)
      .find((candidate) => lock.packages[candidate]);
    if (!path || found.has(path)) return;
    found.add(path);
    for (const next of Object.keys(lock.packages[path].dependencies ?? {})) visit(next, path);
  };
  for (const name of names) visit(name, '');
  return [...found].sort();
}

/** `a/node_modules/b` → `a/node_modules/b/`, `a/` and the top, ''. */
function foldersAbove(path) {
  if (!path) return [''];
  return [
    `${path}/`,
    ...foldersAbove(path.slice(0, Math.max(0, path.lastIndexOf('/node_modules/')))),
  ];
}

async function readPackage(path, entry) {
  const names = (await readdir(path).catch(() => [])).filter((name) => LICENCE.test(name));
  const texts = await Promise.all(
    names.map((name) => readFile(`${path}/${name}`, 'utf8').catch(() => '')),
  );
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const title = `${name} ${entry.version} (${entry.license ?? 'licence in its own words'})`;
  return {
    title,
    text: texts
      .map((text) => text.trim())
      .filter(Boolean)
      .join('\n\n'),
  };
}

/** One file: NOTICE, then each licence text once, under the packages that it covers. */
export async function licenceTexts() {
  const read = async (path) => JSON.parse(await readFile(path, 'utf8'));
  const [lock, manifest] = [await read('package-lock.json'), await read('package.json')];
  const names = Object.keys(manifest.dependencies).filter((name) => !TOOLS.has(name));
  const byText = new Map();
  for (const path of closureOf(lock, names)) {
    const { title, text } = await readPackage(path, lock.packages[path]);
    byText.set(text, [...(byText.get(text) ?? []), title]);
  }
  const parts = [...byText].map(([text, titles]) => `${titles.join('\n')}\n\n${text}`.trimEnd());
  return `${[await readFile('NOTICE', 'utf8'), ...parts].map((part) => part.trim()).join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
