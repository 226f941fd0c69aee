import { estimateMemory, measuredBytes } from './model-bytes.ts';
import type { Dtype, EmbeddingFacts, ModelCard, ModelTask } from './model-card.ts';
import { familyAbilities, findFamily } from './onnx-families.ts';
import facts from './onnx-models.json' with { type: 'json' };

/** Bytes per weight, including scales. */
const BYTES: Record<Dtype, number> = { fp32: 4, fp16: 2, q8: 1.03, q4: 0.6, q4f16: 0.55 };
/** Bytes of the file of a voice. */
const VOICE_BYTES = 522_240;

interface Facts {
  id: string;
  title: string;
  summary: string;
  task: ModelTask;
  /** Where licence, parameters and context were read. */
  page: string;
  licence: string;
  parameters: number;
  contextTokens: number;
  languages: readonly string[];
  /** The kind of model, where its task does not say enough. */
  family?: string;
  rank?: ModelCard['rank'];
  dtype?: { wasm: Dtype; webgpu: Dtype };
  dimensions?: readonly number[];
  embedding?: EmbeddingFacts;
  /** Of those in its repository, the ones that are downloaded. */
  voices?: readonly string[];
}

/** A chat model of text or a Whisper where the card names no family. */
const USUAL_FAMILY: Record<ModelTask, string | null> = {
  chat: 'llama',
  'audio-chat': null,
  speech: 'whisper',
  embeddings: 'bert',
  rerank: 'bert',
  voice: 'style_text_to_speech_2',
  speakers: null,
  ocr: null,
};

function abilities({ id, task, family }: Facts): ModelCard['can'] {
  // An encoder that scores: its family makes vectors.
  if (task === 'rerank') return {};
  const found = findFamily(family ?? USUAL_FAMILY[task] ?? '');
  if (found?.task !== task) throw new Error(`The family of ${id} is not known.`);
  return familyAbilities(found);
}

/** Most tokens of one answer: some could continue much longer than anyone reads. */
const MAX_COMPLETION = {
  chat: 4096,
  'audio-chat': 4096,
  embeddings: 0,
  speech: 448,
  rerank: 0,
  voice: 0,
  speakers: 0,
  ocr: 0,
};

function toCard(facts: Facts): ModelCard {
  const { id, page, task, parameters, contextTokens, family, rank, dimensions, embedding } = facts;
  const { voices } = facts;
  const writes = task === 'chat' || task === 'audio-chat';
  const can = abilities(facts);
  const isText = task === 'chat' && !can.images && !can.audio;
  // As they are preferred of other repositories (model-files/pick-files.ts).
  const dtype = facts.dtype ?? { wasm: isText ? 'q4' : 'q8', webgpu: writes ? 'q4' : 'fp32' };
  const measured = measuredBytes(id, dtype.wasm);
  const model = measured ?? Math.round(parameters * BYTES[dtype.wasm]);
  const bytes = model + (voices?.length ?? 0) * VOICE_BYTES;
  return {
    id,
    title: facts.title,
    summary: facts.summary,
    task,
    runtime: 'transformers',
    owner: id.split('/')[0] ?? id,
    licence: facts.licence,
    contextTokens,
    completionTokens: Math.min(contextTokens, MAX_COMPLETION[task]),
    downloadBytes: bytes,
    memoryBytes: estimateMemory({ bytes, dtype: dtype.wasm, device: 'wasm', task, can }),
    created: 1_795_219_200,
    can,
    languages: facts.languages,
    device: 'wasm',
    parallel: writes ? 8 : 1,
    parameters,
    source: { repository: id, page, dtype, isMeasured: measured !== null },
    ...(family ? { family } : {}),
    ...(rank ? { rank } : {}),
    ...(dimensions ? { dimensions } : {}),
    ...(embedding ? { embedding } : {}),
    ...(voices ? { voices } : {}),
  };
}

/** Models for transformers.js that can be downloaded from the hub. */
export const ONNX_MODELS: readonly ModelCard[] = (facts as readonly Facts[]).map(toCard);
