import { ARCHITECTURES, type DecoderShape, traitsOf } from './decoder-shape.ts';
import { GgufError } from './gguf-error.ts';
import type { Gguf } from './read-gguf.ts';
import { textOf, texts, writeTokenizer } from './write-tokenizer.ts';

/** Tokens that end an answer, whatever the file names as its end. */
const ENDS = new Set([
  '<|im_end|>',
  '<|endoftext|>',
  '<|eot_id|>',
  '<|end_of_text|>',
  '<|end|>',
  '<end_of_turn>',
]);

/**
 * The files next to a graph that transformers.js reads, by their names: configuration, tokenizer and chat template, from the
 * metadata of the file.
 * @throws GgufError for a tokenizer that is not converted, or a file without a chat template.
 */
export function smallFiles({ metadata }: Gguf, shape: DecoderShape): Record<string, string> {
  const id = (key: string): number | null => {
    const value = metadata.get(`tokenizer.ggml.${key}_token_id`);
    const isToken = Number.isSafeInteger(value) && Number(value) >= 0;
    return isToken && Number(value) < tokens.length ? Number(value) : null;
  };
  const tokens = texts(metadata.get('tokenizer.ggml.tokens'), shape.vocabulary);
  const template = textOf(metadata, 'tokenizer.chat_template');
  if (template === null) {
    throw new GgufError(
      'This is a base model: it has no chat template. Choose its instruct version.',
    );
  }
  const [bos, eos] = [id('bos'), id('eos')];
  const { architecture } = shape;
  const tokenizer = writeTokenizer(metadata, tokens, { bos, architecture });
  const ends = tokens.flatMap((token, at) => (ENDS.has(token) ? [at] : []));
  const eosIds = [...new Set([eos, id('eot'), ...ends])].filter((one) => one !== null);
  const named = (at: number | null) => (at === null ? null : (tokens[at] ?? null));
  const { type, className } = ARCHITECTURES[architecture];
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
    rope_theta: shape.positions.base,
    hidden_act: traitsOf(shape).isGemma ? 'gelu_pytorch_tanh' : 'silu',
    ...(shape.convolution && { conv_L_cache: shape.convolution.tokens }),
    bos_token_id: bos,
    eos_token_id: eos,
  };
  const tokenizerConfig = {
    tokenizer_class: tokenizer.className,
    chat_template: template,
    bos_token: named(bos),
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
    'generation_config.json': json({ bos_token_id: bos, eos_token_id: eosIds }),
    'tokenizer_config.json': json(tokenizerConfig),
    'tokenizer.json': json(tokenizer.json),
  };
}
