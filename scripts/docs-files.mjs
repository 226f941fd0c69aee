// What the documents' site may read and where it may write: a link of a document publishes no file that is not the checkout's,
// and no folder is replaced that the site did not write.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';

/** Folders of the checkout that hold no builds, but those that tests make. */
const OWN_FOLDERS =
  /^(?:\.git|\.github|bench|config|deploy|docs|e2e|node_modules|public|scripts|src|training)(?:\/(?!\.alcove)|$)/;
/** The first line of the site's style sheet: a folder with it is replaced. */
const MARK = '/* Written by npm run docs, which replaces this folder. */\n';

const STYLES = 'docs.css';

/** Whether a path from `relative` leads out of its folder. */
const leadsOut = (path) => path === '..' || path.startsWith(`..${sep}`) || resolve(path) === path;

/** Files of git; where there is no git, as in a container, any that is not hidden. @returns whether a path may be published */
function createRule() {
  if (!existsSync('.git')) return (path) => !/(?:^|\/)(?:\.|node_modules\/)/.test(path);
  const options = { encoding: 'utf8', maxBuffer: 2 ** 26 };
  const tracked = new Set(execFileSync('git', ['ls-files', '-z'], options).split('\0'));
  return (path) => tracked.has(path);
}

/**
 * Asks of the checkout in the working directory what the site may show.
 * `assertPlain`: throws for a document that is not there, or that is a link to elsewhere.
 * `assertOwn`: throws for a file that a document, `source`, links to and that is not the repository's.
 */
export async function createGuard() {
  const root = await realpath('.');
  const isOwn = createRule();
  const isPlain = async (path) => (await realpath(path).catch(() => null)) === join(root, path);
  return {
    async assertPlain(path) {
      if (!(await isPlain(path))) throw new Error(`${path} is not a file of its own.`);
    },
    async assertOwn(path, source) {
      if (!existsSync(path)) throw new Error(`${source} links to ${path}, which is not there.`);
      if (!(await isPlain(path)) || !isOwn(path)) {
        throw new Error(`${source} links to ${path}, which is not a file of the repository.`);
      }
    },
  };
}

/** The path of a folder without links, also of one that is not there yet. */
async function realFolder(path) {
  const there = await realpath(path).catch(() => null);
  if (there !== null || dirname(path) === path) return there ?? path;
  return join(await realFolder(dirname(path)), basename(path));
}

/**
 * Empties a folder for the site and writes its style sheet, the mark of what may be replaced.
 * @returns the folder. @throws Error for one that something else is in
 */
export async function openFolder(folder, styles) {
  const out = await realFolder(resolve(folder));
  const root = await realpath('.');
  const inside = relative(root, out).replaceAll(sep, '/');
  const holdsRoot = !leadsOut(relative(out, root));
  if (holdsRoot || OWN_FOLDERS.test(inside)) {
    throw new Error(`${folder} has the checkout's own files: name another folder.`);
  }
  const entries = await readdir(out).catch((error) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const sheet = entries.includes(STYLES) ? await readFile(join(out, STYLES), 'utf8') : '';
  if (entries.length > 0 && !sheet.startsWith(MARK)) {
    throw new Error(`${folder} has files that \`npm run docs\` did not write: move them first.`);
  }
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  await writeFile(join(out, STYLES), MARK + styles);
  return out;
}
