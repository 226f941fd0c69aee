import { execFile, execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDocs, pageOf } from '#scripts/docs.mjs';

let out: string;
let pages: string[];
beforeAll(async () => {
  out = mkdtempSync(join(tmpdir(), 'alcove-docs-'));
  pages = await buildDocs(join(out, 'site'));
});
afterAll(() => rmSync(out, { recursive: true, force: true }));

const read = (page: string) => readFileSync(join(out, 'site', page), 'utf8');
const all = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, one = '']) => one);

test('every document has a page, with a title, a description and one heading', () => {
  const documents = readdirSync('docs').filter((name) => name.endsWith('.md'));
  expect(documents.length).toBeGreaterThan(20);
  for (const name of documents) expect(pages).toContain(pageOf(`docs/${name}`));
  const titles = pages.map((page) => /<title>(.+?)<\/title>/.exec(read(page))?.[1]);
  expect(new Set(titles).size).toBe(pages.length);
  for (const page of pages) {
    expect(read(page), page).toMatch(/<meta name="description" content="[^"]+"/);
    expect(all(read(page), /<h1[ >]()/g), page).toHaveLength(1);
  }
});

test('every link leads to a page and a heading that exist', () => {
  const ids = new Map(pages.map((page) => [page, new Set(all(read(page), / id="([^"]+)"/g))]));
  const broken: string[] = [];
  let links = 0;
  for (const page of pages) {
    for (const link of all(read(page), / (?:href|src)="([^"]+)"/g)) {
      if (/^[a-z]+:/.test(link)) continue;
      links++;
      const [path = '', fragment] = link.split('#');
      const target = path === '' ? page : posix.join(posix.dirname(page), path);
      const isThere = existsSync(join(out, 'site', target));
      const hasHeading = !fragment || ids.get(target)?.has(decodeURIComponent(fragment));
      if (!isThere || !hasHeading) broken.push(`${page}: ${link}`);
    }
  }
  expect(links).toBeGreaterThan(2_000);
  expect(broken).toEqual([]);
});

test('every page is reached from the first one', () => {
  const reached = new Set(['index.html']);
  for (const page of reached) {
    if (!page.endsWith('.html')) continue;
    for (const link of all(read(page), / href="([^":]+?)(?:#[^"]*)?"/g)) {
      reached.add(posix.join(posix.dirname(page), link));
    }
  }
  expect(pages.filter((page) => !reached.has(page))).toEqual([]);
});

test('pages have no script, and nothing from elsewhere but links', () => {
  for (const page of pages) {
    const text = read(page);
    expect(text, page).not.toMatch(/<script| style="| on[a-z]+="/);
    expect(all(text, / src="([a-z]+:[^"]*)"/g), page).toEqual([]);
  }
  expect(read('docs.css')).not.toMatch(/url\((?!inter-)/);
  for (const token of ['--paper', '--accent', 'prefers-contrast']) {
    expect(read('docs.css')).toContain(token);
  }
});

test('a table takes the focus under the name of its heading', () => {
  const tables = pages.flatMap((page) => all(read(page), /(<div class="table"[^>]*>)/g));
  expect(tables.length).toBeGreaterThan(20);
  for (const table of tables) {
    expect(table).toMatch(/role="group" aria-label(?:ledby="[^"]+"|="Table")/);
  }
});

/** A checkout of what the site is made from, in which a test changes documents. */
function checkout() {
  const folder = join(mkdtempSync(join(out, 'checkout-')), 'alcove');
  const kept =
    /\.md$|^scripts\/docs|^src\/ui\/theme\.css$|^src\/connect\/|^public\/icon|^(?:NOTICE|package\.json)$/;
  const files = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0');
  for (const path of files) {
    if (!kept.test(path) && !/^docs\/.*\.(?:png|webp)$/.test(path)) continue;
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    cpSync(path, join(folder, path));
  }
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, '.gitignore'), 'node_modules\nprivate.txt\n');
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder });
  git('init', '--quiet');
  git('add', '.');
  return {
    folder,
    git,
    /** Runs `npm run docs`. @returns what it complains about; an empty text where it wrote the site */
    build: (target = 'site') =>
      new Promise<string>((done) => {
        const args = ['scripts/docs.mjs', target];
        execFile(process.execPath, args, { cwd: folder }, (error, _, stderr) =>
          done(error ? stderr : ''),
        );
      }),
  };
}

