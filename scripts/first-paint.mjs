// Writes the first picture of every page into index.html: drawn by the app's own components, shown by first-paint.js.
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { translatedTexts } from './page-texts.mjs';

/** Modules that read storage, with their values on a first visit. */
const EMPTY = {
  '#ui/with-storage.ts': 'export const withStorage = (page) => page;',
  '#ui/state/use-watched.ts': 'const none = []; export const useWatched = () => none;',
};

/** Puts them in place of the modules. */
function emptyStorage() {
  return {
    name: 'alcove:empty-storage',
    enforce: 'pre',
    resolveId(source) {
      const name = source.replace(/^\.\//, '#ui/');
      return name in EMPTY ? `\0${name}` : null;
    },
    load: (id) => EMPTY[id.slice(1)] ?? null,
  };
}

/** What modules ask of a browser as they are loaded. */
function standInForBrowser() {
  const nothing = { getItem: () => null, setItem: () => {} };
  const missing = {
    CSS: { supports: () => true },
    localStorage: nothing,
    sessionStorage: nothing,
    location: new URL('http://localhost/'),
    document: { visibilityState: 'visible', documentElement: { dataset: {} } },
    navigator: { language: 'en', languages: ['en'] },
    matchMedia: () => ({ matches: false, addEventListener: () => {} }),
  };
  for (const [name, value] of Object.entries(missing)) globalThis[name] ??= value;
}

/** `define`: what the build replaces. `folder`: where this may write. `manifest`: the files of each module. */
export async function writeFirstPaint(out, { base, define, folder, manifest }) {
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define,
    plugins: [emptyStorage()],
    resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
    build: {
      ssr: 'src/ui/first-paint/render-pages.tsx',
      outDir: folder,
      emptyOutDir: true,
      minify: false,
      rolldownOptions: { checks: { pluginTimings: false } },
    },
  });
  standInForBrowser();
  const entry = pathToFileURL(join(process.cwd(), folder, 'render-pages.js')).href;
  const { PAGES, renderPages, renderPagesIn, TRANSLATED } = await import(entry);
  const pages = await renderPages();
  for (const language of TRANSLATED)
    await writeTexts(out, language, pages, await renderPagesIn(language));
  await rm(folder, { recursive: true });
  const file = join(out, 'index.html');
  const html = await readFile(file, 'utf8');
  const place = '<div id="root"></div>';
  if (!html.includes(place)) throw new Error(`index.html has changed: no ${place}.`);
  const templates = Object.entries(pages).map(([path, page]) => {
    const { scripts, styles } = filesOf(manifest, PAGES[path]);
    const isNew = (name) => !html.includes(base + name);
    const list = (names) => names.filter(isNew).join(' ');
    return `<template data-page="${path}" data-styles="${list(styles)}" data-scripts="${list(scripts)}">${page}</template>`;
  });
  // The app's code is requested by first-paint.js, after the picture.
  const code = /\n *<(?:script type="module"[^>]*><\/script>|link rel="modulepreload"[^>]*>)/g;
  const languages = ['en', ...TRANSLATED].join(' ');
  const app = `<template data-app data-languages="${languages}">${html.match(code).join('')}\n    </template>`;
  await writeFile(
    file,
    html.replace(code, '').replace(place, () => [place, ...templates, app].join('\n    ')),
  );
}

/** The texts of the pages in a language, in the order of each: their pictures are the English ones with other texts. */
async function writeTexts(out, language, english, translated) {
  const texts = Object.entries(english).map(([path, page]) => [
    path,
    translatedTexts(page, translated[path]),
  ]);
  await writeFile(
    join(out, `first-paint-${language}.json`),
    JSON.stringify(Object.fromEntries(texts)),
  );
}

/** What a browser loads for a module: its chunk, those that it imports, and their styles. */
function filesOf(manifest, module, files = { scripts: [], styles: [] }) {
  const chunk = manifest[module];
  if (!chunk || files.scripts.includes(chunk.file)) return files;
  files.scripts.push(chunk.file);
  files.styles.push(...(chunk.css ?? []));
  for (const name of chunk.imports ?? []) filesOf(manifest, name, files);
  return files;
}
