import { expect, test } from 'vitest';
import { htmlToText } from './html-text.ts';
import { WordLists, wordToText } from './word-text.ts';

const LIMIT = 10_000;

test('preformatted text keeps its lines and their indentation, other text does not', () => {
  const code = 'def run(a):\n    if a:\n        return [1,\n\n                2]';
  const page = `<pre><code>${code.replace('[1', '<b>[1</b>')}</code></pre>\n  <p>Then\n     rest.</p>`;
  expect(htmlToText(page, LIMIT)).toBe(`${code}\n\nThen rest.`);
  expect(htmlToText('<pre>    indented\r\n  two</pre>', LIMIT)).toBe('    indented\n  two');
  expect(htmlToText('<pre>a</pre></pre><p>b    c</p>', LIMIT)).toBe('a\n\nb c');
});

test('words in cells and blocks that touch each other stay apart', () => {
  const row = '<tr><th>Name</th><th>Age</th></tr><tr><td>Ada</td><td>36</td></tr>';
  const page = `<nav>Home</nav><main>Start</main><table><caption>People</caption>${row}</table>`;
  expect(htmlToText(page, LIMIT).split(/\n+/)).toEqual([
    'Home',
    'Start',
    'People',
    'Name | Age',
    'Ada | 36',
  ]);
});

const rows = (html: string) => htmlToText(html, LIMIT).split('\n');

test('a table has a line for each row, and its empty cells stay', () => {
  const cells = (...words: string[]) => words.map((word) => `<td>${word}</td>`).join('');
  expect(
    rows(
      `<table><tr>${cells('Region', 'Units', 'Price')}</tr>\n <tr>${cells('EU', '', '3,50')}</tr><tr>${cells('', '7', '')}</tr></table><p>end`,
    ),
  ).toEqual(['Region | Units | Price', 'Region: EU | Price: 3,50', 'Units: 7', '', 'end']);
  // As word processors export them, and without end tags.
  expect(
    rows(`<table><tr>${cells('<p>a</p>\n<p>b</p>', '<div>c<br>d</div>')}</tr></table>`),
  ).toEqual(['a b | c d']);
  expect(rows('<table><tr><td>a<td>b<tr><td colspan=2>c<td>d</table>')).toEqual([
    'a | b',
    'c | | d',
  ]);
});

test('cells have the names of their columns, where a table has them', () => {
  const table = (head: string, ...lines: string[][]) =>
    `<table><tr>${head}</tr>${lines.map((line) => `<tr><td>${line.join('</td><td>')}</td></tr>`).join('')}</table>end`;
  expect(
    rows(table('<th>Germ</th><th>Stain</th>', ['E. coli', 'negative'], ['Anthrax', 'positive'])),
  ).toEqual([
    'Germ | Stain',
    'Germ: E. coli | Stain: negative',
    'Germ: Anthrax | Stain: positive',
    'end',
  ]);
  const byNumbers = table('<td>month</td><td>wounds</td>', ['May', '3'], ['June', '0']);
  expect(rows(byNumbers)[1]).toBe('month: May | wounds: 3');
  // A cell over two rows, and one with a bar in it, would move the names of those behind it.
  const cities = [
    ['Oslo', 'May', '3'],
    ['June', '4'],
    ['Moss', 'May', '5'],
    ['Rome', 'May', '5'],
  ];
  const cells = '<th>City</th><th>Month</th><th>Sales</th>';
  expect(rows(table(cells, ...cities, ...cities.slice(2), ...cities.slice(2)))[2]).toBe('June | 4');
  expect(rows(table(cells, ['a|b', 'May', '3'], ...Array(6).fill(['c', 'd', '4'])))[2]).toBe(
    'c | d | 4',
  );
  // A form of two columns, and one row.
  const form = table('<td>Name</td><td>Ana</td>', ['Street', 'Oak Road'], ['City', 'Porto']);
  expect(rows(form)).toEqual(['Name | Ana', 'Street | Oak Road', 'City | Porto', 'end']);
  expect(rows(table('<th>a</th><th>b</th>', ['c', 'd']))).toEqual(['a | b', 'c | d', 'end']);
});

test('a table for the layout of a page has no rows', () => {
  const inner = '<table><tr><td>a</td><td>b</td></tr></table>';
  expect(
    rows(`<table><tr><td>Menu</td><td><p>x</p>${inner}<p>y</p></td><td>z</td></tr></table>`),
  ).toEqual(['Menu | x', 'a | b', '', 'y', 'z']);
});

