import type { FileReader } from '#api/call/call.ts';
import { packSentences } from '#documents/sentences.ts';

/** Characters of a file: about a thousand pages. */
const MAX_BYTES = 4_000_000;

/** In the npm package this stands in the place of the readers of PDF, Office and other formats: it reads text alone. */
export const readFile: FileReader = async (file) => {
  if (file.size > MAX_BYTES) {
    return { problem: 'It is larger than is read.', isUnsupported: false };
  }
  try {
    const bytes = await file.arrayBuffer();
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (text.trim() !== '' && !text.includes('\0')) return { text, sentences: packSentences(text) };
  } catch {
    // Not UTF-8.
  }
  const problem = 'Only texts in UTF-8 are read here: convert it to .txt or .md.';
  return { problem, isUnsupported: true };
};
