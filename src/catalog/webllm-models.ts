import { measuredBytes } from './model-bytes.ts';
import type { ModelCard } from './model-card.ts';
import { familyOf } from './model-families.ts';
import records from './webllm-records.json' with { type: 'json' };

type WebllmRecord = (typeof records)[number];

/** Bytes per weight by quantisation, including scales. */
const BYTES: Record<string, number> = {
  q0f16: 2,
  q0f32: 4,
  q4f16: 0.5625,
  q4f32: 0.625,
  q3f16: 0.45,
};
/** Offered first on a GPU: from the smallest that is useful to the best that fits a laptop. */
const FIRST: readonly string[] = [
  'Qwen3-1.7B-q4f16_1-MLC',
  'Qwen3-1.7B-q4f32_1-MLC',
  'Llama-3.2-1B-Instruct-q4f16_1-MLC',
  'Llama-3.2-1B-Instruct-q4f32_1-MLC',
  'SmolLM2-360M-Instruct-q4f16_1-MLC',
  'SmolLM2-360M-Instruct-q4f32_1-MLC',
  'SmolLM2-135M-Instruct-q0f16-MLC',
  'SmolLM2-135M-Instruct-q0f32-MLC',
  'Qwen3-4B-q4f16_1-MLC',
  'Qwen3.5-2B-q4f16_1-MLC',
  'Phi-4-mini-instruct-q4f16_1-MLC',
  'gemma-4-E2B-it-q4f16_1-MLC',
  'Ministral-3-3B-Instruct-2512-BF16-q4f16_1-MLC',
  'Llama-3.1-8B-Instruct-q4f16_1-MLC',
  'Qwen3-8B-q4f16_1-MLC',
];

/** How the weights are stored: `q4f16`. */
function quantisationOf(id: string): string {
  return /q[0-9]f(?:16|32)/.exec(id)?.[0] ?? '';
}

function toCard(record: WebllmRecord): ModelCard {
  const { id, repository, library, memoryMb } = record;
  const family = familyOf(id);
  const quantisation = quantisationOf(id);
  const measured = measuredBytes(repository, 'all');
  const bytes = measured ?? Math.round(family.parameters * (BYTES[quantisation] ?? 1));
  const contextTokens = record.contextTokens ?? 4096;
  const place = FIRST.indexOf(id);
  // The list names shader-f16 for some models only; the number format itself needs it.
  const features = quantisation.endsWith('f16') ? ['shader-f16'] : [];
  return {
    id,
    title: `${family.title}, ${quantisation}`,
    summary: family.summary,
    task: 'chat',
    runtime: 'webllm',
    owner: family.owner,
    licence: family.licence,
    contextTokens,
    completionTokens: contextTokens,
    downloadBytes: bytes,
    memoryBytes: Math.round(memoryMb * 2 ** 20),
    created: 1_795_219_200,
    can: {
      tools: true,
      json: true,
      logprobs: true,
      ...(record.seesImages ? { images: true } : {}),
      ...(record.hearsAudio ? { audio: true } : {}),
    },
    languages: family.languages,
    device: 'webgpu',
    parallel: 1,
    parameters: family.parameters,
    gpu: {
      features: [...new Set([...record.features, ...features])],
      memoryBytes: Math.round(memoryMb * 2 ** 20),
    },
    source: { repository, page: family.page, library, isMeasured: measured !== null },
    ...(place >= 0 ? { rank: { webgpu: place + 1 } } : {}),
  };
}

/** Chat models that WebLLM runs on a GPU, as its own list has them. */
export const WEBLLM_MODELS: readonly ModelCard[] = records.map(toCard);
