import { PreTrainedTokenizer } from '@huggingface/transformers';
import { expect, test } from 'vitest';
import { readVocabulary } from './vocabulary.ts';

/** A tokenizer of pieces with an id that has no token, because another id has the same. */
const tokenizer = new PreTrainedTokenizer(
  {
    version: '1.0',
    added_tokens: [],
    normalizer: null,
    pre_tokenizer: null,
    post_processor: null,
    decoder: null,
    model: { type: 'BPE', vocab: { a: 0, '▁b': 1, '<0x0A>': 2, c: 4 }, merges: [] },
  },
  { tokenizer_class: 'PreTrainedTokenizer' },
);

test('pieces have their bytes, and ids without a token are allowed nowhere', () => {
  const { tokens, bytes, kind } = readVocabulary(tokenizer, 6, []);
  expect(kind).toBe('byte_fallback');
  expect(tokens).toEqual(['a', '▁b', '<0x0A>', '', 'c', '']);
  const texts = bytes.map((one) => new TextDecoder('latin1').decode(one));
  expect(texts).toEqual(['a', ' b', '\n', 'ÿ', 'c', 'ÿ']);
});
