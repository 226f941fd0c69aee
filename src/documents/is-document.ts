/** Extensions of files that are read as plain text. */
const PLAIN =
  'txt text md markdown rst tex log csv tsv json jsonl ndjson xml yaml yml toml ini srt vtt sql ' +
  'js mjs ts tsx jsx css py rb go rs java kt c h cc cpp hpp cs php sh';

const PICTURES = new Set('png jpg jpeg webp gif bmp avif heic heif tif tiff'.split(' '));

/** Whether a file of this name is a picture, whose words can be read. */
export function isPicture(name: string): boolean {
  return PICTURES.has(extensionOf(name));
}

/** Documents in zip archives. */
export const OFFICE: ReadonlySet<string> = new Set(
  'docx docm dotx pptx pptm ppsx xlsx xlsm xltx odt ott odp otp ods ots epub'.split(' '),
);
/** Documents of Office before 2007, which are refused with the remedy. */
export const OLD_OFFICE: ReadonlySet<string> = new Set('doc dot xls xlt ppt pps'.split(' '));

const DOCUMENT_TYPES = new Set([
  ...['html', 'htm', 'xhtml', 'pdf', 'rtf', 'eml'],
  ...OFFICE,
  ...OLD_OFFICE,
  ...PLAIN.split(' '),
]);

/** Whether a file of this name is read as text. */
export function isDocument(name: string): boolean {
  return DOCUMENT_TYPES.has(extensionOf(name));
}

/** Whether a file of this name is an archive of files. */
export const isArchive = (name: string): boolean => extensionOf(name) === 'zip';

export function extensionOf(name: string): string {
  return name.split('.').pop()?.toLowerCase() ?? '';
}

/** Bytes that a file is judged by. */
const SAMPLE_BYTES = 65_536;

/** Control characters that no text has; tab, line and page breaks and escape codes of terminals are none of them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for them.
const CONTROL = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f\u007f]/;

/** Whether a file begins as text in UTF-8, whatever its name is: README, Makefile, a program in a rare language. */
export async function holdsText(file: Blob): Promise<boolean> {
  const sample = await file.slice(0, SAMPLE_BYTES).arrayBuffer();
  try {
    // The end of the sample may cut a character.
    const isCut = file.size > SAMPLE_BYTES;
    const text = new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: isCut });
    return text.trim() !== '' && !CONTROL.test(text);
  } catch {
    return false;
  }
}

/** Both orders of bytes; 43, a plus, is the form for files over 4 GB. */
const TIFF = new Set(['II*\u0000', 'II+\u0000', 'MM\u0000*', 'MM\u0000+']);

/** Bytes of a file by which its kind is known. */
const MAGIC_BYTES = 8;

/** What a file is by its first bytes; null where they say nothing. */
export async function kindByBytes(
  file: Blob,
): Promise<'zip' | 'pdf' | 'rtf' | 'old-office' | 'gguf' | 'tiff' | null> {
  const bytes = new Uint8Array(await file.slice(0, MAGIC_BYTES).arrayBuffer());
  const text = String.fromCharCode(...bytes);
  if (text.startsWith('PK\u0003\u0004')) return 'zip';
  if (text.startsWith('GGUF')) return 'gguf';
  if (text.startsWith('%PDF-')) return 'pdf';
  if (text.startsWith('{\\rtf')) return 'rtf';
  if (TIFF.has(text.slice(0, 4))) return 'tiff';
  return text === '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1' ? 'old-office' : null;
}