test('numbered lists have their numbers', () => {
  expect(
    rows(
      '<ol><li>a</li><li><p>b</p><ol start="4"><li>c</ol></li><li value=9>d</li><li>e</ol><ul><li>f</ul>',
    ),
  ).toEqual(['1. a', '', '2. b', '', '4. c', '', '9. d', '', '10. e', '', 'f']);
});

const word = (body: string) =>
  wordToText(`<w:document><w:body>${body}</w:body></w:document>`, LIMIT);
const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`;

test('a Word document is read once: without moved text and without the copies for older programs', () => {
  const moved = `<w:moveFrom>${run('moved')}</w:moveFrom>`;
  const box = (text: string) => `<w:p>${run(text)}</w:p>`;
  const drawn = `<mc:AlternateContent><mc:Choice>${box('box')}</mc:Choice><mc:Fallback>${box('box')}</mc:Fallback></mc:AlternateContent>`;
  expect(word(`<w:p>${run('stays')}${moved}</w:p>${drawn}`)).toBe('stays\nbox\n');
});

test('hyphens, tabs, formulas and prefixes of a Word document', () => {
  const tabs = '<w:pPr><w:tabs><w:tab w:val="left"/></w:tabs></w:pPr>';
  const hyphen = '<w:r><w:noBreakHyphen/></w:r>';
  expect(word(`<w:p>${tabs}${run('co')}${hyphen}${run('op')}<w:tab/>${run('x')}</w:p>`)).toBe(
    'co-op\tx\n',
  );
  expect(word('<w:p><m:oMath><m:r><m:t>E=mc²</m:t></m:r></m:oMath></w:p>')).toBe('E=mc²\n');
  expect(wordToText('<ns0:p><ns0:r><ns0:t>other</ns0:t></ns0:r></ns0:p>', LIMIT)).toBe('other\n');
});

test('rows of a table in a Word document, with empty and wide cells', () => {
  const cell = (text: string, more = '') =>
    `<w:tc><w:tcPr>${more}</w:tcPr><w:p>${text && run(text)}</w:p></w:tc>`;
  const wide = cell('Total', '<w:gridSpan w:val="2"/>');
  const two = `<w:tc><w:p>${run('a')}</w:p><w:p>${run('b')}</w:p></w:tc>`;
  const table = `<w:tbl><w:tr>${cell('EU')}${cell('')}${cell('3,50')}</w:tr><w:tr>${wide}${cell('9')}</w:tr><w:tr>${two}${cell('')}</w:tr></w:tbl>`;
  expect(word(`<w:p>${run('before')}</w:p>${table}<w:p>${run('after')}</w:p>`)).toBe(
    'before\nEU | | 3,50\nTotal | | 9\na b |\nafter\n',
  );
});

test('numbered lists of a Word document have their numbers', () => {
  const level = (at: number, format: string, text: string) =>
    `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`;
  const numbering = `<w:numbering><w:abstractNum w:abstractNumId="7">${level(0, 'decimal', '%1.')}${level(1, 'lowerLetter', '%1.%2)')}${level(2, 'bullet', '•')}</w:abstractNum><w:num w:numId="3"><w:abstractNumId w:val="7"/></w:num></w:numbering>`;
  const styles =
    '<w:styles><w:style w:styleId="Steps"><w:pPr><w:numPr><w:numId w:val="3"/></w:numPr></w:pPr></w:style></w:styles>';
  const item = (at: number, text: string) =>
    `<w:p><w:pPr><w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="3"/></w:numPr></w:pPr>${run(text)}${run('!')}</w:p>`;
  const styled = `<w:p><w:pPr><w:pStyle w:val="Steps"/></w:pPr>${run('by style')}</w:p>`;
  const body = `${item(0, 'one')}${item(1, 'a')}${item(1, 'b')}${item(2, 'dot')}${item(0, 'two')}${item(1, 'a')}${styled}<w:p>${run('plain')}</w:p>`;
  expect(wordToText(body, LIMIT, new WordLists(numbering, styles)).split('\n')).toEqual([
    '1. one!',
    '1.a) a!',
    '1.b) b!',
    'dot!',
    '2. two!',
    '2.a) a!',
    '3. by style',
    'plain',
    '',
  ]);
});
