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