/** What `scripts/docs-files.mjs` says in a checkout to each of some paths; an empty text where it lets them be. */
function complaints(folder: string, call: string, paths: readonly string[]): string[] {
  const code = `
    import { createGuard, openFolder } from './scripts/docs-files.mjs';
    const { assertPlain, assertOwn } = await createGuard();
    const found = [];
    for (const path of process.argv.slice(1)) found.push(await ${call}.then(() => '', (e) => e.message));
    console.log(JSON.stringify(found));`;
  const args = ['--input-type=module', '-e', code, '--', ...paths];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' }));
}

test('only a folder of its own is replaced, and only when the documents are right', async () => {
  const { folder, build } = checkout();
  mkdirSync(join(folder, '../home'));
  writeFileSync(join(folder, '../home/letter.txt'), 'Dear');
  symlinkSync('docs', join(folder, 'alias'));
  const before = readdirSync(join(folder, 'docs'));
  expect(await build('docs')).toContain('own files');
  const targets = ['docs', '.', '..', 'docs/site', 'alias', '../home', 'node_modules'];
  for (const complaint of complaints(folder, "openFolder(path, '')", targets)) {
    expect(complaint).toMatch(/own files|did not write/);
  }
  expect(readdirSync(join(folder, 'docs'))).toEqual(before);
  expect(readdirSync(join(folder, '../home'))).toEqual(['letter.txt']);
  expect(complaints(folder, "openFolder(path, '')", ['site'])).toEqual(['']);
  writeFileSync(join(folder, 'site/index.html'), '');
  appendFileSync(join(folder, 'README.md'), '\n[a](nowhere.md)\n');
  expect(await build()).toContain('README.md links to nowhere.md, which is not there');
  expect(existsSync(join(folder, 'site/index.html'))).toBe(true);
  expect(complaints(folder, "openFolder(path, '')", ['site'])).toEqual(['']);
  expect(existsSync(join(folder, 'site/index.html'))).toBe(false);
});

test('a link publishes no file that is not the repository’s', async () => {
  const { folder, git, build } = checkout();
  writeFileSync(join(folder, 'private.txt'), 'secret');
  symlinkSync('../.git/config', join(folder, 'docs/config.txt'));
  symlinkSync('../.git/config', join(folder, 'docs/leak.md'));
  git('add', '.');
  const page = join(folder, 'docs/embed.md');
  const text = readFileSync(page, 'utf8');
  expect(await build()).toContain('docs/leak.md is not a file of its own');
  rmSync(join(folder, 'docs/leak.md'));
  writeFileSync(page, `${text}\n[a](%2E%2E/.git/config)\n`);
  expect(await build()).toContain('docs/embed.md links to .git/config, which is not a file');
  writeFileSync(page, `${text}\n[a](%ff.md)\n`);
  expect(await build()).toContain('docs/embed.md links to %ff.md, which is not an address');
  const paths = [
    '.git/config',
    'private.txt',
    'docs/config.txt',
    '../../../../../../../../etc/hostname',
    'node_modules/react/package.json',
    'src',
  ];
  const guard = "assertOwn(path, 'docs/embed.md')";
  for (const complaint of complaints(folder, guard, paths)) {
    expect(complaint).toMatch(
      /^docs\/embed\.md links to .+, which is not a file of the repository/,
    );
  }
  expect(complaints(folder, guard, ['NOTICE'])).toEqual(['']);
  // Without git, as in a container, hidden files stay where they are.
  rmSync(join(folder, '.git'), { recursive: true });
  writeFileSync(join(folder, '.env'), 'secret');
  const [hidden, notice] = complaints(folder, guard, ['.env', 'NOTICE']);
  expect([hidden, notice]).toEqual([expect.stringContaining('which is not a file'), '']);
});

test('files of the same name are all there', async () => {
  const { folder, git, build } = checkout();
  mkdirSync(join(folder, 'src/other'));
  writeFileSync(join(folder, 'src/other/types.d.ts'), 'other');
  appendFileSync(join(folder, 'docs/embed.md'), '\n[a](../src/other/types.d.ts)\n');
  git('add', '.');
  expect(await build()).toBe('');
  const file = (path: string) => readFileSync(join(folder, 'site/files', path), 'utf8');
  expect(file('src/other/types.d.ts.txt')).toBe('other');
  expect(file('src/connect/types.d.ts.txt')).toBe(readFileSync('src/connect/types.d.ts', 'utf8'));
});
