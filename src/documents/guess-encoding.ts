/** Bytes of a file that its encoding is guessed from. */
export const SAMPLE_BYTES = 65_536;

/** A byte order mark says what follows. @see https://encoding.spec.whatwg.org/#bom-sniff */
const MARKS: readonly (readonly [string, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** Legacy encodings with a pattern of their typical text. A wrong one decodes to other characters, or not at all. */
const LEGACY: readonly (readonly [string, RegExp])[] = [
  ['shift_jis', /[\u3040-\u30ff]/gu],
  ['euc-jp', /[\u3040-\u30ff]/gu],
  ['gb18030', /[的一是不了在人有我他这个们中来上大为和国]/gu],
  ['big5', /[的一是不了在人有我他這個們中來上大為和國]/gu],
  ['euc-kr', /[가-힣]/gu],
  // Whole words of it: single such characters between others are Western accents.
  ['windows-1251', /[а-яё]{3,}/gu],
  ['koi8-r', /[а-яё]{3,}/gu],
];
/** Share of the characters beyond ASCII that must be as expected: common characters make up a tenth of Chinese. */
const MIN_SHARE: Record<string, number> = { gb18030: 0.1, big5: 0.1 };
const USUAL_SHARE = 0.35;

/** The name of the encoding a text begins in. `declared`: the encoding that the text itself declares, if any. */
export function guessEncoding(sample: Uint8Array, declared: string | null = null): string {
  const marked = MARKS.find(([, mark]) => mark.every((byte, i) => sample[i] === byte));
  if (marked) return marked[0];
  const wide = guessWide(sample);
  if (wide) return wide;
  if (decodes(sample, 'utf-8') !== null) return 'utf-8';
  if (declared !== null && decodes(sample, declared) !== null) return declared;
  for (const [encoding, expected] of LEGACY) {
    const text = decodes(sample, encoding);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: everything beyond ASCII is meant.
    const foreign = text?.match(/[^\u0000-\u007f]/gu)?.length ?? 0;
    const found = text?.match(expected)?.join('').length ?? 0;
    if (foreign > 0 && found / foreign >= (MIN_SHARE[encoding] ?? USUAL_SHARE)) return encoding;
  }
  return 'windows-1252';
}

/** UTF-16 without a byte-order mark: in Latin text every other byte is 0. */
function guessWide(sample: Uint8Array): string | null {
  const pairs = Math.min(2_048, sample.length >> 1);
  if (pairs < 4) return null;
  let [even, odd] = [0, 0];
  for (let i = 0; i < pairs; i++) {
    if (sample[2 * i] === 0) even++;
    if (sample[2 * i + 1] === 0) odd++;
  }
  if (odd > pairs * 0.7 && even < pairs * 0.1) return 'utf-16le';
  return even > pairs * 0.7 && odd < pairs * 0.1 ? 'utf-16be' : null;
}

/** Null when the bytes are not of this encoding; the last character may be cut. */
function decodes(sample: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(sample, { stream: true });
  } catch {
    return null;
  }
}
