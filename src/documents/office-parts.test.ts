// What documents of Office say outside their text: on the edges of pages, in comments, in charts and in diagrams.
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { readDocument } from './read-document.ts';

async function read(name: string, parts: Record<string, string>) {
  const entries = Object.entries(parts).map(([path, xml]) => [path, strToU8(xml)]);
  const zip = zipSync(Object.fromEntries(entries)) as Uint8Array<ArrayBuffer>;
  return readDocument(new File([zip], name), () => {});
}
const rels = (...targets: string[]) =>
  `<Relationships>${targets.map((target, i) => `<Relationship Id="r${i + 1}" Target="${target}"/>`).join('')}</Relationships>`;
const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;

const POINTS = (role: string, values: readonly string[], code = 'General') =>
  `<c:${role}><c:numRef><c:f>Sheet1!$A$2</c:f><c:numCache><c:formatCode>${code}</c:formatCode>${values
    .map((value, i) => `<c:pt idx="${i}"><c:v>${value}</c:v></c:pt>`)
    .join('')}</c:numCache></c:numRef></c:${role}>`;
const series = (name: string, values: readonly string[]) =>
  `<c:ser><c:tx><c:strRef><c:strCache><c:pt idx="0"><c:v>${name}</c:v></c:pt></c:strCache></c:strRef></c:tx>${POINTS('cat', ['1st Qtr', '2nd Qtr'])}${POINTS('val', values)}</c:ser>`;
const CHART = `<c:chartSpace><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Sales of </a:t></a:r><a:r><a:t>2026</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart>${series('North', ['8.1999999999999993', '3.2'])}${series('South', ['1.4', '2'])}</c:barChart></c:plotArea></c:chart></c:chartSpace>`;
const CHART_LINES =
  'Sales of 2026\n1st Qtr | North: 8.2 | South: 1.4\n2nd Qtr | North: 3.2 | South: 2';

test('a Word document has its headers first, its footers and comments last, each line once', async () => {
  const number = (name: string) =>
    `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> ${name} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>7</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`;
  const { text } = await read('letter.docx', {
    'word/document.xml': `<w:document>${paragraph('The rent is due in May.')}</w:document>`,
    'word/_rels/document.xml.rels': rels('header1.xml', 'header2.xml', 'footer1.xml'),
    'word/header1.xml': `<w:hdr>${paragraph('Mill &amp; Sons, Elm Road 4')}</w:hdr>`,
    'word/header2.xml': `<w:hdr>${paragraph('Mill &amp; Sons, Elm Road 4')}${paragraph('Draft')}</w:hdr>`,
    'word/footer1.xml': `<w:ftr><w:p><w:r><w:t>Page </w:t></w:r>${number('PAGE')}<w:r><w:t> of </w:t></w:r><w:fldSimple w:instr=" NUMPAGES "><w:r><w:t>9</w:t></w:r></w:fldSimple></w:p>${paragraph('VAT number 12345')}</w:ftr>`,
    'word/comments.xml': `<w:comments><w:comment w:id="0" w:author="Ana Roe"><w:p><w:r><w:annotationRef/></w:r><w:r><w:t>Too early.</w:t></w:r></w:p></w:comment></w:comments>`,
  });
  expect(text.trim().split('\n')).toEqual([
    'Mill & Sons, Elm Road 4',
    'Draft',
    'The rent is due in May.',
    'VAT number 12345',
    'Ana Roe: Too early.',
  ]);
});

test('a paragraph of a list has its number where its first run has no words', async () => {
  const item = (text: string) =>
    `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:lastRenderedPageBreak/></w:r><w:r><w:t>${text}</w:t></w:r></w:p>`;
  const { text } = await read('list.docx', {
    'word/document.xml': `<w:document>${item('Rent')}${item('')}${paragraph('Plain')}${item('Deposit')}</w:document>`,
    'word/numbering.xml':
      '<w:numbering><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>',
  });
  expect(text.replace(/\n+/g, '\n').trim()).toBe('1. Rent\nPlain\n3. Deposit');
});

test('the text part of a Word document is found by what refers to it', async () => {
  const { text } = await read('odd.docx', {
    '_rels/.rels': rels('docProps/core.xml', 'word/story.xml'),
    'word/story.xml': `<w:document>${paragraph('Found.')}</w:document>`,
    'word/styles.xml': '<w:styles/>',
  });
  expect(text.trim()).toBe('Found.');
});

test('charts and diagrams stand in a Word document where they are shown', async () => {
  const { text } = await read('report.docx', {
    'word/document.xml': `<w:document>${paragraph('Before')}<w:p><c:chart r:id="r1"/></w:p><w:p><dgm:relIds r:dm="r2" r:lo="r9"/></w:p>${paragraph('After')}</w:document>`,
    'word/_rels/document.xml.rels': rels('charts/chart1.xml', 'diagrams/data1.xml'),
    'word/charts/chart1.xml': CHART,
    'word/diagrams/data1.xml':
      '<dgm:dataModel><a:p><a:t>Order, then pay</a:t></a:p></dgm:dataModel>',
  });
  expect(text.replace(/\n+/g, '\n').trim()).toBe(`Before\n${CHART_LINES}\nOrder, then pay\nAfter`);
});

