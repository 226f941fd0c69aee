/** Extensions of files that are read as plain text. */
const PLAIN =
  'txt text md markdown rst tex log csv tsv json jsonl ndjson xml yaml yml toml ini srt vtt sql ' +
  'js mjs ts tsx jsx css py rb go rs java kt c h cc cpp hpp cs php sh';

const PICTURES = new Set('png jpg jpeg webp gif bmp avif heic heif tif tiff'.split(' '));

/** Whether a file of this name is a picture, whose words can be read. */
export function isPicture(name: string): boolean {
  return PICTURES.has(extensionOf(name));
}

const DOCUMENT_TYPES = new Set(['html', 'htm', 'xhtml', 'pdf', 'docx', ...PLAIN.split(' ')]);

/** Whether a file of this name is read as text. */
export function isDocument(name: string): boolean {
  return DOCUMENT_TYPES.has(extensionOf(name));
}

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
