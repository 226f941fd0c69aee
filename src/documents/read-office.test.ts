import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { DocumentError } from './document-error.ts';
import type { ReadPicture } from './page-text.ts';
import { readDocument } from './read-document.ts';

const archive = (name: string, parts: Record<string, string | Uint8Array>) => {
  const entries = Object.entries(parts).map(
    ([path, part]) => [path, typeof part === 'string' ? strToU8(part) : part] as const,
  );
  return new File([zipSync(Object.fromEntries(entries)) as Uint8Array<ArrayBuffer>], name);
};
const read = (file: File, readPicture: ReadPicture | null = null) =>
  readDocument(file, () => {}, readPicture);
const fault = (file: File) =>
  read(file).then(
    () => 'none',
    (error: unknown) => (error instanceof DocumentError ? error.fault : String(error)),
  );
const rels = (targets: Record<string, string>) =>
  `<Relationships>${Object.entries(targets)
    .map(([id, target]) => `<Relationship Id="${id}" Target="${target}"/>`)
    .join('')}</Relationships>`;

/** A PNG of 100 × 100 as far as its head says. */
function pngHead(): Uint8Array {
  const bytes = new Uint8Array(64);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  bytes.set([0, 0, 0, 100, 0, 0, 0, 100], 16);
  return bytes;
}

const STYLES =
  '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="&quot;day&quot; 0.00"/></numFmts>' +
  '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="10"/><xf numFmtId="165"/><xf numFmtId="20"/></cellXfs></styleSheet>';

