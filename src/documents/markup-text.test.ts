import { expect, test } from 'vitest';
import { htmlToText, wordToText } from './markup-text.ts';

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
    'Name Age',
    'Ada 36',
  ]);
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