test('a slide that shows a chart alone is not empty', async () => {
  const { text, pages } = await read('talk.pptx', {
    'ppt/presentation.xml': '<p:presentation><p:sldId id="256" r:id="r1"/></p:presentation>',
    'ppt/_rels/presentation.xml.rels': rels('slides/slide1.xml'),
    'ppt/slides/slide1.xml': '<p:sld><p:graphicFrame><c:chart r:id="r1"/></p:graphicFrame></p:sld>',
    'ppt/slides/_rels/slide1.xml.rels': rels('../charts/chart4.xml'),
    'ppt/charts/chart4.xml': CHART,
  });
  expect(text.trim()).toBe(CHART_LINES);
  expect(pages?.map(({ state }) => state)).toEqual(['text']);
});

test('dates and groups name the points of a chart', async () => {
  const level = (points: Record<number, string>) =>
    `<c:lvl>${Object.entries(points)
      .map(([i, name]) => `<c:pt idx="${i}"><c:v>${name}</c:v></c:pt>`)
      .join('')}</c:lvl>`;
  const groups = `<c:cat><c:multiLvlStrRef><c:multiLvlStrCache>${level({ 0: 'Kiel', 1: 'Bonn', 2: 'Bath' })}${level({ 0: 'Germany', 2: 'England' })}</c:multiLvlStrCache></c:multiLvlStrRef></c:cat>`;
  const chart = (labels: string) =>
    `<c:chartSpace><c:ser>${labels}${POINTS('val', ['1', '2', '3'])}</c:ser></c:chartSpace>`;
  const lines = async (xml: string) => {
    const main = '<w:document><w:p><c:chart r:id="r1"/></w:p></w:document>';
    const relations = rels('charts/chart1.xml');
    const { text } = await read('chart.docx', {
      ...{ 'word/document.xml': main, 'word/_rels/document.xml.rels': relations },
      'word/charts/chart1.xml': xml,
    });
    return text.trim().split('\n');
  };
  expect(await lines(chart(groups))).toEqual([
    'Germany Kiel | 1',
    'Germany Bonn | 2',
    'England Bath | 3',
  ]);
  const dates = POINTS('cat', ['46351', '46352', '46353'], 'm/d/yyyy');
  expect((await lines(chart(dates)))[0]).toBe('2026-11-25 | 1');
});

test('a text of LibreOffice has its headers, its footers and the tables that are set into it', async () => {
  const { text } = await read('letter.odt', {
    'content.xml':
      '<office:document-content><office:body><office:text><text:p>The rent is due.</text:p><text:p><draw:object xlink:href="./Object 1"/></text:p><text:p>Yours</text:p></office:text></office:body></office:document-content>',
    'styles.xml':
      '<style:master-page><style:header><text:p>Mill and Sons</text:p></style:header><style:header-left style:display="false"/><style:footer><text:p>Page <text:page-number>1</text:page-number></text:p><text:p>Elm Road <text:page-number/></text:p></style:footer></style:master-page>',
    'Object 1/content.xml':
      '<office:chart><table:table><table:table-row><table:table-cell><text:p>North</text:p></table:table-cell><table:table-cell><text:p>8.2</text:p></table:table-cell></table:table-row></table:table></office:chart>',
  });
  expect(text.replace(/\n+/g, '\n').trim()).toBe(
    'Mill and Sons\nThe rent is due.\nNorth | 8.2\nYours\nElm Road',
  );
});

test('empty rows of a form are left out', async () => {
  const row = (...cells: string[]) =>
    `<w:tr>${cells.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join('')}</w:tr>`;
  const { text } = await read('form.docx', {
    'word/document.xml': `<w:document><w:tbl>${row('Name', '')}${row('', '')}${row('', '')}${row('Date', 'May')}</w:tbl>${paragraph('End')}</w:document>`,
  });
  expect(text.trim().split('\n')).toEqual(['Name |', 'Date | May', 'End']);
});

test('no more series of a chart are read than Excel has', async () => {
  const chart = `<c:chartSpace>${`<c:ser>${POINTS('val', ['1'])}</c:ser>`.repeat(300)}</c:chartSpace>`;
  const { text } = await read('chart.docx', {
    'word/document.xml': '<w:document><w:p><c:chart r:id="r1"/></w:p></w:document>',
    'word/_rels/document.xml.rels': rels('charts/chart1.xml'),
    'word/charts/chart1.xml': chart,
  });
  expect(text.trim().split(' | ')).toHaveLength(255);
});
