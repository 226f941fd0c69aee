// Photographs and scans, read by the model in the box and asked about: nothing here is scripted.
import { readFileSync } from 'node:fs';
import { type Page, expect as plainExpect, test } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import { violationsInBothThemes } from './axe.ts';
import { ChatPage } from './chat-page.ts';
import { paste } from './paste.ts';
import { readRows } from './read-rows.ts';
import { makePdf, photograph, type Sheet, scan } from './scans.ts';

/** Reading a page takes as long as the machine needs. */
const expect = plainExpect.configure({ timeout: 120_000 });

interface StoredPages {
  name: string;
  text: string;
  pages?: { state: string; start: number; end: number }[];
}

/** The pages of the stored documents, in the order of their names. */
async function storedPages(page: Page): Promise<{ state: string; text: string }[][]> {
  const rows = await readRows<StoredPages>(page, 'documents');
  return rows
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ text, pages = [] }) =>
      pages.map(({ state, start, end }) => ({ state, text: text.slice(start, end) })),
    );
}

/** The texts of the stored documents by their names, once there are `count` of them. */
async function textsOf(page: Page, count: number): Promise<Map<string, string>> {
  const rows = () => readRows<StoredPages>(page, 'documents');
  await expect.poll(async () => (await rows()).length).toBe(count);
  return new Map((await rows()).map(({ name, text }) => [name, text]));
}

async function pageStates(page: Page): Promise<string[][]> {
  return (await storedPages(page)).map((pages) => pages.map(({ state }) => state));
}

async function openChat(page: Page): Promise<ChatPage> {
  const chat = new ChatPage(page);
  await chat.open('/chat');
  return chat;
}

const removal = (page: Page, name: string) =>
  page.getByRole('button', { name: `Remove ${name}`, exact: true });
const chip = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: removal(page, name) });

test('a photographed receipt is read, and its total is found and cited', async ({ page }) => {
  const chat = await openChat(page);
  await chat.addFile('receipt.jpg', 'image/jpeg', await photograph(page, scan('receipt')));
  await expect(removal(page, 'receipt.jpg')).toBeVisible();
  await expect(chip(page, 'receipt.jpg')).toContainText('words of the picture only');
  const answer = await chat.ask('What is the total on the receipt?');
  await answer.getByRole('button', { name: '[1] receipt.jpg' }).click();
  const dialog = page.getByRole('dialog', { name: 'receipt.jpg' });
  await expect(dialog.locator('mark')).toContainText('Total | 6.43');
  await expect(dialog.locator('mark')).toContainText('Oat milk | 2 | 3.98');
});

test('each page of a scanned contract is read or named', async ({ page }) => {
  const chat = await openChat(page);
  const cover =
    'This is the cover sheet of the contract between the landlord and the tenant of 12 High Street.';
  const pdf = makePdf([cover, scan('lease'), null, scan('columns')]);
  await chat.addFile('lease.pdf', 'application/pdf', pdf);
  await expect(removal(page, 'lease.pdf')).toBeVisible();
  await expect(chip(page, 'lease.pdf')).toContainText('2 of 4 pages read from pictures');
  expect(await pageStates(page)).toEqual([['text', 'read', 'empty', 'read']]);
  await page.getByRole('button', { name: 'Pages of lease.pdf' }).click();
  const list = page.getByRole('list', { name: 'Pages of lease.pdf' }).getByRole('listitem');
  await expect(list).toContainText([
    'Page 1: text',
    'Page 2: read from its picture',
    'Page 3: empty',
    'Page 4: read from its picture',
  ]);
  await page.keyboard.press('Escape');
  const answer = await chat.ask('May the tenant keep a cat?');
  await answer.getByRole('button', { name: '[1] lease.pdf' }).click();
  const dialog = page.getByRole('dialog', { name: 'lease.pdf' });
  await expect(dialog.locator('mark')).toContainText('may keep one cat');
  // The words are marked on the scan itself, within it, and the first of them is in view.
  const sheet = dialog.getByRole('figure', { name: /^The page, with the words/ });
  const words = sheet.locator('span');
  await expect(words.first()).toBeInViewport();
  expect(await words.count()).toBeGreaterThan(3);
  const shares = await words.evaluateAll((spans) =>
    spans.map(({ style: { left, top, width, height } }) =>
      [left, top, width, height].map((value) => Number.parseFloat(value) / 100),
    ),
  );
  for (const [left = 1, top = 1, width = 1, height = 1] of shares) {
    expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
    expect(left + width).toBeLessThanOrEqual(1);
    // The scan is on the upper part of its page.
    expect(top + height).toBeLessThan(0.6);
  }
  expect(await violationsInBothThemes(page)).toEqual([]);
  // Two columns are not read across.
  await expect(dialog).toContainText(/part of the rent, and\s+power and internet are/);
});

