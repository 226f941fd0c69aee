import { expect, test } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import { violationsInBothThemes } from './axe.ts';
import { ChatPage } from './chat-page.ts';

const HERON =
  'The grey heron stands at the river and waits for fish. It can stand still for an hour.';
const OTHER = 'Bread is made of flour, water, salt and yeast. It is baked in a hot oven.';

const HELVETICA = ['<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'];
/** A font in the codes of Windows for Japanese, whose table is not in the file. */
const RYUMIN = [
  '<< /Type /Font /Subtype /Type0 /BaseFont /Ryumin /Encoding /90ms-RKSJ-H /DescendantFonts [6 0 R] >>',
  '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Ryumin /FontDescriptor 7 0 R /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> >>',
  '<< /Type /FontDescriptor /FontName /Ryumin /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>',
];
const JAPANESE = '青鷺は川辺に立って魚を待つ。';
const JAPANESE_CODES = '90c28deb82cd90ec95d382c997a782c182c48b9b82f091d282c28142';

/** A PDF of one page with one line of text, in parentheses or as hexadecimal codes. */
function makePdf(text: string, fonts: readonly string[] = HELVETICA): Buffer {
  const stream = `BT /F1 12 Tf 40 700 Td ${text} Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    ...fonts,
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, i) => {
    const at = body.length;
    body += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const xref = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  return Buffer.from(
    `${body}xref\n0 ${size}\n0000000000 65535 f \n${xref}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF`,
    'latin1',
  );
}

function makeDocx(text: string): Buffer {
  const xml = `<?xml version="1.0"?><w:document xmlns:w="w"><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`;
  return Buffer.from(zipSync({ 'word/document.xml': strToU8(xml) }));
}

const FILES: Record<string, Buffer> = {
  'notes.txt': Buffer.from(`${OTHER}\n\n${HERON}`),
  'notes.md': Buffer.from(`# Birds\n\n${HERON}`),
  'notes.html': Buffer.from(`<p>${HERON}</p><script>alert(1)</script>`),
  'notes.csv': Buffer.from(`bird,habit\nheron,"${HERON}"\n`),
  'notes.json': Buffer.from(JSON.stringify({ bird: HERON })),
  'notes.pdf': makePdf(`(${HERON})`),
  'notes.docx': makeDocx(HERON),
};

/** Plain text, and the formats whose readers are loaded when needed; unit tests read every format. */
const SAMPLED = ['notes.txt', 'notes.pdf', 'notes.docx'];

for (const [name, buffer] of Object.entries(FILES)) {
  const tag = SAMPLED.includes(name) ? {} : { tag: '@full' };
  test(
    `${name} is read, and an answer cites its passage, which opens in place`,
    tag,
    async ({ page }) => {
      const chat = new ChatPage(page);
      await chat.open();
      await chat.choose('Scripted chat');
      const file = { name, mimeType: 'application/octet-stream', buffer };
      await page.getByLabel('Files', { exact: true }).setInputFiles(file);
      await expect(page.getByRole('button', { name: `Remove ${name}` })).toBeVisible({
        timeout: 20_000,
      });
      const answer = await chat.ask('Which bird waits for fish at the river?');
      await answer.getByRole('button', { name: `[1] ${name}` }).click();
      const dialog = page.getByRole('dialog', { name });
      await expect(dialog.locator('mark')).toContainText('heron');
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      // The scripted model echoes the passages with their numbers: the numbers are links to them.
      await answer.getByRole('button', { name: '[1]', exact: true }).first().click();
      await expect(page.getByRole('dialog', { name }).locator('mark')).toBeVisible();
    },
  );
}

