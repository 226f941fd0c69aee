import type { ModelCard, ModelTask } from '#catalog/model-card.ts';

/** What models of a kind are run as here. */
interface OnnxFamily {
  task: ModelTask;
  can: ModelCard['can'];
}

const WRITES = { tools: true, json: true, logprobs: true } as const;

const KINDS: readonly (readonly [OnnxFamily, string])[] = [
  [
    { task: 'chat', can: WRITES },
    'llama qwen2 qwen3 smollm3 mistral gemma gemma2 gemma3_text granite granitemoehybrid lfm2 phi phi3 olmo olmo2 stablelm ministral',
  ],
  [
    { task: 'chat', can: { ...WRITES, images: true } },
    'idefics3 smolvlm qwen2_vl qwen2_5_vl lfm2_vl',
  ],
  [{ task: 'audio-chat', can: { ...WRITES, audio: true } }, 'ultravox voxtral granite_speech'],
  [{ task: 'speech', can: { timestamps: true, prompt: true } }, 'whisper'],
  [{ task: 'speech', can: {} }, 'moonshine'],
  [{ task: 'speech', can: { timestamps: true } }, 'parakeet_ctc'],
  [
    { task: 'embeddings', can: {} },
    'bert distilbert roberta xlm-roberta mpnet nomic_bert modernbert',
  ],
];

/**
 * How an ONNX model is run, by the type that its configuration names; null when it cannot be.
 * `makesVectors`: whether the repository says how one vector is made of a text, as those of
 * sentence-transformers do: the same decoders write and make vectors.
 */
export function onnxFamily(type: string, makesVectors: boolean): OnnxFamily | null {
  if (makesVectors && /^(?:qwen2|qwen3|gemma3_text|llama|mistral)$/.test(type)) {
    return { task: 'embeddings', can: {} };
  }
  return KINDS.find(([, types]) => types.split(' ').includes(type))?.[0] ?? null;
}

/** Why a model of a known family cannot be run, a sentence; null where it can be. */
export function whyNotRun(config: Record<string, unknown>): string | null {
  const layers = config['layer_types'] ?? config['layers_block_type'];
  const keepsOtherStates = Array.isArray(layers) && layers.includes('mamba');
  return keepsOtherStates ? 'Models with Mamba layers cannot be run here.' : null;
}