test('a scan that cannot be decoded is not taken for an empty page', async ({ page }) => {
  const chat = await openChat(page);
  const pdf = makePdf([{ scan: scan('lease'), isBroken: true }, scan('columns'), null]);
  await chat.addFile('broken.pdf', 'application/pdf', pdf);
  await expect(removal(page, 'broken.pdf')).toBeVisible();
  expect(await pageStates(page)).toEqual([['unreadable', 'read', 'empty']]);
});

const tiff = (name: string) => readFileSync(`e2e/data/tiff/${name}.tif`);

test('each page of TIFF files is read, whatever way it is compressed', async ({ page }) => {
  const chat = await openChat(page);
  await chat.addFile('fax.tif', 'image/tiff', tiff('bilevel'));
  await chat.addFile('scans.tiff', 'image/tiff', tiff('colours'));
  await expect(chip(page, 'fax.tif')).toContainText('3 of 3 pages read from pictures');
  await expect(chip(page, 'scans.tiff')).toContainText('5 of 5 pages read from pictures');
  const [lease, columns, receipt] = [/keep one cat; dogs/, /Either party may end/, /Oat milk/];
  const wanted = [
    [lease, columns, /Rye bread/],
    [lease, receipt, columns, lease, lease],
  ];
  const stored = await storedPages(page);
  for (const [i, words] of wanted.entries())
    for (const [n, word] of words.entries()) expect(stored[i]?.[n]?.text).toMatch(word);
});

test('a TIFF file that is cut off is refused with a sentence', async ({ page }) => {
  const chat = await openChat(page);
  await chat.addFile('cut.tif', 'image/tiff', tiff('colours').subarray(0, 90_000));
  await expect(page.getByRole('alert')).toContainText('“cut.tif” is not a file of the type .tif');
  expect(await pageStates(page)).toEqual([]);
});

test('a reading that is cancelled leaves nothing, and the same file is read later', async ({
  page,
}) => {
  const chat = await openChat(page);
  const pdf = makePdf(Array.from({ length: 40 }, () => scan('lease')));
  await chat.addFile('long.pdf', 'application/pdf', pdf);
  await expect(page.getByText(/the picture of page \d+ of 40/)).toBeVisible();
  await page.getByRole('link', { name: 'New chat' }).click();
  expect(await pageStates(page)).toEqual([]);
  await chat.addFile('short.pdf', 'application/pdf', makePdf([scan('lease')]));
  await expect(removal(page, 'short.pdf')).toBeVisible();
  expect(await pageStates(page)).toEqual([['read']]);
});