test('a PDF in Japanese codes that it does not define is read', async ({ page }) => {
  const chat = new ChatPage(page);
  await chat.open();
  await chat.choose('Scripted chat');
  const buffer = makePdf(`<${JAPANESE_CODES}>`, RYUMIN);
  await page
    .getByLabel('Files', { exact: true })
    .setInputFiles({ name: 'aosagi.pdf', mimeType: 'application/pdf', buffer });
  await expect(page.getByRole('button', { name: 'Remove aosagi.pdf' })).toBeVisible({
    timeout: 20_000,
  });
  const answer = await chat.ask('青鷺は何を待つ？');
  await answer.getByRole('button', { name: '[1] aosagi.pdf' }).click();
  await expect(page.getByRole('dialog', { name: 'aosagi.pdf' })).toContainText(JAPANESE);
  // The table is there without a network the next time.
  const tables = () =>
    page.evaluate(async () => {
      const cache = await caches.open('alcove-files');
      return (await cache.keys()).filter(({ url }) => url.endsWith('.bcmap')).length;
    });
  await expect.poll(tables).toBeGreaterThan(0);
});

/** Helvetica whose hyphen is a soft one, as programs for books write it at line ends. */
const SOFT_HYPHENS = [
  '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Type /Encoding /BaseEncoding /WinAnsiEncoding /Differences [45 /sfthyphen] >> >>',
];

test('a word that a PDF divides by a soft hyphen is found', async ({ page }) => {
  const chat = new ChatPage(page);
  await chat.open();
  await chat.choose('Scripted chat');
  const buffer = makePdf('(The boiler is a heat-) Tj 0 -14 Td (pump of the maker.)', SOFT_HYPHENS);
  await page
    .getByLabel('Files', { exact: true })
    .setInputFiles({ name: 'boiler.pdf', mimeType: 'application/pdf', buffer });
  await expect(page.getByRole('button', { name: 'Remove boiler.pdf' })).toBeVisible({
    timeout: 20_000,
  });
  const answer = await chat.ask('What is a heatpump?');
  await answer.getByRole('button', { name: '[1] boiler.pdf' }).click();
  await expect(page.getByRole('dialog', { name: 'boiler.pdf' })).toContainText('is a heatpump of');
});

test('a PDF whose character codes cannot be fetched says so, and is read when they can', async ({
  context,
  page,
}) => {
  const chat = new ChatPage(page);
  await chat.open();
  await chat.choose('Scripted chat');
  const add = (name: string, buffer: Buffer) =>
    page
      .getByLabel('Files', { exact: true })
      .setInputFiles({ name, mimeType: 'application/pdf', buffer });
  const added = (name: string) =>
    expect(page.getByRole('button', { name: `Remove ${name}` })).toBeVisible({ timeout: 20_000 });
  // Whatever else reads a PDF is stored now.
  await add('plain.pdf', makePdf('(Herons wait for fish.)'));
  await added('plain.pdf');
  await context.setOffline(true);
  await add('aosagi.pdf', makePdf(`<${JAPANESE_CODES}>`, RYUMIN));
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('The table of character codes that this PDF needs');
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await added('aosagi.pdf');
  await expect(alert).toHaveCount(0);
});

test('a document that cannot be read says why, and the next one is read', async ({ page }) => {
  const chat = new ChatPage(page);
  await chat.open();
  const add = (name: string, buffer: Buffer) =>
    page.getByLabel('Files', { exact: true }).setInputFiles({ name, mimeType: '', buffer });
  const says = (text: string) => expect(page.getByRole('alert')).toContainText(text);
  await add('broken.pdf', Buffer.from('%PDF-1.4 nothing'));
  await says('“broken.pdf” is not a PDF, or it is damaged');
  await add('broken.docx', Buffer.from('PK nothing'));
  await says('“broken.docx” is not a Word document');
  await add('empty.txt', Buffer.from('  '));
  await says('“empty.txt” holds no text');
  await add('program.exe', Buffer.from('MZ\u0000\u0003'));
  await says('Alcove cannot read “program.exe”');
  // What holds text is read, whatever its name is.
  await add('Makefile', FILES['notes.txt'] ?? Buffer.alloc(0));
  await expect(page.getByRole('button', { name: 'Remove Makefile' })).toBeVisible({
    timeout: 20_000,
  });
  await expect(page.getByRole('alert')).toHaveCount(0);
});

const EXPENSES = `date,category,description,amount
2024-01-05,Travel,Train to Lisbon,120.50
2024-01-20,Food,Coffee beans,18.20
2024-02-03,Travel,Hotel Lisbon,340.00
2024-02-14,Food,Dinner,64.30
2024-03-19,Travel,Taxi,25.00
2024-03-20,Office,Chair,1299.00
`;

