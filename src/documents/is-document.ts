/** Extensions of files that are read as plain text. */
const PLAIN =
  'txt text md markdown rst tex log csv tsv json jsonl ndjson xml yaml yml toml ini srt vtt sql ' +
  'js mjs ts tsx jsx css py rb go rs java kt c h cc cpp hpp cs php sh';

const DOCUMENT_TYPES = new Set(['html', 'htm', 'xhtml', 'pdf', 'docx', ...PLAIN.split(' ')]);

/** Whether a file of this name is read as text. */
export function isDocument(name: string): boolean {
  return DOCUMENT_TYPES.has(extensionOf(name));
}

export function extensionOf(name: string): string {
  return name.split('.').pop()?.toLowerCase() ?? '';
}