test('a reading is cancelled by its button, and an archive is read file by file', async ({
  page,
}) => {
  const chat = await openChat(page);
  const pdf = makePdf(Array.from({ length: 40 }, () => scan('lease')));
  await chat.addFile('long.pdf', 'application/pdf', pdf);
  await page.getByRole('button', { name: 'Cancel reading long.pdf' }).click();
  await expect(page.getByText('Reading long.pdf')).toHaveCount(0);
  const notes = {
    'notes/heron.txt': strToU8('The heron stands at the river and waits for fish.'),
    'notes/bread.rtf': strToU8(String.raw`{\rtf1 The bread is baked for fifty minutes.\par}`),
    'notes/tool.exe': strToU8('MZ'),
  };
  await chat.addFile('notes.zip', 'application/zip', Buffer.from(zipSync(notes)));
  await expect(removal(page, 'heron.txt')).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('one file was left out: notes/tool.exe');
  const answer = await chat.ask('How long is the bread baked?');
  await expect(answer.getByRole('button', { name: '[1] bread.rtf' })).toBeVisible();
  expect(await pageStates(page)).toEqual([[], []]);
});

test('a scan that a program uploads is read, and one that cannot be says why', async ({ page }) => {
  test.setTimeout(240_000);
  await openChat(page);
  const files = [
    { name: 'lease.pdf', data: makePdf([scan('lease'), scan('columns')]).toString('base64') },
    { name: 'russian.png', data: scan('russian').toString('base64') },
  ];
  const found = await page.evaluate(async (uploads) => {
    const key = await globalThis.alcove.createApiKey('test');
    const call = async (path: string, body?: object | FormData) => {
      const isForm = body instanceof FormData;
      const type = body && !isForm ? { 'content-type': 'application/json' } : {};
      const response = await globalThis.alcove.fetch(`/v1/${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${key}`, ...type },
        ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
      });
      return response.json();
    };
    const ids: string[] = [];
    for (const { name, data } of uploads) {
      const form = new FormData();
      const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
      form.set('file', new File([bytes], name));
      form.set('purpose', 'assistants');
      ids.push((await call('files', form)).id);
    }
    const store = await call('vector_stores', { file_ids: ids });
    for (let status = ''; status !== 'completed'; ) {
      await new Promise((resolve) => setTimeout(resolve, 250));
      status = (await call(`vector_stores/${store.id}`)).status;
    }
    const { data } = await call(`vector_stores/${store.id}/search`, { query: 'keep a cat' });
    const [first] = data as { filename: string; content: { text: string }[] }[];
    const failed = await call(`vector_stores/${store.id}/files/${ids[1]}`);
    return { name: first?.filename, text: first?.content[0]?.text, failed: failed.last_error };
  }, files);
  expect(found.name).toBe('lease.pdf');
  expect(found.text).toContain('may keep one cat');
  expect(found.failed?.code).toBe('unsupported_file');
  expect(found.failed?.message).toContain('words that the model cannot read');
});

/** Kinds of pages that people's files mix: what each is made of, its state, and words that its text has. */
const SHEETS: readonly { sheet: (line: string) => Sheet; state: string; words?: RegExp }[] = [
  { sheet: (line) => line, state: 'text' },
  { sheet: () => scan('lease'), state: 'read', words: /keep one cat/ },
  { sheet: () => scan('columns'), state: 'read', words: /Either party may end/ },
  { sheet: () => null, state: 'empty' },
  { sheet: (text) => ({ scan: scan('lease'), text, isHidden: true }), state: 'text' },
  { sheet: (text) => ({ scan: scan('receipt'), text, isSmall: true }), state: 'text' },
  { sheet: () => ({ scan: scan('receipt'), text: '17' }), state: 'read', words: /Oat milk/ },
  { sheet: () => ({ scan: scan('lease'), turn: 90 }), state: 'read', words: /keep one cat/ },
  { sheet: () => ({ scan: scan('receipt'), turn: 180 }), state: 'read', words: /Oat milk/ },
  { sheet: () => ({ scan: scan('columns'), isBroken: true }), state: 'unreadable' },
];

