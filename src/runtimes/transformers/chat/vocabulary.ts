import type { PreTrainedTokenizer } from '@huggingface/transformers';
import type { Vocabulary } from '#grammar/token-grammar.ts';
import { marksOf, type ToolFormat } from '#grammar/tool-format.ts';
import { tokenBytes } from './token-bytes.ts';

/** Not valid UTF-8: the grammar allows a token of these bytes nowhere. */
const NOWHERE = Uint8Array.from([0xff]);

/** A tokenizer's tokens with their bytes. `size` is the width of the logits. */
export function readVocabulary(
  tokenizer: PreTrainedTokenizer,
  size: number,
  stops: readonly number[],
): Vocabulary {
  const vocabulary: ReadonlyMap<string | undefined, number> = tokenizer.get_vocab();
  const kind = vocabulary.has('<0x0A>') ? 'byte_fallback' : 'byte_level';
  // There may be ids without a token, and tokens without a logit.
  const tokens = new Array<string>(size).fill('');
  const bytes = new Array<Uint8Array>(size).fill(NOWHERE);
  for (const [token, id] of vocabulary) {
    // The library lists ids without a token too.
    if (token === undefined || id >= size) continue;
    tokens[id] = token;
    bytes[id] = tokenBytes(token, kind);
  }
  const encode = (text: string) => tokenizer.encode(text, { add_special_tokens: false });
  return { tokens, kind, bytes, size, stops, encode };
}

/**
 * The vocabulary as a grammar may use it: special tokens of the chat template are not text, even where text is
 * free; those that tool calls are written with stay.
 */
export function withoutMarks(
  vocabulary: Vocabulary,
  tokenizer: PreTrainedTokenizer,
  format: ToolFormat,
): Vocabulary {
  const { all_special_ids: marks } = tokenizer as { all_special_ids?: readonly number[] };
  const used = marksOf(format).join(' ');
  const banned = new Set(marks?.filter((id) => !used.includes(vocabulary.tokens[id] ?? '')));
  const ends = new Set(vocabulary.stops);
  const bytes = Array.from({ length: vocabulary.size }, (_, id) => {
    if (ends.has(id)) return new Uint8Array(0);
    return banned.has(id) ? NOWHERE : (vocabulary.bytes[id] ?? NOWHERE);
  });
  return { ...vocabulary, bytes };
}
