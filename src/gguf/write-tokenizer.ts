import { GgufError } from './gguf-error.ts';
import type { Gguf, GgufValue } from './read-gguf.ts';

type Metadata = Gguf['metadata'];

/** How text is cut into words before they are cut into tokens. */
interface Split {
  className: string;
  /** Whether digits are words of their own, before the pattern of GPT-2. */
  digits?: true;
  /** Instead of the pattern of GPT-2. */
  pattern?: string;
  isNfc?: true;
  /** A word that is a token is not cut. */
  ignoresMerges?: true;
  /** Unless the file states it. */
  addsBos?: true;
}

const LLAMA_3: Split = {
  className: 'PreTrainedTokenizerFast',
  pattern:
    "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+",
};
const DIGITS: Split = { className: 'GPT2Tokenizer', digits: true };
/** By the name in the file. */
const SPLITS: Record<string, Split> = {
  qwen2: {
    className: 'Qwen2Tokenizer',
    isNfc: true,
    pattern:
      "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+",
  },
  'llama-bpe': { ...LLAMA_3, ignoresMerges: true, addsBos: true },
  lfm2: { ...LLAMA_3, ignoresMerges: true, addsBos: true },
  dbrx: LLAMA_3,
  smollm: DIGITS,
  refact: DIGITS,
  'gpt-2': { className: 'GPT2Tokenizer' },
};

/** Kinds of tokens in a file. */
const NORMAL = 1;
const CONTROL = 3;
const USER_DEFINED = 4;
/** Special tokens of Phi 3 that spaces may follow; after the others they are removed. */
const WITH_SPACES = new Set(['<unk>', '<s>', '<|endoftext|>']);
/** Characters of the longest token that is looked at: a hostile one would have as many ways to be cut. */
const MAX_LENGTH = 64;
/** Pairs of all tokens together; vocabularies have two or three for each token. */
const MAX_MERGES = 1_000_000;

export interface WrittenTokenizer {
  /** The library's class for it. */
  className: string;
  /** The file of `tokenizers`. */
  json: object;
}

/**
 * The tokenizer of a file, byte-level BPE or pieces with scores. `bos`: the token that texts begin with where the file does not
 * deny it.
 * @throws GgufError for a tokenizer of another kind, and for lists that do not fit
 */
export function writeTokenizer(
  metadata: Metadata,
  tokens: readonly string[],
  { bos, architecture }: { bos: number | null; architecture: string },
): WrittenTokenizer {
  const kind = textOf(metadata, 'tokenizer.ggml.model') ?? 'unknown';
  const pre = textOf(metadata, 'tokenizer.ggml.pre') ?? 'gpt-2';
  const split = Object.hasOwn(SPLITS, pre) ? SPLITS[pre] : undefined;
  const added = addedTokens(metadata, tokens, architecture === 'phi3' && kind === 'llama');
  const begin = (isDefault: boolean) => {
    const isAdded = metadata.get('tokenizer.ggml.add_bos_token') ?? isDefault;
    return isAdded === true && bos !== null ? beginWith(tokens[bos] ?? '', bos) : null;
  };
  const common = { version: '1.0', truncation: null, padding: null, added_tokens: added };
  const vocab = Object.fromEntries(tokens.map((token, at) => [token, at]));
  if (kind === 'llama') {
    const json = { ...common, post_processor: begin(true), ...pieces(metadata, tokens, vocab) };
    return { className: 'PreTrainedTokenizerFast', json };
  }
  if (kind !== 'gpt2' || !split) {
    const named = `${kind}, ${pre}`.slice(0, 80);
    throw new GgufError(`The tokenizer of this file (${named}) cannot be converted yet.`);
  }
  const merges = texts(metadata.get('tokenizer.ggml.merges'), null);
  const parts = byteLevel(split, merges, vocab);
  const post_processor = begin(split.addsBos === true) ?? parts.post_processor;
  return { className: split.className, json: { ...common, ...parts, post_processor } };
}

export function textOf(metadata: Metadata, key: string): string | null {
  const value = metadata.get(key);
  return typeof value === 'string' ? value : null;
}

/** @throws GgufError for another kind of value, and for another number of texts. `count`: null for any */
export function texts(value: GgufValue | undefined, count: number | null): string[] {
  const isRight =
    Array.isArray(value) &&
    value.every((one) => typeof one === 'string') &&
    (count === null || value.length === count);
  if (isRight) return value as string[];
  throw unfit();
}

const unfit = () =>
  new GgufError('This GGUF file is damaged: its vocabulary does not fit its weights.');

