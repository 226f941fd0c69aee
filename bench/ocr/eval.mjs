// npm run eval:ocr -- [--python PYTHON] [--pages FOLDER] [--out FILE] [--kind KIND] [--repeat 1] [--only cancel | memory]: 60 pages in ten languages, read by
// alcove-ocr through /v1/ocr in Chromium, by the package its model comes from (PYTHON has rapidocr 3.10.0), and by tesseract where
// it is installed: characters and words that are wrong in %, seconds a page, memory, and how soon a cancelled page lets others in.
// --pages: a folder that stays, and is used again when it has pages.json. --kind: pages of one kind only. --only cancel: no other figure.
// --only memory: the memory of the browser's pages after every 50 of 300 pictures of one line, each of another size.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { rendererBytes } from '../../scripts/renderer-memory.mjs';
import { openAlcove, quantile } from '../open-alcove.mjs';
import { cpuSeconds } from '../process-times.mjs';
import { wordEdits } from '../scoring.mjs';

const { values } = parseArgs({
  options: {
    python: { type: 'string', default: 'python3' },
    pages: { type: 'string' },
    out: { type: 'string' },
    kind: { type: 'string' },
    repeat: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
});
const TESSERACT = {
  en: 'eng',
  de: 'deu',
  fr: 'fra',
  es: 'spa',
  pl: 'pol',
  cs: 'ces',
  tr: 'tur',
  'zh-Hans': 'chi_sim',
  'zh-Hant': 'chi_tra',
  ja: 'jpn',
};

const scratch = mkdtempSync(join(tmpdir(), 'alcove-ocr-'));
const profile = join(scratch, 'profile');
const folder = values.pages ?? scratch;
mkdirSync(folder, { recursive: true });
if (!existsSync(join(folder, 'pages.json'))) makePages();
const pages = JSON.parse(readFileSync(join(folder, 'pages.json'), 'utf8')).filter(
  ({ kind }) => !values.kind || kind === values.kind,
);
const { page: tab, key, close } = await openAlcove({ profile });
try {
  if (!values.only) {
    await readAll();
    for (const page of pages) page.tesseract = readWithTesseract(page);
    if (values.out) writeFileSync(values.out, JSON.stringify(pages, null, 1));
    report();
  }
  if (values.only === 'memory') await memory();
  else if (!values.kind) await cancel();
} finally {
  await close();
  rmSync(scratch, { recursive: true, force: true });
}

function makePages() {
  const program = new URL('make_pages.py', import.meta.url).pathname;
  const { status } = spawnSync(values.python, [program, folder], { stdio: 'inherit' });
  if (status !== 0)
    throw new Error('Pages need Python with rapidocr 3.10.0 (--python PYTHON), and the fonts.');
}

/** Each page, `--repeat` times, and the memory of the browser's pages after each round. */
async function readAll() {
  // The first page loads the model.
  await read(pages[0]);
  const bytes = [];
  for (let round = 0; round < Number(values.repeat); round++) {
    for (const page of pages) {
      const cpu = cpuSeconds(profile);
      page.alcove = await read(page);
      page.alcove.cpu = cpuSeconds(profile) - cpu;
    }
    bytes.push(`${Math.round(rendererBytes() / 1e6)} MB`);
  }
  console.log(`Memory after each round of ${pages.length} pages: ${bytes.join(', ')}`);
}

function read({ name }) {
  const type = name.endsWith('png') ? 'png' : 'jpeg';
  const picture = readFileSync(join(folder, name), 'base64');
  return tab.evaluate(
    async ({ key, url }) => {
      const began = performance.now();
      const response = await fetch('/v1/ocr', {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'alcove-ocr', document: { image_url: url } }),
      });
      if (!response.ok) throw new Error(await response.text());
      const [{ markdown, confidence, unread_lines: unread }] = (await response.json()).pages;
      return { text: markdown, confidence, unread, seconds: (performance.now() - began) / 1_000 };
    },
    { key, url: `data:image/${type};base64,${picture}` },
  );
}

function readWithTesseract({ name, language }) {
  const code = TESSERACT[language];
  if (!code) return null;
  const began = performance.now();
  const { status, stdout } = spawnSync('tesseract', [join(folder, name), '-', '-l', code], {
    encoding: 'utf8',
    env: { ...process.env, OMP_THREAD_LIMIT: '1' },
  });
  return status === 0 ? { text: stdout, seconds: (performance.now() - began) / 1_000 } : null;
}

