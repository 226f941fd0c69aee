import type { ModelCard } from './model-card.ts';

const SHARED = {
  runtime: 'transformers',
  owner: 'alcove',
  licence: 'Apache-2.0',
  created: 1_795_219_200,
  languages: ['en'],
  // So small that the way to the GPU and back costs more than it saves.
  device: 'wasm',
  parallel: 1,
} as const;

/** Languages that OpenAI's multilingual Whisper knows. */
const WHISPER_LANGUAGES =
  'en zh de es ru ko fr ja pt tr pl ca nl ar sv it id hi fi vi he uk el ms cs ro da hu ta no th ur hr bg lt la mi ml cy sk te fa lv bn sr az sl kn et mk br eu is hy ne mn bs kk sq sw gl mr pa si km sn yo so af oc ka be tg sd gu am yi lo uz fo ht ps tk nn mt sa lb my bo tl mg as tt haw ln ha ba jw su'.split(
    ' ',
  );

/** Languages whose letters PP-OCRv6 knows. */
const OCR_LANGUAGES =
  'en de fr es it pt nl pl cs sk hu ro hr sl et lv lt da sv no fi is ga cy mt sq tr az vi id ms tl sw af la eu gl ca oc el zh ja'.split(
    ' ',
  );

/** Languages that Google's Universal Sentence Encoder was trained on. */
const EMBED_LANGUAGES = 'en ar de es fr it ja ko nl pl pt ru th tr zh'.split(' ');

/** The models that ship with the app, under `/models/<id>/`. */
export const EMBEDDED_MODELS: readonly ModelCard[] = [
  {
    ...SHARED,
    id: 'alcove-guide',
    title: 'Guide',
    summary: 'Knows this app, little else.',
    scope: 'app',
    task: 'chat',
    contextTokens: 1024,
    completionTokens: 1024,
    downloadBytes: 3_900_000,
    memoryBytes: 120_000_000,
    can: { tools: true, json: true, logprobs: true },
    parallel: 8,
    // It knows one right answer to a question: chance only adds wrong ones.
    temperature: 0,
  },
  {
    ...SHARED,
    id: 'alcove-embed',
    title: 'Embed',
    summary: 'English sentence embeddings, 256 dimensions each.',
    task: 'embeddings',
    contextTokens: 512,
    completionTokens: 0,
    downloadBytes: 7_400_000,
    memoryBytes: 90_000_000,
    can: {},
    dimensions: [256, 128, 64],
    // Another one wherever its vectors change.
    revision: '1',
  },
  {
    ...SHARED,
    id: 'alcove-embed-multilingual',
    title: 'Embed multilingual',
    summary: 'Sentence embeddings in 15 languages, 512 dimensions each.',
    task: 'embeddings',
    owner: 'google',
    // It has no places of tokens: the limit is of memory.
    contextTokens: 2_048,
    completionTokens: 0,
    downloadBytes: 19_400_000,
    memoryBytes: 250_000_000,
    can: {},
    languages: EMBED_LANGUAGES,
    dimensions: [512],
    revision: '1',
    isPacked: true,
  },
  {
    ...SHARED,
    id: 'alcove-rerank',
    title: 'Rerank',
    summary: 'Says how well each passage answers a question, in English.',
    task: 'rerank',
    owner: 'sentence-transformers',
    contextTokens: 512,
    completionTokens: 0,
    downloadBytes: 23_100_000,
    memoryBytes: 150_000_000,
    can: {},
    parameters: 33_360_385,
    isPacked: true,
  },
  {
    ...SHARED,
    id: 'alcove-whisper',
    title: 'Whisper',
    summary: 'Speech in 99 languages to text, and into English. Whisper base by OpenAI.',
    task: 'speech',
    owner: 'openai',
    licence: 'MIT',
    contextTokens: 448,
    completionTokens: 448,
    downloadBytes: 55_000_000,
    memoryBytes: 450_000_000,
    can: { timestamps: true, words: true, prompt: true },
    languages: WHISPER_LANGUAGES,
    parameters: 72_593_920,
    isPacked: true,
  },
  {
    ...SHARED,
    id: 'alcove-voice',
    title: 'Voice',
    summary: 'Reads English text aloud: an American voice, made by a computer.',
    task: 'voice',
    owner: 'Maureese Williams',
    contextTokens: 4096,
    completionTokens: 0,
    downloadBytes: 11_700_000,
    memoryBytes: 120_000_000,
    can: {},
    voices: ['heart'],
    // Small steps one after another: threads would wait for each other.
    threads: 1,
    isPacked: true,
  },
  {
    ...SHARED,
    id: 'alcove-speakers',
    title: 'Speakers',
    summary: 'Finds who speaks when in a recording, in any language.',
    task: 'speakers',
    owner: 'pyannote',
    licence: 'CC-BY-4.0',
    // It reads no text; clients expect a number above 0.
    contextTokens: 1,
    completionTokens: 0,
    downloadBytes: 6_200_000,
    memoryBytes: 150_000_000,
    can: {},
    languages: [],
    isPacked: true,
  },
  {
    ...SHARED,
    id: 'alcove-ocr',
    title: 'OCR',
    summary: 'Reads text in scans and photographs: Latin, Chinese and Japanese scripts.',
    task: 'ocr',
    owner: 'PaddlePaddle',
    contextTokens: 1,
    completionTokens: 0,
    downloadBytes: 13_500_000,
    memoryBytes: 400_000_000,
    can: {},
    languages: OCR_LANGUAGES,
    isPacked: true,
  },
];
