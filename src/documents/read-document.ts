import { Parser } from 'htmlparser2';
import { DocumentError } from './document-error.ts';

/** Characters kept of one document: about a thousand pages. */
const LONGEST = 4_000_000;

/** Extensions this app reads as text. */
const DOCUMENT_TYPES = [
  'txt',
  'md',
  'markdown',
  'html',
  'htm',
  'csv',
  'tsv',
  'json',
  'pdf',
  'docx',
];

export function isDocument(name: string): boolean {
  return DOCUMENT_TYPES.includes(extensionOf(name));
}

/**
 * The text of a document. Nothing in it is run or fetched.
 * @throws DocumentError when it holds no text or is not what its name says.
 */
export async function readDocument(file: File): Promise<string> {
  const text = await readText(file);
  const plain = text.replaceAll('\u0000', '').slice(0, LONGEST);
  if (plain.trim() === '') throw new DocumentError(`${file.name} holds no text.`);
  return plain;
}

async function readText(file: File): Promise<string> {
  switch (extensionOf(file.name)) {
    case 'pdf':
      return (await import('./read-pdf.ts')).readPdf(file);
    case 'docx':
      return (await import('./read-docx.ts')).readDocx(file);
    case 'html':
    case 'htm':
      return htmlToText(await file.text());
    default:
      return file.text();
  }
}

function extensionOf(name: string): string {
  return name.split('.').pop()?.toLowerCase() ?? '';
}

const BLOCKS = new Set(
  'p div br li ul ol h1 h2 h3 h4 h5 h6 tr table section article header footer blockquote pre hr'.split(
    ' ',
  ),
);
const UNSEEN = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'svg',
  'head',
  'iframe',
  'object',
]);

/** The words of a page, without what is not seen. */
function htmlToText(html: string): string {
  const out: string[] = [];
  let hidden = 0;
  const parser = new Parser({
    onopentagname(name) {
      if (UNSEEN.has(name)) hidden++;
      if (BLOCKS.has(name)) out.push('\n');
    },
    ontext(text) {
      if (hidden === 0) out.push(text.replace(/\s+/g, ' '));
    },
    onclosetag(name) {
      if (UNSEEN.has(name)) hidden = Math.max(0, hidden - 1);
      if (BLOCKS.has(name)) out.push('\n');
    },
  });
  parser.end(html);
  return out
    .join('')
    .replace(/[ \t]*\n[ \t]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
