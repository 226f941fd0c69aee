import type { ModelCard, ModelTask } from './model-card.ts';

/** How pictures are cut into tokens; each has its reader in `runtimes/transformers/media/image-reader.ts`. */
export type ImageLayout = 'tiled' | 'grid' | 'mixed';
/** Each has its loader in `runtimes/transformers/speech`. */
export type SpeechDecoder = 'whisper' | 'moonshine' | 'ctc';

/** The prompt format of a model with audio input. */
interface AudioPrompt {
  /** Stands for the audio in the text of a prompt. */
  marker: string;
  /** Written before it. */
  before: string;
  /** Whether the audio is filled up to the whole window of 30 s. */
  isPadded: boolean;
}

interface Common {
  /** `model_type` of the model's configuration. */
  type: string;
  /** A tiny model of this family with random weights: a folder of `e2e/shapes`. */
  shape?: string;
}

/** The record of a family of ONNX models. Everything that chat templates define is read from them. */
export type OnnxFamily = Common &
  (
    | {
        task: 'chat';
        images?: ImageLayout;
        /** Whether its tokens have a place in time, line and column. */
        hasSpatialPositions?: true;
        /** Whether models with a pooling configuration make vectors. */
        mayEmbed?: true;
      }
    | { task: 'audio-chat'; audio: AudioPrompt }
    | { task: 'speech'; decoder: SpeechDecoder; can: { timestamps?: true; prompt?: true } }
    | { task: 'embeddings' }
    | { task: 'voice' }
  );

export const ONNX_FAMILIES: readonly OnnxFamily[] = [
  { type: 'llama', task: 'chat', mayEmbed: true },
  { type: 'qwen2', task: 'chat', mayEmbed: true },
  { type: 'qwen3', task: 'chat', mayEmbed: true, shape: 'qwen3' },
  { type: 'smollm3', task: 'chat' },
  { type: 'mistral', task: 'chat', mayEmbed: true },
  { type: 'ministral', task: 'chat' },
  { type: 'gemma', task: 'chat' },
  { type: 'gemma2', task: 'chat' },
  { type: 'gemma3_text', task: 'chat', mayEmbed: true },
  { type: 'granite', task: 'chat', shape: 'granite' },
  { type: 'granitemoehybrid', task: 'chat', shape: 'granite4' },
  { type: 'lfm2', task: 'chat', shape: 'lfm2' },
  { type: 'phi', task: 'chat' },
  { type: 'phi3', task: 'chat' },
  { type: 'olmo', task: 'chat' },
  { type: 'olmo2', task: 'chat' },
  { type: 'stablelm', task: 'chat' },
  { type: 'idefics3', task: 'chat', images: 'tiled' },
  { type: 'smolvlm', task: 'chat', images: 'tiled', shape: 'smolvlm' },
  { type: 'qwen2_vl', task: 'chat', images: 'grid', hasSpatialPositions: true, shape: 'qwen2-vl' },
  { type: 'qwen2_5_vl', task: 'chat', images: 'grid', hasSpatialPositions: true },
  { type: 'lfm2_vl', task: 'chat', images: 'mixed', shape: 'lfm2-vl' },
  {
    type: 'ultravox',
    task: 'audio-chat',
    audio: { marker: '<|audio|>', before: '', isPadded: false },
    shape: 'ultravox',
  },
  {
    type: 'granite_speech',
    task: 'audio-chat',
    audio: { marker: '<|audio|>', before: '', isPadded: false },
    shape: 'granite-speech',
  },
  {
    type: 'voxtral',
    task: 'audio-chat',
    audio: { marker: '[AUDIO]', before: '[BEGIN_AUDIO]', isPadded: true },
    shape: 'voxtral',
  },
  {
    type: 'whisper',
    task: 'speech',
    decoder: 'whisper',
    can: { timestamps: true, prompt: true },
    shape: 'whisper',
  },
  // Has neither timestamps nor a prompt.
  { type: 'moonshine', task: 'speech', decoder: 'moonshine', can: {}, shape: 'moonshine' },
  {
    type: 'parakeet_ctc',
    task: 'speech',
    decoder: 'ctc',
    can: { timestamps: true },
    shape: 'parakeet',
  },
  { type: 'bert', task: 'embeddings', shape: 'bert-mean' },
  { type: 'distilbert', task: 'embeddings' },
  { type: 'roberta', task: 'embeddings' },
  { type: 'xlm-roberta', task: 'embeddings' },
  { type: 'mpnet', task: 'embeddings' },
  { type: 'nomic_bert', task: 'embeddings' },
  { type: 'modernbert', task: 'embeddings' },
  // Kokoro. Others of the kind have other phonemes: their voices have other names (voiceOf).
  { type: 'style_text_to_speech_2', task: 'voice', shape: 'kokoro' },
];

/** The voice of a file of Kokoro that English can be spoken with, American or British; null for any other file. */
export function voiceOf(path: string): string | null {
  return /^voices\/([ab][fm]_[a-z]{2,20})\.bin$/.exec(path)?.[1] ?? null;
}

const BY_TYPE = new Map(ONNX_FAMILIES.map((family) => [family.type, family]));

export function findFamily(type: string | undefined): OnnxFamily | null {
  return BY_TYPE.get(type ?? '') ?? null;
}

const WRITES = { tools: true, json: true, logprobs: true } as const;

/** What models of a family can do. */
export function familyAbilities(family: OnnxFamily): ModelCard['can'] {
  switch (family.task) {
    case 'chat':
      return family.images ? { ...WRITES, images: true } : WRITES;
    case 'audio-chat':
      return { ...WRITES, audio: true };
    case 'speech':
      return family.can;
    case 'embeddings':
    case 'voice':
      return {};
  }
}

/** What a model is run as, by the type that its configuration names; null when it cannot be run. */
export function runAs(
  type: string,
  { makesVectors, makesScores = false }: { makesVectors: boolean; makesScores?: boolean },
): { task: ModelTask; can: ModelCard['can'] } | null {
  const family = findFamily(type);
  if (!family) return null;
  if (makesVectors && family.task === 'chat' && family.mayEmbed)
    return { task: 'embeddings', can: {} };
  if (makesScores && family.task === 'embeddings') return { task: 'rerank', can: {} };
  return { task: family.task, can: familyAbilities(family) };
}

/** How a speech model is decoded; a card without a family is a Whisper. */
export function speechDecoderOf({ family }: Pick<ModelCard, 'family'>): SpeechDecoder {
  const found = findFamily(family);
  return found?.task === 'speech' ? found.decoder : 'whisper';
}
