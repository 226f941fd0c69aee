import { expect, test } from 'vitest';
import { htmlToText } from './markup-text.ts';

const LIMIT = 10_000;

test('preformatted text keeps its lines and their indentation, other text does not', () => {
  const code = 'def run(a):\n    if a:\n        return [1,\n\n                2]';
  const page = `<pre><code>${code.replace('[1', '<b>[1</b>')}</code></pre>\n  <p>Then\n     rest.</p>`;
  expect(htmlToText(page, LIMIT)).toBe(`${code}\n\nThen rest.`);
  expect(htmlToText('<pre>    indented\r\n  two</pre>', LIMIT)).toBe('    indented\n  two');
  expect(htmlToText('<pre>a</pre></pre><p>b    c</p>', LIMIT)).toBe('a\n\nb c');
});
