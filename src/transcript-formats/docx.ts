import { strToU8, zipSync } from 'fflate';
import { shortClock } from './clock.ts';
import { joinTexts } from './join-texts.ts';
import type { SpokenSegment } from './segment.ts';
import type { Transcript, WriteOptions } from './write-transcript.ts';

/** Seconds of silence at which running text begins a new paragraph. */
const PAUSE = 2;

const NAMESPACE = 'http://schemas.openxmlformats.org';
const WORD = `xmlns:w="${NAMESPACE}/wordprocessingml/2006/main"`;
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const RELATIONSHIPS = `${NAMESPACE}/package/2006/relationships`;
const DOCUMENT = `${NAMESPACE}/officeDocument/2006/relationships`;
const TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

/** A transcript as a document of Word: a title, then a paragraph for each turn or, with times, for each segment. */
export function writeDocx(transcript: Transcript, options: WriteOptions): Uint8Array<ArrayBuffer> {
  const paragraphs = toParagraphs(transcript.segments, options);
  const body = [paragraph(run(transcript.title), 'Title'), ...paragraphs].join('');
  const files = {
    '[Content_Types].xml': `${HEAD}<Types xmlns="${NAMESPACE}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${TYPE}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
    '_rels/.rels': `${HEAD}<Relationships xmlns="${RELATIONSHIPS}"><Relationship Id="rId1" Type="${DOCUMENT}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/_rels/document.xml.rels': `${HEAD}<Relationships xmlns="${RELATIONSHIPS}"><Relationship Id="rId1" Type="${DOCUMENT}/styles" Target="styles.xml"/></Relationships>`,
    'word/styles.xml': `${HEAD}<w:styles ${WORD}>${style('Normal', '<w:spacing w:after="160" w:line="276" w:lineRule="auto"/>', '<w:sz w:val="22"/>', true)}${style('Title', '<w:spacing w:after="240"/>', '<w:b/><w:sz w:val="36"/>')}</w:styles>`,
    'word/document.xml': `${HEAD}<w:document ${WORD}><w:body>${body}</w:body></w:document>`,
  };
  const bytes = Object.entries(files).map(([name, text]) => [name, strToU8(text)] as const);
  return zipSync(Object.fromEntries(bytes)) as Uint8Array<ArrayBuffer>;
}

function toParagraphs(segments: readonly SpokenSegment[], options: WriteOptions): string[] {
  const turns: SpokenSegment[][] = [];
  for (const segment of segments) {
    const last = turns.at(-1)?.at(-1);
    const goesOn =
      !options.times &&
      last !== undefined &&
      last.speaker === segment.speaker &&
      segment.start - last.end < PAUSE;
    if (goesOn) turns.at(-1)?.push(segment);
    else turns.push([segment]);
  }
  return turns.map((turn) => {
    const [{ start, speaker }] = turn as [SpokenSegment];
    const text = joinTexts(turn.map((s) => s.text));
    const time = options.times ? run(`${shortClock(start)}  `, '<w:color w:val="6B6B6B"/>') : '';
    const who = options.speakers && speaker ? run(`${speaker}: `, '<w:b/>') : '';
    return paragraph(time + who + run(text));
  });
}

const paragraph = (runs: string, styleId?: string) =>
  `<w:p>${styleId ? `<w:pPr><w:pStyle w:val="${styleId}"/></w:pPr>` : ''}${runs}</w:p>`;

const run = (text: string, look = '') =>
  `<w:r>${look && `<w:rPr>${look}</w:rPr>`}<w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r>`;

const style = (name: string, paragraphs: string, runs: string, isDefault = false) =>
  `<w:style w:type="paragraph"${isDefault ? ' w:default="1"' : ''} w:styleId="${name}"><w:name w:val="${name}"/><w:pPr>${paragraphs}</w:pPr><w:rPr>${runs}</w:rPr></w:style>`;

/** XML has no place for most control characters and for half a character. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u{20}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
