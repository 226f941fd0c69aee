import { seeded } from '#base/numbers.ts';
import type { Vocabulary } from '#grammar/token-grammar.ts';

/** As many as GPT-2 has. */
const SIZE = 50_000;
const SYLLABLES =
  'the of and to in is it for on with as at by from that this be are or an was not have ing tion er est ly ment ness able con pro re de ex un'.split(
    ' ',
  );
/** The end of a text. */
const END = '</s>';

/** A vocabulary of a usual size: bytes, numbers up to 999 and words with and without a space before them. */
export function largeVocabulary(): Vocabulary {
  const random = seeded(50_000);
  const known = new Set([END]);
  for (let byte = 33; byte < 127; byte++) known.add(String.fromCharCode(byte));
  for (let number = 0; number < 1000; number++) known.add(String(number));
  while (known.size < SIZE) {
    const syllable = () => SYLLABLES[Math.floor(random() * SYLLABLES.length)];
    const letter = String.fromCharCode(97 + Math.floor(random() * 26));
    const word = `${syllable()}${syllable()}${random() < 0.9 ? letter : ''}`;
    known.add(`${random() < 0.6 ? 'Ġ' : ''}${word}`);
  }
  const tokens = [...known];
  const encoder = new TextEncoder();
  const bytes = tokens.map((token) => encoder.encode(token === END ? '' : token.replace('Ġ', ' ')));
  return { tokens, kind: 'byte_level', bytes, size: SIZE, stops: [0], encode: () => [] };
}
