import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { expect, type Page, test } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import { misleadingFile } from '#testing/misleading-documents.ts';
import { part, times } from '#testing/test-run.ts';
import { ChatPage } from './chat-page.ts';
import { patience } from './patience.ts';

/** Milliseconds that the page may be blocked. */
const MAX_MS = 2_000;
/** Milliseconds a request of another tab may wait: a parser has one of the machine's cores meanwhile. */
const MAX_REQUEST_MS = 5_000;

type Content = string | Uint8Array;

const word = (xml: string) => zipSync({ 'word/document.xml': strToU8(xml) });

/** An archive that claims to unpack to a thousand bytes. */
function falseSizeDocx(): Uint8Array {
  const zip = word('<w:p>'.repeat(16_000_000));
  const view = new DataView(zip.buffer);
  for (let at = 0; at + 46 < zip.length; at++) {
    const signature = view.getUint32(at, true);
    if (signature === 0x04034b50) view.setUint32(at + 22, 1_000, true);
    if (signature === 0x02014b50) view.setUint32(at + 24, 1_000, true);
  }
  return zip;
}

/** A page of kilobytes that unpacks, twice, to `bytes`. */
function packedPdf(bytes: number): Buffer {
  const stream = deflateSync(deflateSync(Buffer.alloc(bytes, ' '))).toString('latin1');
  const filters = '/Filter [/FlateDecode /FlateDecode]';
  return pdfOf([
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R /Resources << >> >>',
    `<< /Length ${stream.length} ${filters} >>\nstream\n${stream}\nendstream`,
  ]);
}

/** A PDF of `count` pages, each an object of a few bytes. */
function manyPages(count: number): Buffer {
  const kids = Array.from({ length: count }, (_, i) => `${i + 3} 0 R`);
  const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Resources << >> >>';
  const root = `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${count} >>`;
  return pdfOf([root, ...kids.map(() => page)]);
}

/** A PDF whose tree of pages is the first of the objects, number 2. */
function pdfOf(rest: readonly string[]): Buffer {
  const objects = ['<< /Type /Catalog /Pages 2 0 R >>', ...rest];
  let body = '%PDF-1.4\n';
  const rows = objects.map((object, i) => {
    const row = `${String(body.length).padStart(10, '0')} 00000 n \n`;
    body += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return row;
  });
  const table = `xref\n0 ${rows.length + 1}\n0000000000 65535 f \n${rows.join('')}`;
  const end = `trailer\n<< /Size ${rows.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF`;
  return Buffer.from(body + table + end, 'latin1');
}

/** Watches how long the page is blocked, and how long `/v1` takes in another tab. */
async function watch(page: Page): Promise<() => Promise<{ blockMs: number; requestMs: number }>> {
  const other = await page.context().newPage();
  await other.goto('/developer');
  await other.evaluate(async () => {
    await alcove.ready;
    const key = await alcove.createApiKey('watch');
    const state = { longest: 0 };
    Object.assign(globalThis, { watched: state });
    const ask = async () => {
      const start = performance.now();
      const headers = { authorization: `Bearer ${key}` };
      await (await fetch('/v1/models', { headers })).json();
      state.longest = Math.max(state.longest, performance.now() - start);
      setTimeout(ask, 100);
    };
    await ask();
    state.longest = 0;
  });
  await page.bringToFront();
  await page.evaluate(() => {
    const state = { longest: 0 };
    Object.assign(globalThis, { watched: state });
    let last = performance.now();
    setInterval(() => {
      const now = performance.now();
      state.longest = Math.max(state.longest, now - last);
      last = now;
    }, 10);
  });
  const longest = (of: Page) =>
    of.evaluate(() => (globalThis as unknown as { watched: { longest: number } }).watched.longest);
  return async () => ({ blockMs: await longest(page), requestMs: await longest(other) });
}

const alert = (page: Page) => page.getByRole('alert').first();

