// Photographs and scans, read by the model in the box and asked about: nothing here is scripted.
import { readFileSync } from 'node:fs';
import { type Page, expect as plainExpect, test } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import { violationsInBothThemes } from './axe.ts';
import { ChatPage } from './chat-page.ts';
import { readRows } from './read-rows.ts';

/** Reading a page takes as long as the machine needs. */
const expect = plainExpect.configure({ timeout: 120_000 });

const scan = (name: string) => readFileSync(`e2e/data/ocr/${name}.png`);

/** A photograph of a scan: turned, in perspective of a hand, with a shadow, in JPEG, on a brown table. */
async function photograph(page: Page, png: Buffer): Promise<Buffer> {
  const url = `data:image/png;base64,${png.toString('base64')}`;
  const base64 = await page.evaluate(async (source) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [1_400, 900];
    const context = canvas.getContext('2d');
    if (!context) throw new Error('There is no canvas.');
    context.fillStyle = '#5a4630';
    context.fillRect(0, 0, 1_400, 900);
    context.setTransform(2, 0.08, -0.12, 2.1, 190, 180);
    context.drawImage(image, 0, 0);
    context.resetTransform();
    const shade = context.createLinearGradient(0, 0, 1_400, 900);
    shade.addColorStop(0, 'rgb(0 0 0 / 0)');
    shade.addColorStop(1, 'rgb(0 0 0 / 0.35)');
    context.fillStyle = shade;
    context.fillRect(0, 0, 1_400, 900);
    return canvas.toDataURL('image/jpeg', 0.6).split(',')[1] ?? '';
  }, url);
  return Buffer.from(base64, 'base64');
}

/** The compressed rows of a PNG without transparency: a PDF holds them as they are. */
function rowsOf(png: Buffer): Buffer {
  const rows: Buffer[] = [];
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12) {
    const end = at + 8 + png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') rows.push(png.subarray(at + 8, end));
  }
  return Buffer.concat(rows);
}

/** A PDF as a scanner makes it: each page is a picture, or text, or null for an empty sheet. */
function makePdf(pages: readonly (Buffer | string | null)[]): Buffer {
  const objects: Buffer[] = [];
  const add = (head: string, stream?: Buffer) => {
    const length = stream ? ` /Length ${stream.length} >>\nstream\n` : '';
    const parts = [`${objects.length + 1} 0 obj\n${head}${length}`, stream ?? '', '\nendobj\n'];
    const end = stream ? [...parts.slice(0, 2), '\nendstream', ...parts.slice(2)] : parts;
    objects.push(Buffer.concat(end.map((part) => Buffer.from(part as string, 'latin1'))));
    return objects.length;
  };
  const kids = pages.map((_, i) => `${4 + 3 * i} 0 R`).join(' ');
  add('<< /Type /Catalog /Pages 2 0 R >>');
  add(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  for (const content of pages) {
    const id = objects.length + 1;
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${id + 1} 0 R /Resources << /Font << /F1 3 0 R >> /XObject << /X1 ${id + 2} 0 R >> >> >>`,
    );
    const [width, height] =
      content instanceof Buffer ? [content.readUInt32BE(16), content.readUInt32BE(20)] : [1, 1];
    const draw =
      content instanceof Buffer
        ? `q 540 0 0 ${Math.round((540 * height) / width)} 36 500 cm /X1 Do Q`
        : `BT /F1 12 Tf 40 700 Td (${content ?? ''}) Tj ET`;
    add('<<', Buffer.from(draw));
    const form = `/Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 8 /ColorSpace /DeviceGray`;
    const filter = `/Filter /FlateDecode /DecodeParms << /Predictor 15 /Colors 1 /Columns ${width} >>`;
    if (content instanceof Buffer) add(`<< /Type /XObject ${form} ${filter}`, rowsOf(content));
    else add(`<< /Type /XObject ${form}`, Buffer.from([255]));
  }
  const body = Buffer.concat([Buffer.from('%PDF-1.4\n'), ...objects]);
  let offset = 9;
  const xref = objects.map((object) => {
    const line = `${String(offset).padStart(10, '0')} 00000 n \n`;
    offset += object.length;
    return line;
  });
  const size = objects.length + 1;
  const tail = `xref\n0 ${size}\n0000000000 65535 f \n${xref.join('')}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF`;
  return Buffer.concat([body, Buffer.from(tail)]);
}

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
  const pdf = makePdf([scan('lease'), scan('columns'), null]).toString('latin1');
  // The first scan says that it is compressed in another way: names of one length leave the table right.
  const changed = pdf.replace('/Filter /FlateDecode', '/Filter /JBIG2Decode');
  await chat.addFile('broken.pdf', 'application/pdf', Buffer.from(changed, 'latin1'));
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
