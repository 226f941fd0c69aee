// npm run docs [-- folder]: the documents as a site, static pages without a script, in the app's colours; site/ where no
// folder is named. The app's own build has it under /docs/.
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, posix, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { toJsxRuntime } from 'hast-util-to-jsx-runtime';
import { common, createLowlight } from 'lowlight';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { createElement } from 'react';
import * as runtime from 'react/jsx-runtime';
import { renderToStaticMarkup } from 'react-dom/server';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { createGuard, openFolder } from './docs-files.mjs';
import { Page } from './docs-page.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
/** The repository's pages by section, in the order of the navigation; documents that are named nowhere are under the last. */
const SECTIONS = [
  [
    'Start',
    [
      'README.md',
      'docs/browsers.md',
      'docs/privacy.md',
      'docs/backups.md',
      'SECURITY.md',
      'CHANGELOG.md',
    ],
  ],
  [
    'Use it from programs',
    [
      'connect',
      'clients',
      'embed',
      'browser-model',
      'batches',
      'voice',
      'inspector',
      'scripted-models',
    ],
  ],
  ['Models', ['pull', 'real-models', 'webllm-mirror', 'webgpu', 'benchmarks']],
  ['Host it', ['hosting', 'providers', 'cluster']],
  [
    'How it is made',
    ['architecture', 'reliability', 'dependencies', 'ux', 'docs/decisions/README.md'],
  ],
];
const TITLES = { 'README.md': 'Alcove', 'CHANGELOG.md': 'Changelog' };
/** Documents of other folders that pages link to. */
const FURTHER = ['training/README.md'];
const MODELS = 'public/models';

const highlighter = createLowlight(common);

function markdown() {
  const data = this.data();
  data.micromarkExtensions = [gfm({ singleTilde: false })];
  data.fromMarkdownExtensions = [gfmFromMarkdown()];
}
const reader = unified().use(remarkParse).use(markdown).use(remarkRehype);