/** Tokens that text is searched for before it is cut: of the format, or named by its makers. */
function addedTokens(metadata: Metadata, tokens: readonly string[], removesSpaces: boolean) {
  const types = metadata.get('tokenizer.ggml.token_type');
  const kindOf = (at: number) => (Array.isArray(types) ? types[at] : NORMAL);
  return tokens.flatMap((content, at) => {
    const kind = kindOf(at);
    if (kind !== CONTROL && kind !== USER_DEFINED) return [];
    const rstrip = removesSpaces && kind === CONTROL && !WITH_SPACES.has(content);
    const flags = { single_word: false, lstrip: false, rstrip, normalized: false };
    return [{ id: at, content, ...flags, special: kind === CONTROL }];
  });
}

/** Writes a token before each text. */
function beginWith(token: string, id: number) {
  const first = { SpecialToken: { id: token, type_id: 0 } };
  const text = (name: string) => ({ Sequence: { id: name, type_id: 0 } });
  return {
    type: 'TemplateProcessing',
    single: [first, text('A')],
    pair: [first, text('A'), first, text('B')],
    special_tokens: { [token]: { id: token, ids: [id], tokens: [token] } },
  };
}

function byteLevel(split: Split, merges: readonly string[], vocab: Record<string, number>) {
  const level = { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true };
  const isolate = (pattern: string) => {
    return { type: 'Split', pattern: { Regex: pattern }, behavior: 'Isolated', invert: false };
  };
  const steps = split.pattern
    ? [isolate(split.pattern), { ...level, use_regex: false }]
    : [
        // The library's own step for digits leaves out ½ and ².
        ...(split.digits ? [isolate('\\p{N}')] : []),
        { ...level, use_regex: true },
      ];
  return {
    normalizer: split.isNfc ? { type: 'NFC' } : null,
    pre_tokenizer: { type: 'Sequence', pretokenizers: steps },
    post_processor: { ...level, use_regex: false },
    decoder: { ...level, use_regex: true },
    model: {
      type: 'BPE',
      dropout: null,
      unk_token: null,
      continuing_subword_prefix: '',
      end_of_word_suffix: '',
      fuse_unk: false,
      byte_fallback: false,
      ignore_merges: split.ignoresMerges === true,
      vocab,
      merges,
    },
  };
}

/**
 * Pieces with scores, as SentencePiece joins them: spaces are written as ▁, unknown characters as their bytes, and the pieces with the
 * highest scores are joined first.
 */
function pieces(metadata: Metadata, tokens: readonly string[], vocab: Record<string, number>) {
  const replace = (from: string, to: string) => {
    return { type: 'Replace', pattern: { String: from }, content: to };
  };
  // Llama's texts begin with a space, which is not written.
  const isPrefixed = metadata.get('tokenizer.ggml.add_space_prefix') !== false;
  const normalizers = [...(isPrefixed ? [{ type: 'Prepend', prepend: '▁' }] : [])];
  const strip = isPrefixed ? [{ type: 'Strip', content: ' ', start: 1, stop: 0 }] : [];
  return {
    normalizer: { type: 'Sequence', normalizers: [...normalizers, replace(' ', '▁')] },
    pre_tokenizer: null,
    decoder: {
      type: 'Sequence',
      decoders: [replace('▁', ' '), { type: 'ByteFallback' }, { type: 'Fuse' }, ...strip],
    },
    model: {
      type: 'BPE',
      dropout: null,
      unk_token: tokens.includes('<unk>') ? '<unk>' : null,
      continuing_subword_prefix: null,
      end_of_word_suffix: null,
      fuse_unk: true,
      byte_fallback: true,
      vocab,
      merges: mergesOf(metadata, tokens),
    },
  };
}

/** Pairs of tokens that make a token, those with the highest score first. */
function mergesOf(metadata: Metadata, tokens: readonly string[]): [string, string][] {
  const scores = metadata.get('tokenizer.ggml.scores');
  const types = metadata.get('tokenizer.ggml.token_type');
  if (!Array.isArray(scores) || !Array.isArray(types) || scores.length !== tokens.length) {
    throw unfit();
  }
  const known = new Set(tokens);
  const order = tokens.map((_, at) => at).filter((at) => types[at] === NORMAL);
  order.sort((a, b) => Number(scores[b]) - Number(scores[a]));
  const found: [string, string][] = [];
  for (const at of order) {
    const token = tokens[at] ?? '';
    for (let cut = 1; cut < Math.min(token.length, MAX_LENGTH); cut++) {
      const [left, right] = [token.slice(0, cut), token.slice(cut)];
      if (known.has(left) && known.has(right)) found.push([left, right]);
    }
    if (found.length > MAX_MERGES) {
      throw new GgufError('The tokenizer of this file has too many ways to join its tokens.');
    }
  }
  return found;
}