test('files built to mislead are refused in a sentence while the page and /v1 work on', {
  tag: '@measured',
}, async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'alcove-'));
  const chat = new ChatPage(page);
  await chat.open();
  await page.evaluate(() => alcove.ready);
  const measure = await watch(page);
  const refusals: [name: string, content: Content, says: string][] = [
    ['deep.docx', word('<w:p>'.repeat(3_000_000)), '“deep.docx” holds no text'],
    ['false-size.docx', falseSizeDocx(), 'more than 64 million bytes of text, the limit'],
    ['pages.pdf', manyPages(100_000), '“pages.pdf” has more than 10,000 pages, the limit'],
    [
      'loop.pdf',
      pdfOf(['<< /Type /Pages /Kids [2 0 R] /Count 1 >>']),
      '“loop.pdf” is not a PDF, or it is damaged',
    ],
    ['deep.html', '<div>'.repeat(3_000_000), '“deep.html” holds no text'],
    [
      'packed.pdf',
      packedPdf(times(2_000_000_000, 300_000_000)),
      'more than 128 million bytes together, the limit',
    ],
  ];
  const long = 'The heron waits. '.repeat(300_000);
  try {
    for (const [name, content, says] of refusals) {
      const path = join(folder, name);
      writeFileSync(path, content);
      await page.getByLabel('Files', { exact: true }).setInputFiles(path);
      await expect(alert(page)).toContainText(says, { timeout: 30_000 });
    }
    // Gigabytes of text: only the part being read is in memory.
    const huge = join(folder, 'huge.txt');
    writeFileSync(huge, `${'\n'.repeat(4_100_000)}${long}`);
    truncateSync(huge, 2_200_000_000);
    await page.getByLabel('Files', { exact: true }).setInputFiles(huge);
    await expect(alert(page)).toContainText('“huge.txt” holds no text', { timeout: 30_000 });
  } finally {
    rmSync(folder, { recursive: true });
  }
  const { blockMs, requestMs } = await measure();
  process.stdout.write(
    `${refusals.length + 1} files: longest block ${Math.round(blockMs)} ms, slowest /v1/models ${Math.round(requestMs)} ms\n`,
  );
  expect(blockMs).toBeLessThan(MAX_MS * patience());
  expect(requestMs).toBeLessThan(MAX_REQUEST_MS * patience());
});

test('generated files end in words, and tables in Embeddings name their limit', {
  tag: '@measured',
}, async ({ page }) => {
  await page.goto('/embeddings');
  await page.evaluate(() => alcove.ready);
  const measure = await watch(page);
  const open = (name: string, content: Content) =>
    page
      .getByLabel('File of texts or vectors')
      .setInputFiles({ name, mimeType: '', buffer: Buffer.from(content) });
  const keys = Array.from({ length: 20_000 }, (_, i) => `{"k${i}":${i}}`).join('\n');
  await open('keys.jsonl', keys);
  await expect(page.getByText('more than 1,000 columns, the limit of a table')).toBeVisible();
  await open('wide.csv', `${'a,'.repeat(200_000)}\n${'1,'.repeat(200_000)}`);
  await expect(page.getByText('“wide.csv” has more than 1,000 columns')).toBeVisible();
  await open('proto.jsonl', '{"__proto__":"one","constructor":"two"}\n');
  const dialog = page.getByRole('dialog', { name: 'Texts from proto' });
  await expect(dialog.getByText('1 text:')).toBeVisible();
  await page.keyboard.press('Escape');
  const { blockMs, requestMs } = await measure();
  process.stdout.write(
    `3 tables: longest block ${Math.round(blockMs)} ms, slowest /v1/models ${Math.round(requestMs)} ms\n`,
  );
  expect(blockMs).toBeLessThan(MAX_MS * patience());
  expect(requestMs).toBeLessThan(MAX_REQUEST_MS * patience());
});

const SEEDS = part(Array.from({ length: times(500, 6) }, (_, seed) => seed));

test(`${SEEDS.length} generated documents in a chat: none hangs, none shows a raw exception`, {
  tag: '@measured',
}, async ({ page }) => {
  test.setTimeout(60_000 + SEEDS.length * 10_000);
  const chat = new ChatPage(page);
  await chat.open();
  await page.evaluate(() => alcove.ready);
  const measure = await watch(page);
  const raw: string[] = [];
  let read = 0;
  for (const seed of SEEDS) {
    const file = misleadingFile(seed);
    // What makes thousands of passages is a test of embedding, not of reading.
    if (file.size > 30_000 && /\.(txt|csv|tsv|md|json|jsonl)$/.test(file.name)) continue;
    const buffer = Buffer.from(await file.arrayBuffer());
    const mimeType = 'application/octet-stream';
    await page
      .getByLabel('Files', { exact: true })
      .setInputFiles({ name: file.name, mimeType, buffer });
    const remove = page.getByRole('button', { name: `Remove ${file.name}` });
    await expect(remove.or(alert(page)).first()).toBeVisible({ timeout: 30_000 });
    if (await remove.isVisible()) {
      read++;
      await remove.click();
      continue;
    }
    const says = (await alert(page).textContent()) ?? '';
    const isSentence =
      says.includes(file.name) && !/\b(Error|undefined|null|is not a function)\b/.test(says);
    if (!isSentence) raw.push(`${file.name}: ${says}`);
  }
  const { blockMs, requestMs } = await measure();
  process.stdout.write(
    `${SEEDS.length} documents: ${read} read, 0 hangs, ${raw.length} raw exceptions, longest block ${Math.round(blockMs)} ms, ` +
      `slowest /v1/models ${Math.round(requestMs)} ms\n`,
  );
  expect(raw).toEqual([]);
  expect(blockMs).toBeLessThan(MAX_MS * patience());
});