/** The page of a document, from the site's root. */
export function pageOf(source) {
  if (source === 'README.md') return 'index.html';
  const path = source.replace(/^(?:docs|public)\//, '').replace(/\.md$/, '.html');
  return path.replace(/(^|\/)README\.html$/, '$1index.html').toLowerCase();
}

/** A heading's fragment, as GitHub makes it. */
const slugOf = (text) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replaceAll(' ', '-');

const textOf = (node) => node.value ?? (node.children ?? []).map(textOf).join('');

function* elements(node) {
  for (const child of node.children ?? []) {
    if (child.type === 'element') yield child;
    yield* elements(child);
  }
}

/** Where a link of a document leads in the site; null for one that leads out of it. Notes the files that it leads to. */
function targetOf(href, source, { pages, files }) {
  if (/^[a-z]+:|^\/\//i.test(href)) return null;
  const [path, fragment] = decode(href, source).split('#');
  const hash = fragment === undefined ? '' : `#${fragment}`;
  if (path === '') return hash;
  const wanted = posix.normalize(posix.join(posix.dirname(source), path)).replace(/\/$/, '');
  const found = [wanted, `${wanted}/README.md`].find((one) => pages.has(one));
  if (!found) files.set(wanted, source);
  const page = found ? pageOf(found) : fileOf(wanted);
  return posix.relative(posix.dirname(pageOf(source)), page) + hash;
}

function decode(href, source) {
  try {
    return decodeURI(href);
  } catch {
    throw new Error(`${source} links to ${href}, which is not an address.`);
  }
}

/** Pictures as they are; texts of the checkout as texts that a browser shows. Hosts serve no hidden folders. */
const fileOf = (path) =>
  `files/${path.replaceAll(/(^|\/)\./g, '$1_')}${/\.(?:png|webp|svg)$/.test(path) ? '' : '.txt'}`;

/** Gives headings their fragments, links their pages, code its colours and tables room. @returns the headings of the second order */
function shape(tree, source, site) {
  const nameHeading = createNames();
  const headings = [];
  let heading = null;
  for (const element of [...elements(tree)]) {
    const { tagName, properties } = element;
    if (/^h[1-6]$/.test(tagName)) heading = properties.id = nameHeading(element);
    if (tagName === 'h2') headings.push({ id: properties.id, text: textOf(element) });
    for (const name of ['href', 'src']) {
      if (typeof properties[name] === 'string') {
        properties[name] = targetOf(properties[name], source, site) ?? properties[name];
      }
    }
    if (tagName === 'pre') colour(element.children[0]);
    if (tagName === 'table') giveRoom(element, heading);
  }
  return headings;
}

/** Fragments of one page's headings: a second one of the same words has a number. */
function createNames() {
  const used = new Map();
  return (heading) => {
    const slug = slugOf(textOf(heading));
    const count = used.get(slug) ?? 0;
    used.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  };
}

/** A wide table scrolls by itself, also with the keyboard: what takes the focus has the name of its heading. */
function giveRoom(element, heading) {
  element.children = [{ ...element }];
  element.tagName = 'div';
  const name = heading === null ? { ariaLabel: 'Table' } : { ariaLabelledBy: heading };
  element.properties = { className: ['table'], tabIndex: 0, role: 'group', ...name };
}

function colour(code) {
  const [language] = [code?.properties?.className ?? []].flat();
  const name = /^language-(.+)$/.exec(language ?? '')?.[1];
  if (name && highlighter.registered(name)) {
    code.children = highlighter.highlight(name, textOf(code)).children;
  }
}

/** The documents of the checkout with the sections that list them. */
async function listSources() {
  const names = await readdir('docs');
  const documents = names.filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`);
  const decisions = (await readdir('docs/decisions'))
    .map((name) => `docs/decisions/${name}`)
    .sort();
  const models = (await readdir(MODELS)).map((name) => `${MODELS}/${name}/README.md`);
  const sections = SECTIONS.map(([name, list]) => [
    name,
    list.map((one) => (one.endsWith('.md') ? one : `docs/${one}.md`)),
  ]);
  const listed = new Set(sections.flatMap(([, list]) => list));
  sections.at(-1)[1].push(...documents.filter((one) => !listed.has(one)), 'CONTRIBUTING.md');
  const sources = [...sections.flatMap(([, list]) => list), ...decisions, ...models, ...FURTHER];
  return { sections, sources: [...new Set(sources)] };
}

async function read(source) {
  const text = await readFile(source, 'utf8');
  // Marks of our own tools, and front matter of model cards.
  const tree = reader.runSync(reader.parse(text.replace(/^---\n[\s\S]*?\n---\n/, '')));
  const first = [...elements(tree)].find(({ tagName }) => tagName === 'h1');
  const about = [...elements(tree)].find(({ tagName }) => tagName === 'p');
  const title = TITLES[source] ?? (first ? textOf(first) : basename(dirname(source)));
  return {
    source,
    tree,
    title,
    description: about ? textOf(about).replaceAll(/\s+/g, ' ').slice(0, 160) : title,
  };
}

/**
 * Writes the site into a folder, from the checkout that is the working directory.
 * @returns its pages.
 * @throws Error for a link that leads nowhere or to a file that is not the checkout's, and for a folder with other files
 */
export async function buildDocs(folder) {
  const { sections, sources } = await listSources();
  const { assertPlain, assertOwn } = await createGuard();
  for (const source of sources) await assertPlain(source);
  const documents = await Promise.all(sources.map(read));
  const pages = new Map(documents.map((one) => [one.source, one]));
  const shown = sections.map(([name, list]) => [
    name,
    list.map((source) => ({ page: pageOf(source), name: pages.get(source).title })),
  ]);
  const files = new Map();
  const texts = documents.map(({ source, tree, title, description }) => {
    const headings = shape(tree, source, { pages, files });
    const content = toJsxRuntime(tree, runtime);
    const current = pageOf(source);
    const props = { title, description, content, headings, sections: shown, current };
    const page = renderToStaticMarkup(createElement(Page, props));
    return [current, `<!doctype html>\n${page}\n`];
  });
  for (const [path, source] of files) await assertOwn(path, source);
  assertDistinct([...texts.map(([page]) => page), ...[...files.keys()].map(fileOf)]);
  // Nothing is replaced before everything is known to be right.
  const out = await openFolder(folder, await styles());
  const within = async (path) => {
    await mkdir(dirname(join(out, path)), { recursive: true });
    return join(out, path);
  };
  for (const [page, text] of texts) await writeFile(await within(page), text);
  for (const path of files.keys()) await copyFile(path, await within(fileOf(path)));
  await copyFile('public/icon.svg', join(out, 'icon.svg'));
  await copyFont(out);
  return texts.map(([page]) => page);
}

/** @throws Error for two documents that would be written to the same place */
function assertDistinct(paths) {
  const lower = paths.map((path) => path.toLowerCase());
  const twice = paths.find((_, i) => lower.indexOf(lower[i]) < i);
  if (twice) throw new Error(`Two documents or files would be ${twice}: rename one.`);
}

const FONT = 'inter-latin-wght-normal.woff2';
const copyFont = (out) =>
  copyFile(join('node_modules/@fontsource-variable/inter/files', FONT), join(out, FONT));

/** The colours and sizes of the app, and the layout of the site. */
async function styles() {
  const theme = await readFile('src/ui/theme.css', 'utf8');
  const tokens = /:root \{[\s\S]*?\n {2}\}/.exec(theme)?.[0];
  const narrow = /@media \(prefers-contrast: more\) \{[\s\S]*?\n {2}\}/.exec(theme)?.[0];
  if (!tokens || !narrow)
    throw new Error('src/ui/theme.css has no colours where they are expected.');
  const layout = await readFile('scripts/docs.css', 'utf8');
  const font = `@font-face {\n  font-family: "Inter Variable";\n  font-weight: 100 900;\n  font-display: swap;\n  src: url(${FONT}) format("woff2-variations");\n}\n`;
  return `${font}${tokens}\n${narrow}\n${layout}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const out = resolve(process.argv[2] ?? 'site');
  process.chdir(root);
  const pages = await buildDocs(out);
  console.log(`Wrote ${pages.length} pages to ${out}/.`);
  // React's renderer leaves a message port open.
  process.exit();
}
