import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import remarkMath from 'remark-math';
import { parseMarkdownIntoBlocks, Streamdown, type StreamdownProps } from 'streamdown';
import { describe, expect, test } from 'vitest';
import { createBlockParser } from './block-parser.ts';
import { citations, dialect } from './dialect.ts';
import { bracketFormulas } from './formulas.ts';

type Plugins = NonNullable<StreamdownProps['remarkPlugins']>;

const PLAIN = [
  'a',
  'strong',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
  'ol',
  'ul',
  'li',
  'blockquote',
  'pre',
];
const COMPONENTS = {
  ...Object.fromEntries(PLAIN.map((name) => [name, name])),
  // ⟨a formula in a line⟩, ⟦a formula on its own⟧
  code: ({ className, children }: { className?: string; children?: ReactNode }) => {
    if (className?.includes('math-inline')) return `⟨${children}⟩`;
    if (className?.includes('math-display')) return `⟦${String(children).trim()}⟧`;
    return createElement('code', {}, children);
  },
} as NonNullable<StreamdownProps['components']>;

/** What an answer is drawn as, without attributes but addresses. */
function draw(text: string, more: Plugins = []): string {
  const html = renderToStaticMarkup(
    createElement(
      Streamdown,
      {
        parseIncompleteMarkdown: false,
        remarkPlugins: [dialect, ...more],
        rehypePlugins: [],
        components: COMPONENTS,
        parseMarkdownIntoBlocksFn: createBlockParser(parseMarkdownIntoBlocks),
      },
      text,
    ),
  );
  return html
    .replace(/ (?!href)[\w-]+="[^"]*"/g, '')
    .replace(/<\/?div>/g, '')
    .replace(/\n+(?=<)|(?<=>)\n+/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

const drawMath = (text: string) =>
  draw(text, [[remarkMath, { singleDollarTextMath: false }], bracketFormulas]);
const bold = (text: string) => text.replaceAll('«b»', '<strong>').replaceAll('«/b»', '</strong>');

test.each([
  '大约3~5天，价格100~200元。',
  'age(1~3), height(80~100)',
  '約10~20分、1~2回',
  'ราคา 100~200 บาท ถึง 5~6 วัน',
  '10~12시, 3~4명',
  'من 3~5 أيام، 10~20 دولار',
  '~/bin and ~/lib',
])('a single tilde is a tilde: %s', (text) => {
  expect(draw(text)).toBe(`<p>${text}</p>`);
});

test.each([
  ['~~旧~~新', '<p><del>旧</del>新</p>'],
  ['这是~~错的（旧）~~对的', '<p>这是<del>错的（旧）</del>对的</p>'],
  ['~~gone~~ text', '<p><del>gone</del> text</p>'],
])('two tildes strike through: %s', (text, html) => {
  expect(draw(text)).toBe(html);
});

describe('bold words next to punctuation and to words without a space', () => {
  test.each([
    ['**この文は太字です（テスト）。**次の文。', '«b»この文は太字です（テスト）。«/b»次の文。'],
    ['**“공개 문서는 점검한다”**는 원칙입니다.', '«b»“공개 문서는 점검한다”«/b»는 원칙입니다.'],
    ['**API(REST)**를 쓴다', '«b»API(REST)«/b»를 쓴다'],
    ['这是**“重点”**内容', '这是«b»“重点”«/b»内容'],
    ['他说：**“你好。”**然后说：**“再见。”**', '他说：«b»“你好。”«/b»然后说：«b»“再见。”«/b»'],
    ['**注意：**请先备份。', '«b»注意：«/b»请先备份。'],
    ['请用**`npm ci`**安装', '请用«b»<code>npm ci</code>«/b»安装'],
    ['这是**《红楼梦》**的作者', '这是«b»《红楼梦》«/b»的作者'],
    ['**「API」**Typeを使う', '«b»「API」«/b»Typeを使う'],
    ['คำว่า**"สวัสดี"**หมายถึง', 'คำว่า«b»"สวัสดี"«/b»หมายถึง'],
    ['**หมายเหตุ:**โปรดสำรองข้อมูล', '«b»หมายเหตุ:«/b»โปรดสำรองข้อมูล'],
    ['كلمة**«مرحبا»**تعني', 'كلمة«b»«مرحبا»«/b»تعني'],
    ['و**(المهم)**هنا', 'و«b»(المهم)«/b»هنا'],
    ['der**„Faust“**Band', 'der«b»„Faust“«/b»Band'],
    ['**„Zitat.“**Danach', '«b»„Zitat.“«/b»Danach'],
    ['完成**✅**下一步', '完成«b»✅«/b»下一步'],
    ['**50%**の人', '«b»50%«/b»の人'],
  ])('%s', (text, html) => {
    expect(draw(text)).toBe(bold(`<p>${html}</p>`));
  });

  test('emphasis inside bold words, and three stars', () => {
    expect(draw('**这是*斜体*文字**后')).toBe('<p><strong>这是<em>斜体</em>文字</strong>后</p>');
    expect(draw('前***全部（都）***后')).toBe('<p>前<em><strong>全部（都）</strong></em>后</p>');
  });

  test.each(['a**"foo"**', '2 * 3 * 4', '5 * x, 6 * y', '** a **'])('not in %s', (text) => {
    expect(draw(text)).toBe(`<p>${text}</p>`);
  });
});

describe('an address ends before punctuation of any script', () => {
  const link = (url: string, text = url) => `<a href="${url}">${text}</a>`;
  test.each([
    ['见 https://example.com/guide，谢谢。', `见 ${link('https://example.com/guide')}，谢谢。`],
    ['（https://a.test/x）', `（${link('https://a.test/x')}）`],
    ['「https://a.test/x」です', `「${link('https://a.test/x')}」です`],
    ['„https://a.test/x“ sagt', `„${link('https://a.test/x')}“ sagt`],
    ['«https://a.test/x»', `«${link('https://a.test/x')}»`],
    ['راجع https://a.test/x، شكرا', `راجع ${link('https://a.test/x')}، شكرا`],
    ['अधिक https://a.test/x। और', `अधिक ${link('https://a.test/x')}। और`],
    [
      '**官网：https://a.test/x（官方）**。',
      `<strong>官网：${link('https://a.test/x')}（官方）</strong>。`,
    ],
    ['https://a.test/x，**重要**：', `${link('https://a.test/x')}，<strong>重要</strong>：`],
    ['https://a.test、https://b.test/', `${link('https://a.test')}、${link('https://b.test/')}`],
    ['访问https://a.test了解更多', `访问${link('https://a.test')}了解更多`],
    ['https://a.test에서 보세요', `${link('https://a.test')}에서 보세요`],
    ['www.a.test，好', `${link('http://www.a.test', 'www.a.test')}，好`],
    ['[详见 https://a.test/x，谢谢]', `[详见 ${link('https://a.test/x')}，谢谢]`],
    ['https://ja.wikipedia.org/wiki/C言語 を', `${link('https://ja.wikipedia.org/wiki/C言語')} を`],
    ['https://münchen.test/ü', link('https://münchen.test/ü')],
    ['https://例え.test/', link('https://例え.test/')],
    [
      'See https://a.test/b_(c), or https://a.test/?q=1&b=2.',
      `See ${link('https://a.test/b_(c)')}, or ${link('https://a.test/?q=1&b=2')}.`,
    ],
    ['**https://a.test/x**', `<strong>${link('https://a.test/x')}</strong>`],
    ['[https://a.test/x，y](https://b.test)', link('https://b.test', 'https://a.test/x，y')],
    ['<https://a.test/，>', link('https://a.test/，')],
    ['a@b.test，好', `${link('mailto:a@b.test', 'a@b.test')}，好`],
    ['`https://a.test，`', '<code>https://a.test，</code>'],
    ['xhttps://a.test http:// https://,', 'xhttps://a.test http:// https://,'],
  ])('%s', (text, html) => {
    const readable = draw(text).replace(/href="([^"]*)"/g, (_, url) => `href="${decodeURI(url)}"`);
    expect(readable).toBe(`<p>${html}</p>`);
  });
});

test('a break in a cell breaks its line; no other tag is one, and none is lost', () => {
  const table =
    '|a|b|\n|-|-|\n|museum<br>lunch<BR />end|**x<br/>y**|\n|<br>|<b>z</b> <hr>|\n\ntext<br>text';
  expect(draw(table)).toContain(
    '<td>museum<br/>lunch<br/>end</td><td><strong>x<br/>y</strong></td>',
  );
  expect(draw(table)).toContain('<td><br></td><td><b>z</b> <hr></td>');
  expect(draw(table)).toContain('<p>text<br>text</p>');
});

test('citations are numbers in text, never in code, links and formulas', () => {
  const cited = (text: string) => draw(text, [citations]);
  expect(cited('So it is [1][12].')).toBe(
    '<p>So it is <a href="#cite-1">[1]</a><a href="#cite-12">[12]</a>.</p>',
  );
  expect(cited('`a[0]` [3](https://a.test) [123]')).toBe(
    '<p><code>a[0]</code> <a href="https://a.test">3</a> [123]</p>',
  );
  expect(cited('```js\nlist[0] = list[1];\n```')).toContain('list[0] = list[1];');
  expect(cited('See [1].\n\n[1]: https://a.test')).toBe(
    '<p>See <a href="#cite-1">[1]</a>.</p><p><a href="#cite-1">[1]</a>: <a href="https://a.test">https://a.test</a></p>',
  );
});

describe('formulas', () => {
  test.each([
    ['so \\(x^2\\) is', '<p>so ⟨x^2⟩ is</p>'],
    ['\\[ a + b \\]', '<pre>⟦a + b⟧</pre>'],
    ['$$a$$ and \\(b\\)', '<p>⟨a⟩ and ⟨b⟩</p>'],
    [
      'We get\n\\[\na\n+ b\n- c\n> d\n# e\n=\n\\]\nso',
      '<p>We get</p><pre>⟦a\n+ b\n- c\n> d\n# e\n=⟧</pre><p>so</p>',
    ],
    ['\\[\n\na\n\nb\n\n\\]\n\nend', '<pre>⟦a\n\nb⟧</pre><p>end</p>'],
    [
      '\\[ \\begin{aligned}\na &= b \\\\[4pt]\nc &= d\n\\end{aligned} \\].\n\nend',
      '<pre>⟦\\begin{aligned}\na &= b \\\\[4pt]\nc &= d\n\\end{aligned}⟧</pre><p>.</p><p>end</p>',
    ],
    ['Here \\[x\\] is, \\[ y \\].', '<p>Here ⟦x⟧ is, ⟦y⟧.</p>'],
    ['\\[ x \\] follows', '<p>⟦x⟧ follows</p>'],
    ['\\[ x \\]\n---\nend', '<pre>⟦x⟧</pre><hr/><p>end</p>'],
    [
      '1. First step:\n   \\[ x = 1 \\]\n   so it holds.\n2. Second step:\n   \\[ y = 2 \\]',
      '<ol><li>First step:<pre>⟦x = 1⟧</pre>so it holds.</li><li>Second step:<pre>⟦y = 2⟧</pre></li></ol>',
    ],
    ['- a\n  \\[\n  x\n  - y\n  \\]\n- b', '<ul><li>a<pre>⟦x\n- y⟧</pre></li><li>b</li></ul>'],
    [
      '> q \\(a\\)\n> \\[\n> b\n> + c\n> \\]\n> d',
      '<blockquote><p>q ⟨a⟩</p><pre>⟦b\n+ c⟧</pre><p>d</p></blockquote>',
    ],
    [
      '| f |\n|---|\n| \\(x_1\\) and \\[y\\] |',
      '<table><thead><tr><th>f</th></tr></thead><tbody><tr><td>⟨x_1⟩ and ⟦y⟧</td></tr></tbody></table>',
    ],
    ['**\\(a*b\\)** \\(_c_\\)', '<p><strong>⟨a*b⟩</strong> ⟨_c_⟩</p>'],
    ['则\\(x<y\\)，且\\(a\\\\b\\)。', '<p>则⟨x<y⟩，且⟨a\\\\b⟩。</p>'],
    ['over \\(a\nb\\) lines', '<p>over ⟨a\nb⟩ lines</p>'],
    [
      '$$\n\\begin{aligned} a &= b \\\\[4pt] c &= d \\end{aligned}\n$$\nThen\n\\[ e = f \\]',
      '<pre>⟦\\begin{aligned} a &= b \\\\[4pt] c &= d \\end{aligned}⟧</pre><p>Then</p><pre>⟦e = f⟧</pre>',
    ],
    ['It costs $5 or $6.', '<p>It costs $5 or $6.</p>'],
  ])('%j', (text, html) => {
    expect(drawMath(text)).toBe(html);
  });

  const CODE = 'const re = /\\[a\\]/; const b = "\\(x\\)"; // $$y$$';
  test.each([
    `\`\`\`js\n${CODE}\n\`\`\``,
    `~~~js\n${CODE}\n~~~`,
    `~~~\n\`\`\`\n${CODE}\n\`\`\`\n~~~`,
    `\`\`\`\`md\n\`\`\`js\n${CODE}\n\`\`\`\n\`\`\`\``,
    `- item\n\n  \`\`\`\n  ${CODE}\n  \`\`\``,
    `> \`\`\`\n> ${CODE}\n> \`\`\``,
    `text\n\n    ${CODE}\n`,
    `- item\n\n      ${CODE}\n`,
    `see \`${CODE}\` here`,
    `\`\` ${CODE} \`\``,
    `| a |\n|---|\n| \`${CODE}\` |`,
  ])('never in code: %j', (text) => {
    expect(drawMath(text)).toContain(CODE);
    expect(drawMath(`\\[ x \\]\n\n${text}\n\n\\[ y \\]`)).toContain(CODE);
  });

  test.each([
    ['\\(a\\) \\[ \\(b', '<p>⟨a⟩ [ (b</p>'],
    ['\\[x] todo\n- a', '<p>[x] todo</p><ul><li>a</li></ul>'],
    ['\\[ open\n\nnext \\(a\\)', '<p>[ open</p><p>next ⟨a⟩</p>'],
    ['> \\[\n> a\n\nb', '<blockquote><p>[\na</p></blockquote><p>b</p>'],
    ['a \\\\(b\\\\)', '<p>a \\(b\\)</p>'],
  ])('unmatched brackets are text: %j', (text, html) => {
    expect(drawMath(text)).toBe(html);
  });

  test.each([
    '\\[',
    '\\(',
    '\\[\n',
    '\\[ \n\n',
    '- \\[\n',
    '\\)\\[',
    'https://a.test！',
    '**“',
    '\\(\\\\',
  ])('thousands of %j are parsed in bounded time', (piece) => {
    const start = performance.now();
    drawMath(piece.repeat(400));
    expect(performance.now() - start).toBeLessThan(20_000);
  });
});
