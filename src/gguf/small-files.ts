import { ARCHITECTURES, type DecoderShape } from './decoder-shape.ts';
import { GgufError } from './gguf-error.ts';
import type { Gguf, GgufValue } from './read-gguf.ts';

/** How text is cut into words before they are cut into tokens, by the name in the file. */
const SPLITS: Record<string, { digits?: true; pattern?: string; className: string; isNfc?: true }> =
  {
    qwen2: {
      className: 'Qwen2Tokenizer',
      isNfc: true,
      pattern:
        "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+",
    },
    'llama-bpe': {
      className: 'PreTrainedTokenizerFast',
      pattern:
        "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+",
    },
    smollm: { className: 'GPT2Tokenizer', digits: true },
    'gpt-2': { className: 'GPT2Tokenizer' },
  };

/** Kinds of tokens in a file. */
const CONTROL = 3;
const USER_DEFINED = 4;
/** Tokens that end an answer, whatever the file names as its end. */
const ENDS = new Set(['<|im_end|>', '<|endoftext|>', '<|eot_id|>', '<|end_of_text|>', '<|end|>']);

/**
 * The files next to a graph that transformers.js reads, by their names: configuration, tokenizer and chat template, from the
 * metadata of the file.
 * @throws GgufError for a tokenizer that is not converted, or a file without a chat template.
 */
export function smallFiles({ metadata }: Gguf, shape: DecoderShape): Record<string, string> {
  const text = (key: string): string | null => {
    const value = metadata.get(key);
    return typeof value === 'string' ? value : null;
  };
  const id = (key: string): number | null => {
    const value = metadata.get(`tokenizer.ggml.${key}_token_id`);
    const isToken = Number.isSafeInteger(value) && Number(value) >= 0;
    return isToken && Number(value) < tokens.length ? Number(value) : null;
  };
  const tokens = texts(metadata.get('tokenizer.ggml.tokens'), shape.vocabulary);
  const template = text('tokenizer.chat_template');
  if (template === null) {
    throw new GgufError(
      'This is a base model: it has no chat template. Choose its instruct version.',
    );
  }
  const pre = text('tokenizer.ggml.pre') ?? 'gpt-2';
  const split = Object.hasOwn(SPLITS, pre) ? SPLITS[pre] : undefined;
  if (text('tokenizer.ggml.model') !== 'gpt2' || !split) {
    const kind = `${text('tokenizer.ggml.model') ?? 'unknown'}, ${pre}`.slice(0, 80);
    throw new GgufError(`The tokenizer of this file (${kind}) cannot be converted yet.`);
  }
  const ends = tokens.flatMap((token, at) => (ENDS.has(token) ? [at] : []));
  const eos = id('eos');
  const eosIds = [...new Set([...(eos === null ? [] : [eos]), ...ends])];
  const named = (at: number | null) => (at === null ? null : (tokens[at] ?? null));
  const { type, className } = ARCHITECTURES[shape.architecture];
  const config = {
    architectures: [className],
    model_type: type,
    vocab_size: shape.vocabulary,
    hidden_size: shape.width,
    intermediate_size: shape.inner,
    num_hidden_layers: shape.layers,
    num_attention_heads: shape.heads,
    num_key_value_heads: shape.keyHeads,
    head_dim: shape.headSize,
    max_position_embeddings: shape.context,
    rms_norm_eps: shape.epsilon,
    rope_theta: shape.ropeBase,
    hidden_act: 'silu',
    bos_token_id: id('bos'),
    eos_token_id: eos,
  };
  const tokenizerConfig = {
    tokenizer_class: split.className,
    chat_template: template,
    bos_token: named(id('bos')),
    eos_token: named(eos),
    pad_token: named(id('padding') ?? eos),
    unk_token: null,
    add_prefix_space: false,
    clean_up_tokenization_spaces: false,
    model_max_length: shape.context,
  };
  const json = (value: unknown) => `${JSON.stringify(value)}\n`;
  return {
    'config.json': json(config),
    'generation_config.json': json({ bos_token_id: id('bos'), eos_token_id: eosIds }),
    'tokenizer_config.json': json(tokenizerConfig),
    'tokenizer.json': json(tokenizerOf(metadata, tokens, split)),
  };
}

function texts(value: GgufValue | undefined, count: number | null): string[] {
  const isRight =
    Array.isArray(value) &&
    value.every((one) => typeof one === 'string') &&
    (count === null || value.length === count);
  if (isRight) return value as string[];
  throw new GgufError('This GGUF file is damaged: its vocabulary does not fit its weights.');
}

function tokenizerOf(
  metadata: Gguf['metadata'],
  tokens: readonly string[],
  split: (typeof SPLITS)[string],
) {
  const merges = texts(metadata.get('tokenizer.ggml.merges'), null);
  const types = metadata.get('tokenizer.ggml.token_type');
  const kindOf = (at: number) => (Array.isArray(types) ? types[at] : 1);
  const added = tokens.flatMap((content, at) => {
    const kind = kindOf(at);
    if (kind !== CONTROL && kind !== USER_DEFINED) return [];
    const flags = { single_word: false, lstrip: false, rstrip: false, normalized: false };
    return [{ id: at, content, ...flags, special: kind === CONTROL }];
  });
  const byteLevel = { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true };
  const pattern = split?.pattern;
  const steps = pattern
    ? [
        { type: 'Split', pattern: { Regex: pattern }, behavior: 'Isolated', invert: false },
        { ...byteLevel, use_regex: false },
      ]
    : [
        ...(split?.digits ? [{ type: 'Digits', individual_digits: true }] : []),
        { ...byteLevel, use_regex: true },
      ];
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: added,
    normalizer: split?.isNfc ? { type: 'NFC' } : null,
    pre_tokenizer: { type: 'Sequence', pretokenizers: steps },
    post_processor: { ...byteLevel, use_regex: false },
    decoder: { ...byteLevel, use_regex: true },
    model: {
      type: 'BPE',
      dropout: null,
      unk_token: null,
      continuing_subword_prefix: '',
      end_of_word_suffix: '',
      fuse_unk: false,
      byte_fallback: false,
      vocab: Object.fromEntries(tokens.map((token, at) => [token, at])),
      merges,
    },
  };
}