function workbook(sheets: Record<string, string>): File {
  const names = Object.keys(sheets);
  return archive('budget.xlsx', {
    'xl/workbook.xml': `<workbook><sheets>${names
      .map((name, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="r${i}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': rels(
      Object.fromEntries(names.map((_, i) => [`r${i}`, `worksheets/sheet${i + 1}.xml`])),
    ),
    'xl/sharedStrings.xml':
      '<sst><si><t>Item</t></si><si><t>Pri</t><r><t>ce</t></r></si><si><t>漢字</t><rPh><t>カンジ</t></rPh></si></sst>',
    'xl/styles.xml': STYLES,
    ...Object.fromEntries(
      names.map((name, i) => [
        `xl/worksheets/sheet${i + 1}.xml`,
        `<worksheet><sheetData>${sheets[name]}</sheetData></worksheet>`,
      ]),
    ),
  });
}

const HEAD =
  '<row><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="D1" t="inlineStr"><is><t>Paid</t></is></c></row>';

test('each row of a sheet has the names of its columns, with dates, shares and gaps as they are shown', async () => {
  const { text } = await read(
    workbook({
      Food: `${HEAD}<row><c r="A2" t="s"><v>2</v></c><c r="B2"><v>0.30000000000000004</v></c><c r="D2" s="1"><v>46351</v></c></row>
        <row><c r="A3" t="str"><f>X</f><v>Tax</v></c><c r="B3" s="2"><v>0.19</v></c><c r="D3" s="1"><v>46351.5</v></c></row>
        <row><c r="A4" t="b"><v>1</v></c><c r="B4" s="3"><v>7</v></c><c r="D4" s="4"><v>0.25</v></c></row>`,
    }),
  );
  expect(text.split('\n')).toEqual([
    'Item | Price | Paid',
    'Item: 漢字 | Price: 0.3 | Paid: 2026-11-25',
    'Item: Tax | Price: 19% | Paid: 2026-11-25 12:00',
    'Item: TRUE | Price: 7 | Paid: 06:00',
  ]);
});

test('rows of several sheets begin with the name of their sheet', async () => {
  const rows = `${HEAD}<row><c><v>1</v></c><c><v>2</v></c><c/><c><v>4</v></c></row>`;
  const { text } = await read(workbook({ 'A &amp; B': rows, Empty: '', Two: rows }));
  expect(text).toContain('A & B | Item: 1 | Price: 2 | Paid: 4');
  expect(text).toContain('Two | Item: 1 | Price: 2 | Paid: 4');
  expect(text).not.toContain('Empty');
});

test('titles above a head and a table without one are read as they are', async () => {
  const row = (...cells: string[]) =>
    `<row>${cells.map((cell) => `<c t="str"><v>${cell}</v></c>`).join('')}</row>`;
  const titled = workbook({
    S: row('Costs of 2026') + row('Item', 'Price') + row('Rent', '900') + row('Gas', '80'),
  });
  expect((await read(titled)).text).toBe(
    'Costs of 2026\nItem | Price\nItem: Rent | Price: 900\nItem: Gas | Price: 80',
  );
  const headless = workbook({ S: row('1', '2') + row('3', '4') });
  expect((await read(headless)).text).toBe('1 | 2\n3 | 4');
});

test('a CSV file has the names of its columns in each row', async () => {
  const csv = 'Name;Price\n"Mill; er";12,50\nRoe;7,00\n';
  const { text } = await read(new File([csv], 'orders.csv'));
  expect(text).toBe('Name | Price\nName: Mill; er | Price: 12,50\nName: Roe | Price: 7,00');
});

test('slides are pages in their order, with notes, tables and the words of their pictures', async () => {
  const slide = (words: string) =>
    `<p:sld><a:p><a:r><a:t>${words}</a:t></a:r></a:p><p:pic><a:blip r:embed="i1"/></p:pic></p:sld>`;
  const deck = archive('talk.pptx', {
    'ppt/presentation.xml':
      '<p:presentation><p:sldIdLst><p:sldId id="257" r:id="r2"/><p:sldId id="256" r:id="r1"/><p:sldId r:id="r3" id="9"/></p:sldIdLst></p:presentation>',
    'ppt/_rels/presentation.xml.rels': rels({
      r1: 'slides/slide1.xml',
      r2: 'slides/slide2.xml',
      r3: '/ppt/slides/slide3.xml',
    }),
    'ppt/slides/slide1.xml': slide('Second'),
    'ppt/slides/_rels/slide1.xml.rels': rels({
      i1: '../media/chart.png',
      n: '../notesSlides/notesSlide1.xml',
    }),
    'ppt/notesSlides/notesSlide1.xml':
      '<p:notes><a:p><a:t>Pause here.</a:t></a:p><a:p><a:t>2</a:t></a:p></p:notes>',
    'ppt/media/chart.png': pngHead(),
    'ppt/slides/slide2.xml':
      '<p:sld><a:tbl><a:tr><a:tc><a:p><a:t>Year</a:t></a:p></a:tc><a:tc><a:p><a:t>2026</a:t></a:p></a:tc></a:tr></a:tbl></p:sld>',
    'ppt/slides/slide3.xml': '<p:sld/>',
  });
  const { text, pages } = await read(deck, async () => ({ text: 'Sales | 12', unread: 0 }));
  expect(text.trim()).toBe('Year | 2026\n\nSecond\n\nSales | 12\n\nPause here.');
  expect(pages?.map(({ state }) => state)).toEqual(['text', 'read', 'empty']);
  expect((await read(deck)).text).not.toContain('Sales');
});

test('pictures in a Word document are read where they stand, icons and repeats are not read again', async () => {
  let pictures = 0;
  const icon = pngHead();
  icon[19] = 16;
  const file = archive('report.docx', {
    'word/document.xml':
      '<w:document><w:p><w:t>Before</w:t></w:p><w:p><a:blip r:embed="p1"/></w:p><w:p><a:blip r:embed="p2"/></w:p><w:p><a:blip r:embed="p3"/></w:p><w:p><w:t>After</w:t></w:p></w:document>',
    'word/_rels/document.xml.rels': rels({
      p1: 'media/a.png',
      p2: 'media/icon.png',
      p3: 'media/a.png',
    }),
    'word/media/a.png': pngHead(),
    'word/media/icon.png': icon,
  });
  const { text } = await read(file, async () => {
    pictures++;
    return { text: 'On the picture', unread: 0 };
  });
  expect(text.replace(/\n+/g, '\n').trim()).toBe('Before\nOn the picture\nOn the picture\nAfter');
  expect(pictures).toBe(1);
});

test('OpenDocument texts and sheets are read as they are shown', async () => {
  const odt = archive('letter.odt', {
    'content.xml': `<office:text><text:tracked-changes><text:p>deleted</text:p></text:tracked-changes>
      <text:h>Title</text:h><text:p>One<text:s text:c="2"/>two<office:annotation><text:p>note</text:p></office:annotation></text:p>
      <table:table><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell><table:table-cell><text:p>b</text:p></table:table-cell></table:table-row></table:table></office:text>`,
  });
  expect((await read(odt)).text.trim()).toBe('Title\nOne  two\na | b');
  const cell = (text: string, more = '') =>
    `<table:table-cell ${more}><text:p>${text}</text:p></table:table-cell>`;
  const ods = archive('list.ods', {
    'content.xml': `<office:spreadsheet><table:table table:name="S"><table:table-row>${cell('Name')}${cell('Sum')}<table:table-cell table:number-columns-repeated="16382"/></table:table-row>
      <table:table-row>${cell('Roe')}${cell('5', 'office:value="5"')}</table:table-row>
      <table:table-row>${cell('7', 'table:number-columns-repeated="2"')}</table:table-row>
      <table:table-row table:number-rows-repeated="1048570"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table></office:spreadsheet>`,
  });
  expect((await read(ods)).text).toBe('Name | Sum\nName: Roe | Sum: 5\nName: 7 | Sum: 7');
});

const book = (more: Record<string, string> = {}) =>
  archive('novel.epub', {
    'META-INF/container.xml':
      '<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
    'OEBPS/book.opf': `<package><manifest><item id="b" href="two.xhtml"/><item id="a" href="text/one%201.xhtml"/><item id="css" href="x.css"/></manifest>
      <spine><itemref idref="a"/><itemref idref="b"/><itemref idref="missing"/></spine></package>`,
    'OEBPS/text/one 1.xhtml':
      '<html><head><title>x</title></head><body><h1>One</h1><p>First.</p></body></html>',
    'OEBPS/two.xhtml': '<html><body><p>Last.</p></body></html>',
    ...more,
  });

test('a book is read chapter by chapter in its order, and a locked one is refused', async () => {
  expect((await read(book())).text).toBe('One\n\nFirst.\n\nLast.');
  const encryption = (uri: string) => ({
    'META-INF/encryption.xml': `<encryption><CipherReference URI="${uri}"/></encryption>`,
  });
  expect(await fault(book(encryption('OEBPS/font.otf')))).toBe('none');
  expect(await fault(book(encryption('OEBPS/two.xhtml')))).toBe('locked');
});

test('Rich Text is read in its encodings, without what it is made from', async () => {
  const rtf = String.raw`{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fcharset0 Arial;}{\f1\fcharset204 Arial;}{\f2\fcharset128 X;}}
{\*\generator Word;}{\info{\author Nobody}}\pard Gr\'f6\'dfe \u8364?5\~000\par
{\f1\'cf\'f0\'e8\'e2\'e5\'f2}\line {\f2\'93\'fa\'96\'7b}\par{\header Page}{\pict\bin4 }{}}}{abc}
\trowd a\cell b\cell\row {\field{\*\fldinst HYPERLINK}{\fldrslt link}}\'d6\emdash\{x\}}`;
  const { text } = await read(new File([rtf], 'letter.doc'));
  expect(text.split('\n').map((line) => line.trim())).toEqual([
    'Größe €5\u00a0000',
    'Привет',
    '日本',
    'abca | b',
    'linkÖ—{x}',
  ]);
});

test('a mail is read with its people, its text and its documents, by whatever coding', async () => {
  const attachment = Buffer.from('Meet at the north gate.').toString('base64');
  const mail = [
    'From: =?utf-8?Q?J=C3=B6rg?= <j@example.org>',
    'To: Ann <ann@example.org>, bob@example.org',
    'Subject: Plans',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="b"',
    '',
    '--b',
    'Content-Type: text/html; charset=iso-8859-1',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    '<p>Gr=FC=DFe</p><script>x()</script>',
    '--b',
    'Content-Type: text/plain',
    'Content-Disposition: attachment; filename="gate.txt"',
    'Content-Transfer-Encoding: base64',
    '',
    attachment,
    '--b',
    'Content-Type: application/x-thing',
    'Content-Disposition: attachment; filename="thing.bin"',
    'Content-Transfer-Encoding: base64',
    '',
    'AAEC',
    '--b--',
  ].join('\r\n');
  const { text } = await read(new File([mail], 'plans.eml'));
  expect(text).toBe(
    'Subject: Plans\nFrom: Jörg <j@example.org>\nTo: Ann <ann@example.org>, bob@example.org\n\n' +
      'Grüße\n\nAttachment: gate.txt\nMeet at the north gate.\n\nAttachment (not read): thing.bin',
  );
});

test('files are read by what they are, and refused with the reason', async () => {
  const bytes = new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  expect(await fault(new File([bytes], 'locked.xlsx'))).toBe('old-office');
  expect(await fault(new File(['text'], 'old.doc'))).toBe('old-office');
  expect(await fault(new File(['text'], 'broken.pptx'))).toBe('damaged');
  expect(await fault(archive('other.xlsx', { 'a.txt': 'x' }))).toBe('damaged');
  // A wrong extension keeps nothing from being read.
  const novel = new File([await book().arrayBuffer()], 'novel.docx');
  expect((await read(novel)).text).toContain('First.');
});

const BOMBS: Record<string, () => File> = {
  XLSX: () => workbook({ S: '<row><c><v>1</v></c></row>'.repeat(3_000_000) }),
  PPTX: () =>
    archive('talk.pptx', {
      'ppt/presentation.xml': '<p:sldIdLst><p:sldId id="1" r:id="r1"/></p:sldIdLst>',
      'ppt/_rels/presentation.xml.rels': rels({ r1: 'slides/slide1.xml' }),
      'ppt/slides/slide1.xml': `<p:sld>${'<a:p><a:t>1</a:t></a:p>'.repeat(3_000_000)}</p:sld>`,
    }),
  ODS: () =>
    archive('list.ods', {
      'content.xml': '<table:table-row><text:p>1</text:p></table:table-row>'.repeat(1_500_000),
    }),
};

test.each(Object.entries(BOMBS))(
  'a bomb as %s, small until it is unpacked, ends in a fault',
  async (_, make) => {
    const file = make();
    expect(file.size).toBeLessThan(1_000_000);
    expect(await fault(file)).toBe('unpacks');
  },
  60_000,
);