test('what a question asks of a table is computed from all of its rows, not read from some', async ({
  page,
}) => {
  const chat = new ChatPage(page);
  await chat.open();
  const buffer = Buffer.from(EXPENSES);
  await page
    .getByLabel('Files', { exact: true })
    .setInputFiles({ name: 'expenses.csv', mimeType: 'text/csv', buffer });
  await expect(page.getByRole('button', { name: 'Remove expenses.csv' })).toBeVisible({
    timeout: 60_000,
  });
  const sum = await chat.ask('How much did I spend on travel?');
  await expect(sum).toContainText('The sum of amount is 485.50 where category = Travel');
  await expect(sum).toContainText('3 of 6 rows');
  const most = await chat.ask('Which category did I spend the most on?');
  await expect(most).toContainText('Office (1,299.00)');
  const row = await chat.ask('How much was the taxi?');
  await expect(row).toContainText('25.00');
  await sum.getByRole('button', { name: 'expenses.csv' }).first().click();
  await expect(page.getByRole('dialog', { name: 'expenses.csv' }).locator('mark')).toContainText(
    'Train to Lisbon',
  );
});

test('refused files of several stay named with their reasons until they are dismissed', async ({
  page,
}) => {
  const chat = new ChatPage(page);
  await chat.open('/chat');
  const data = (name: string, buffer: Buffer) => ({
    name,
    mimeType: 'application/octet-stream',
    buffer,
  });
  await page
    .getByLabel('Files', { exact: true })
    .setInputFiles([
      data('notes.txt', Buffer.from(HERON)),
      data('broken.docx', Buffer.from('no archive')),
      data('tool.bin', Buffer.from([0, 1, 2, 255])),
    ]);
  await expect(page.getByRole('button', { name: 'Remove notes.txt' })).toBeVisible();
  const alerts = page.getByRole('alert').filter({ hasText: /broken\.docx|tool\.bin/ });
  await expect(alerts).toHaveCount(2);
  await chat.ask('Which bird waits for fish at the river?');
  // Folded now, and there whenever the chat is opened.
  const fold = page.getByText('Not fully read: 2 files');
  for (const isAgain of [false, true]) {
    if (isAgain) await page.reload();
    await fold.click();
    const list = page.getByRole('group').filter({ has: fold }).getByRole('listitem');
    await expect(list).toHaveCount(2);
    await expect(list.filter({ hasText: 'broken.docx' })).toHaveText(/“broken\.docx”.{10,}/);
    await expect(list.filter({ hasText: 'tool.bin' })).toHaveText(/“tool\.bin”/);
    expect(await violationsInBothThemes(page)).toEqual([]);
  }
  const answer = await chat.ask('What did you not read?');
  await expect(answer).toContainText('notes.txt: read as text');
  await expect(answer).toContainText('broken.docx');
  await expect(answer).toContainText('tool.bin');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(fold).toHaveCount(0);
  const later = await chat.ask('What did you not read?');
  await expect(later).not.toContainText('tool.bin');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Remove notes.txt' })).toBeVisible();
  await expect(fold).toHaveCount(0);
});

test('refused files of a project stay named on its page until they are dismissed', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'New project' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Birds');
  await page.keyboard.press('Enter');
  const add = (name: string, buffer: Buffer) =>
    page
      .locator('input[aria-label="Add files"]')
      .setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
  await add('broken.docx', Buffer.from('no archive'));
  await expect(page.getByRole('alert').filter({ hasText: 'broken.docx' })).toBeVisible();
  await add('notes.txt', Buffer.from(HERON));
  await expect(page.getByText(/^1 file · \d+ passages?/)).toBeVisible();
  await page.getByRole('link', { name: 'Chat', exact: true }).first().click();
  await page.goBack();
  const fold = page.getByText('Not fully read: 1 file');
  await fold.click();
  await expect(page.getByRole('listitem').filter({ hasText: '“broken.docx”' })).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(fold).toHaveCount(0);
});
