import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { writeDocx } from './docx.ts';

const segment = (text: string, start: number, speaker: string | null = null) => {
  return { text, start, end: start + 1, speaker };
};
const OPTIONS = { times: false, speakers: true, lineLength: null };

function paragraphs(
  segments: readonly ReturnType<typeof segment>[],
  options: Partial<typeof OPTIONS> = {},
): string[] {
  const transcript = {
    title: 'A & B <1>',
    language: 'english',
    durationSeconds: 9,
    translated: false,
    segments,
  };
  const files = unzipSync(writeDocx(transcript, { ...OPTIONS, ...options }));
  expect(Object.keys(files)).toContain('[Content_Types].xml');
  const xml = strFromU8(files['word/document.xml'] ?? new Uint8Array());
  return xml
    .split('<w:p>')
    .slice(1)
    .map((p) => p.replace(/<[^>]*>/g, ''));
}

test('a paragraph for each turn, a new one after a pause, and markup as text', () => {
  const segments = [
    segment(' One', 0, 'Ana'),
    segment(' & two.', 1, 'Ana'),
    segment(' Three', 2, 'Bo'),
    segment(' <b>four</b>', 9, 'Bo'),
  ];
  expect(paragraphs(segments)).toEqual([
    'A &amp; B &lt;1&gt;',
    'Ana: One &amp; two.',
    'Bo: Three',
    'Bo: &lt;b&gt;four&lt;/b&gt;',
  ]);
  expect(paragraphs(segments, { speakers: false, times: true })[1]).toBe('0:00  One');
});

test('characters that XML has no place for are left out', () => {
  expect(paragraphs([segment(' a\u0000b\ud800c\u0007', 0)])[1]).toBe('ab\ufffdc');
});