test('every page of twenty mixed PDF files is accounted for', { tag: '@full' }, async ({
  page,
}) => {
  test.setTimeout(2_400_000);
  const chat = await openChat(page);
  // Each kind follows each other one somewhere: 20 files of 2 to 4 pages.
  const files = Array.from({ length: 20 }, (_, file) =>
    Array.from({ length: 2 + (file % 3) }, (__, at) => {
      const line = `Sheet ${at + 1} of the file ${file + 1} says that the meeting begins at nine in the morning and ends at noon.`;
      const kind = SHEETS[(file * 3 + at * (1 + (file % 9))) % SHEETS.length] ?? SHEETS[0];
      return { line, kind };
    }),
  );
  const name = (file: number) => `mixed-${String(file + 1).padStart(2, '0')}.pdf`;
  for (const [file, pages] of files.entries()) {
    const pdf = makePdf(pages.map(({ kind, line }) => kind?.sheet(line) ?? null));
    await chat.addFile(name(file), 'application/pdf', pdf);
  }
  const named = files.map((pages, file) => ({ name: name(file), pages }));
  const hasWords = ({ pages }: (typeof named)[number]) =>
    pages.some(({ kind }) => kind?.state === 'text' || kind?.state === 'read');
  const worded = named.filter(hasWords);
  await expect
    .poll(async () => (await storedPages(page)).length, { timeout: 2_000_000 })
    .toBe(worded.length);
  const stored = await storedPages(page);
  for (const [file, { name: of, pages }] of worded.entries()) {
    plainExpect(
      stored[file]?.map(({ state }) => state),
      of,
    ).toEqual(pages.map(({ kind }) => kind?.state));
    for (const [at, { kind, line }] of pages.entries()) {
      const text = stored[file]?.[at]?.text ?? '';
      if (kind?.state === 'text') plainExpect(text, `${of}, page ${at + 1}`).toContain(line);
      if (kind?.words) plainExpect(text, `${of}, page ${at + 1}`).toMatch(kind.words);
    }
  }
  // A file without a word is refused by its name.
  const wordless = named.filter((one) => !hasWords(one));
  plainExpect(wordless.map(({ name: of }) => of)).toEqual(['mixed-04.pdf']);
  for (const { name: of } of wordless) await expect(page.getByRole('main')).toContainText(of);
});

test('pictures of each kind that the browser decodes are read, a pasted one too, and others are refused', async ({
  page,
}) => {
  const chat = await openChat(page);
  const kinds = { webp: 'image/webp', gif: 'image/gif', bmp: 'image/bmp', avif: 'image/avif' };
  for (const [kind, type] of Object.entries(kinds))
    await chat.addFile(`receipt.${kind}`, type, readFileSync(`e2e/data/ocr/receipt.${kind}`));
  await paste(chat.message, {}, 'screenshot.png', scan('lease').toString('base64'));
  const texts = await textsOf(page, 5);
  for (const kind of Object.keys(kinds))
    plainExpect(texts.get(`receipt.${kind}`), kind).toMatch(/Oat milk/);
  plainExpect(texts.get('screenshot.png')).toMatch(/keep one cat/);
  // Photographs of telephones, which Chromium cannot decode.
  await chat.addFile('photo.heic', 'image/heic', readFileSync('e2e/data/ocr/receipt.heic'));
  await expect(page.getByRole('alert')).toContainText('photo.heic');
});

test('words of pictures in a Word document and a presentation are read', async ({ page }) => {
  const chat = await openChat(page);
  await chat.addFile('letter.docx', '', readFileSync('e2e/data/ocr/letter.docx'));
  await chat.addFile('slides.pptx', '', readFileSync('e2e/data/ocr/slides.pptx'));
  const texts = await textsOf(page, 2);
  plainExpect(texts.get('letter.docx')).toMatch(/Dear[\s\S]*keep one cat[\s\S]*regards/);
  plainExpect(texts.get('slides.pptx')).toMatch(/Receipts[\s\S]*Oat milk/);
});