/** Characters as they are compared: no marks of tables, one form of each sign, spaces only where a script has them. */
function plain(text) {
  return text
    .replaceAll(/^\|(?: --- \|)+$/gm, '')
    .replaceAll(/\\?\|/g, ' ')
    .normalize('NFKC')
    .replaceAll(/[‘’‚`´]/g, "'")
    .replaceAll(/[“”„«»]/g, '"')
    .replaceAll(/[–—‐]/g, '-')
    .replaceAll('、', ',')
    .replaceAll('。', '.')
    .replaceAll(/\s+/g, /[\u3040-\u9fff]/.test(text) ? '' : ' ')
    .trim();
}

/** Edits of characters and words, and words that are nowhere on the page, whatever their order. */
function compare({ text }, got) {
  const [wanted, found] = [plain(text), plain(got.text)];
  const [wantedWords, foundWords] = [wordsOf(wanted), wordsOf(found)];
  const left = new Map();
  for (const word of foundWords) left.set(word, (left.get(word) ?? 0) + 1);
  let missing = 0;
  for (const word of wantedWords) {
    const count = left.get(word) ?? 0;
    if (count === 0) missing++;
    else left.set(word, count - 1);
  }
  return {
    edits: wordEdits([...wanted], [...found]),
    characters: [...wanted].length,
    wordEdits: wordEdits(wantedWords, foundWords),
    words: wantedWords.length,
    missing,
  };
}

/** Words between spaces; of scripts without spaces, characters. */
function wordsOf(text) {
  return text.match(/[^\s\u3000-\u9fff\uff00-\uffef]+|[\u3000-\u9fff]/g) ?? [];
}

function report() {
  const known = pages.filter(({ kind }) => kind !== 'unknown');
  for (const name of ['alcove', 'package', 'tesseract']) {
    const read = known.filter((page) => page[name]);
    if (read.length === 0) {
      console.log(`${name} is not installed here: skipped.`);
      continue;
    }
    const times = read.map((page) => page[name].seconds);
    const p = (q) => quantile(times, q).toFixed(2);
    const cpu = read.reduce((sum, page) => sum + (page[name].cpu ?? 0), 0) / read.length;
    console.log(
      `\n${name}: seconds a page p50 ${p(0.5)}, p95 ${p(0.95)}; CPU ${cpu.toFixed(2)} s a page`,
    );
    for (const by of ['kind', 'language']) table(read, name, by);
  }
  for (const { name, alcove } of pages.filter(({ kind }) => kind === 'unknown')) {
    const { confidence, unread, text } = alcove;
    console.log(`${name}: confidence ${confidence.toFixed(2)}, ${unread} lines unread`);
    console.log(`  ${JSON.stringify(text.slice(0, 90))}`);
  }
}

function groupsOf(read, by) {
  const groups = new Map();
  for (const page of read) groups.set(page[by], [...(groups.get(page[by]) ?? []), page]);
  return groups;
}

function table(read, name, by) {
  const groups = new Map([['all', read], ...groupsOf(read, by)]);
  for (const [group, members] of groups) {
    const sum = { edits: 0, characters: 0, wordEdits: 0, words: 0, missing: 0 };
    for (const page of members)
      for (const [field, count] of Object.entries(compare(page, page[name]))) sum[field] += count;
    const share = (part, whole) => `${((100 * part) / whole).toFixed(2)} %`.padStart(8);
    console.log(
      `  ${group.padEnd(8)} characters ${share(sum.edits, sum.characters)}  words ${share(sum.wordEdits, sum.words)}  words missing ${share(sum.missing, sum.words)}`,
    );
  }
}

async function memory() {
  for (let count = 0; count <= 300; count += 50) {
    await tab.evaluate(
      async ({ key, from, to }) => {
        for (let i = from; i < to; i++) {
          const canvas = new OffscreenCanvas(400 + ((i * 37) % 600), 48);
          const context = canvas.getContext('2d');
          context.fillStyle = '#fff';
          context.fillRect(0, 0, canvas.width, 48);
          context.fillStyle = '#000';
          context.font = '28px sans-serif';
          context.fillText(`Page ${i} of a long scan`, 12, 34);
          const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
          const image_url = `data:image/png;base64,${btoa(String.fromCharCode(...bytes))}`;
          const response = await fetch('/v1/ocr', {
            method: 'POST',
            headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
            body: JSON.stringify({ model: 'alcove-ocr', document: { image_url } }),
          });
          const text = await response.text();
          if (!text.includes(`Page ${i}`)) throw new Error(text);
        }
      },
      { key, from: Math.max(0, count - 50), to: count },
    );
    console.log(`${count} pages: ${Math.round(rendererBytes() / 1e6)} MB`);
  }
}

/** Milliseconds from the end of a request to the moment at which the model takes the next one. */
async function cancel() {
  const large = pages.find(({ kind }) => kind === 'scan');
  const url = `data:image/jpeg;base64,${readFileSync(join(folder, large.name), 'base64')}`;
  const waits = await tab.evaluate(
    async ({ key, url, after }) => {
      const canvas = new OffscreenCanvas(64, 64);
      canvas.getContext('2d').fillRect(0, 0, 1, 1);
      const blob = await canvas.convertToBlob();
      const small = await new Promise((resolve) => {
        const reader = new FileReader();
        reader.onload = () => resolve(reader.result);
        reader.readAsDataURL(blob);
      });
      const ask = (image_url, signal) =>
        fetch('/v1/ocr', {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify({ model: 'alcove-ocr', document: { image_url } }),
          signal,
        });
      const time = async (work) => {
        const began = performance.now();
        await work();
        return performance.now() - began;
      };
      const alone = [];
      for (let i = 0; i < 5; i++) alone.push(await time(() => ask(small)));
      alone.sort((a, b) => a - b);
      const waits = [];
      for (const ms of after) {
        const controller = new AbortController();
        const reading = ask(url, controller.signal).catch(() => null);
        await new Promise((resolve) => setTimeout(resolve, ms));
        controller.abort();
        waits.push((await time(() => ask(small))) - alone[2]);
        await reading;
      }
      return waits.map(Math.round);
    },
    { key, url, after: Array.from({ length: 16 }, (_, i) => 100 + 120 * i) },
  );
  console.log(`\nAfter a cancel the next page begins within ${Math.max(...waits)} ms: ${waits}`);
}
