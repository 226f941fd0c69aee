import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { TokenGrammar } from '#grammar/token-grammar.ts';

const GUIDE = JSON.parse(readFileSync('public/models/alcove-guide/tokenizer.json', 'utf8')) as {
  model: { vocab: Record<string, number> };
  added_tokens: { id: number; content: string }[];
};
export const STOP = 2;
const tokens: string[] = [];
for (const [token, id] of Object.entries(GUIDE.model.vocab)) tokens[id] = token;
for (const { id, content } of GUIDE.added_tokens) tokens[id] = content;

const CHARACTERS = new Map<string, number>();
let next = 256;
for (let byte = 0; byte < 256; byte++) {
  const isPlain = (byte > 32 && byte < 127) || (byte > 160 && byte < 173) || byte > 173;
  CHARACTERS.set(String.fromCodePoint(isPlain ? byte : next++), byte);
}
const CHARACTER_IDS = [...CHARACTERS].reduce<number[]>((ids, [character, byte]) => {
  ids[byte] = GUIDE.model.vocab[character] as number;
  return ids;
}, []);
const toBytes = (token: string) => [...token].map((character) => CHARACTERS.get(character) ?? 63);

/** The token of one byte. */
export const tokenOf = (byte: number): number => CHARACTER_IDS[byte] as number;

/** Grammars over the guide's vocabulary. */
export function openGuideGrammar(): Promise<TokenGrammar> {
  return TokenGrammar.create({
    tokens,
    kind: 'byte_level',
    bytes: tokens.map((token, id) => Uint8Array.from(id === STOP ? [] : toBytes(token))),
    size: tokens.length,
    stops: [STOP],
    encode: (text) => [...Buffer.from(text)].map(tokenOf),
  });
}

/**
 * Text of random tokens that a grammar allows, and how many the grammar wrote by itself; null when
 * it does not end in time.
 */
export async function writeRandomly(
  grammar: TokenGrammar,
  rules: string | object,
  random: () => number,
  max = 600,
): Promise<{ text: string; jumped: number } | null> {
  const state = await grammar.start(rules);
  const bytes: number[] = [];
  const isJumping = random() < 0.5;
  let jumped = 0;
  try {
    for (let step = 0; step < max; step++) {
      const logits = new Float32Array(tokens.length);
      await state.mask(logits);
      const allowed = [...logits.keys()].filter((id) => logits[id] === 0);
      expect(allowed.length).toBeGreaterThan(0);
      // Whatever may close something closes it half of the time: texts end.
      const closing = allowed.filter((id) => id === STOP || /^["}\]<)Ċ]/.test(tokens[id] ?? ''));
      const from = closing.length > 0 && random() < 0.5 ? closing : allowed;
      const token = from[Math.floor(random() * from.length)] as number;
      expect(state.accept(token)).toBe(true);
      if (token === STOP) return { text: Buffer.from(bytes).toString('utf8'), jumped };
      bytes.push(...toBytes(tokens[token] as string));
      // Half of the texts let the grammar write what must come next.
      const forced = isJumping ? state.forcedTokens() : [];
      jumped += forced.length;
      for (const id of forced) bytes.push(...toBytes(tokens[id] as string));
    }
    return null;
  } finally {
    state.close();
  }
}
