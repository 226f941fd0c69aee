import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
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
