import type { ModelCard } from '#catalog/model-card.ts';
import type { Repository } from '#model-files/hub.ts';
import { DownloadError } from '#model-files/model-file.ts';
import { pickMlcFiles } from '#model-files/pick-files.ts';

/** Marks a repository as a model for WebLLM, and contains its configuration. */
export const MLC_CONFIG = 'mlc-chat-config.json';
/** The library, buffers of one step, the vocabulary. */
const OVERHEAD_BYTES = 300e6;
/** No model has more; a configuration may claim it. */
const MAX_CONTEXT = 16_777_216;
const MAX_COUNT = 1_000_000;
const NO_LIBRARY =
  'No compiled library is known for this MLC model. Write its address after the name: owner/name https://…/name-webgpu.wasm';

/**
 * A card for a model compiled for WebLLM: the library is the one named, or the one in the repository.
 * @throws DownloadError `refused` where there is none, or for a model that does not chat.
 */
export function describeMlc(
  repository: string,
  found: Repository,
  config: Record<string, unknown>,
  named: string | null,
): ModelCard {
  const library = named ?? found.files.find((file) => file.path.endsWith('.wasm'))?.path;
  if (library === undefined) throw new DownloadError('refused', NO_LIBRARY);
  if (!config['conv_template']) {
    throw new DownloadError('refused', 'Of the models for WebLLM only those that chat are run.');
  }
  const picked = pickMlcFiles(found.files.map((file) => file.path));
  const bytes = found.files
    .filter((file) => picked.includes(file.path))
    .reduce((sum, file) => sum + file.bytes, 0);
  const contextTokens = contextOf(config);
  const wanted = bytes * 1.1 + cacheBytes(config, contextTokens) + OVERHEAD_BYTES;
  const memoryBytes = Math.min(Math.round(wanted), Number.MAX_SAFE_INTEGER);
  const [owner = '', name = ''] = repository.split('/');
  // Numbers of 16 bits need a GPU that computes with them.
  const isHalf = /^q\d+f16|^q\d+bf16/.test(textOf(config['quantization']));
  return {
    id: repository,
    title: name,
    summary: 'Added by hand.',
    task: 'chat',
    runtime: 'webllm',
    owner,
    licence: found.licence ?? 'See its page',
    contextTokens,
    completionTokens: contextTokens,
    downloadBytes: bytes,
    memoryBytes,
    created: Math.floor(Date.now() / 1000),
    can: { tools: true, json: true, logprobs: true },
    languages: found.languages,
    device: 'webgpu',
    parallel: 1,
    gpu: { features: isHalf ? ['shader-f16'] : [], memoryBytes },
    source: { repository, page: `https://huggingface.co/${repository}`, library, isMeasured: true },
  };
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** Tokens of a conversation: of its window, where it slides. */
function contextOf(config: Record<string, unknown>): number {
  const sizes = [config['context_window_size'], config['sliding_window_size']];
  const given = sizes.find((size) => typeof size === 'number' && size >= 1);
  return Math.min(Math.floor(Number(given ?? 4096)), MAX_CONTEXT);
}

/** Bytes of keys and values of a whole conversation, as far as the model says how large they are. */
function cacheBytes(config: Record<string, unknown>, tokens: number): number {
  const model = (config['model_config'] ?? {}) as Record<string, unknown>;
  const number = (name: string, otherwise: number) => {
    const value = model[name];
    return typeof value === 'number' && value >= 0 ? Math.min(value, MAX_COUNT) : otherwise;
  };
  const heads = number('num_attention_heads', 0);
  const width = number('head_dim', heads > 0 ? number('hidden_size', 0) / heads : 0);
  const stored = number('num_key_value_heads', heads);
  return 2 * number('num_hidden_layers', 0) * stored * width * tokens * 4;
}
