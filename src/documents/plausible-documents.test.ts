import { readFileSync } from 'node:fs';
import { PreTrainedTokenizer } from '@huggingface/transformers';
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { type CountTokens, packPassages, passageSize } from './pack-passages.ts';
import { readDocument } from './read-document.ts';
import { sentencesOf } from './sentences.ts';

/** The context of the embedded embedding model. */
const CONTEXT_TOKENS = 512;
const read = (name: string) =>
  JSON.parse(readFileSync(`public/models/alcove-embed/${name}`, 'utf8'));
const tokenizer = new PreTrainedTokenizer(read('tokenizer.json'), read('tokenizer_config.json'));
const count: CountTokens = async (texts) => texts.map((text) => tokenizer.encode(text).length);

const CHINESE = '苍鹭站在河边等待鱼。它可以一个小时不动，然后突然出击！渔夫问：“你在等什么？”';
const JAPANESE =
  '青鷺は川辺に立って魚を待つ。一時間も動かないことがある。「何を待っているのか」と漁師は聞いた。';
const THAI = 'นกกระสายืนอยู่ริมแม่น้ำและรอปลา มันสามารถยืนนิ่งได้เป็นชั่วโมง ';
const ARABIC = 'يقف مالك الحزين على ضفة النهر وينتظر السمك. يمكنه أن يقف ساكنا لمدة ساعة؟ ';
const ENGLISH =
  'The grey heron stands at the river, and waits for fish. It can stand still for an hour. ';

const record = { id: 17, tags: ['a-b', 'c/d'], at: '2026-11-23T06:25:08.000Z', geo: [48.2, 16.37] };
const docx = (text: string) =>
  zipSync({ 'word/document.xml': strToU8(`<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`) });

const DOCUMENTS: Record<string, string | Uint8Array<ArrayBuffer>> = {
  'english.txt': ENGLISH.repeat(200),
  'chinese.txt': CHINESE.repeat(300),
  'chinese-without-marks.md': CHINESE.replace(/\p{P}/gu, '').repeat(300),
  'japanese.docx': docx(JAPANESE.repeat(300)),
  'thai.txt': THAI.repeat(200),
  'arabic.html': `<p dir="rtl">${ARABIC.repeat(200)}</p>`,
  'minified.json': JSON.stringify(Array.from({ length: 500 }, (_, i) => ({ ...record, id: i }))),
  'maths.md': '$$\\sum_{i=0}^{n}\\frac{x_i^2-\\mu}{\\sigma^{2k+1}}\\le\\|A^{-1}\\|_2$$'.repeat(80),
  'contents.txt': Array.from(
    { length: 80 },
    (_, i) => `Chapter ${i} ${'.'.repeat(70)} ${i * 7}`,
  ).join('\n'),
  'marks.txt': `Before.\n${'!'.repeat(600)}\nAfter.`,
  'box.txt': `+${'-'.repeat(900)}+\n|${' '.repeat(900)}|\n+${'='.repeat(900)}+ end`,
  'table.csv': `name,value\n${'Müller,"1,234.50 €"\n'.repeat(400)}`,
  'minified.js': 'const a=b=>c({d:[...e,f?.g??h]},i=>i**2);'.repeat(200),
  'hash.log': '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'.repeat(100),
  'emoji.txt': '👩‍👩‍👧‍👦🏳️‍🌈🇦🇹'.repeat(300),
  'accents.txt': `e${'\u0301'.repeat(2_000)} a${'\u0308'.repeat(2_000)}`,
};

test('the notes of a Word document are read after its text', async () => {
  const note = (text: string) => strToU8(`<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`);
  const parts = {
    'word/endnotes.xml': note('An endnote.'),
    'word/footnotes.xml': note('A footnote.'),
    'word/document.xml': note('The text.'),
  };
  const file = new File([zipSync(parts)], 'notes.docx');
  expect((await readDocument(file, () => {})).text).toBe('The text.\nA footnote.\nAn endnote.\n');
});

for (const [name, content] of Object.entries(DOCUMENTS)) {
  test(`${name} is cut into passages that fit the embedding model`, async () => {
    const { text, note } = await readDocument(new File([content], name), () => {});
    expect(note).toBeNull();
    const size = passageSize(CONTEXT_TOKENS);
    const spans = await packPassages(text, sentencesOf(text), size, count);
    const counts = await count(spans.map(({ start, end }) => text.slice(start, end)));
    expect(Math.max(...counts)).toBeLessThanOrEqual(size.tokens);
    // Passages are filled up to their limit.
    const visible = text.replace(/\s/g, '').length;
    expect(spans.length).toBeLessThan(
      2 + (counts.reduce((a, b) => a + b) * 3) / size.tokens + visible / 300,
    );
    const covered = new Uint8Array(text.length);
    for (const { start, end } of spans) covered.fill(1, start, end);
    expect([...text.split('')].every((c, i) => covered[i] === 1 || c.trim() === '')).toBe(true);
  });
}

test('Chinese and Japanese passages end at sentences', async () => {
  for (const text of [CHINESE.repeat(50), JAPANESE.repeat(50)]) {
    const spans = await packPassages(text, sentencesOf(text), passageSize(CONTEXT_TOKENS), count);
    for (const { end } of spans) expect(text.slice(0, end)).toMatch(/[。！？”」「]$/u);
  }
});

test('a long document is cut in seconds', async () => {
  const text = Array.from({ length: 20_000 }, (_, i) => `${ENGLISH}${i % 9 ? '' : '\n\n'}`).join(
    '',
  );
  const start = performance.now();
  const sentences = [...sentencesOf(text)];
  const spans = await packPassages(text, sentences, passageSize(CONTEXT_TOKENS), async (texts) =>
    texts.map((t) => 2 + t.split(' ').length),
  );
  expect(spans.length).toBeGreaterThan(2_000);
  expect(performance.now() - start).toBeLessThan(10_000);
});

test('of a text of 600 MB the first four million characters are read, and a note says so', async () => {
  const megabyte = new Blob([ENGLISH.repeat(12_000).slice(0, 1_000_000)]);
  const file = new File(Array<Blob>(600).fill(megabyte), 'book.txt');
  expect(file.size).toBe(600_000_000);
  const { text, note } = await readDocument(file, () => {});
  expect(text.length).toBe(4_000_000);
  expect(note).toBe(
    'Only the first 4 million characters of “book.txt” are read: that is the limit.',
  );
});
