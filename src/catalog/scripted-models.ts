import type { ModelCard } from './model-card.ts';

const SHARED = {
  runtime: 'scripted',
  owner: 'alcove',
  licence: 'Apache-2.0',
  created: 1_795_219_200,
  downloadBytes: 0,
  memoryBytes: 1_000_000,
  languages: [],
  device: 'wasm',
  parallel: 1,
} as const;

/** Models without weights that say what they are told to: for testing a client. See docs/scripted-models.md. */
export const SCRIPTED_MODELS: readonly ModelCard[] = [
  {
    ...SHARED,
    id: 'scripted-chat',
    title: 'Scripted chat',
    summary: 'Says what the request scripts, else echoes. No model.',
    task: 'chat',
    contextTokens: 512,
    completionTokens: 512,
    can: { tools: true, json: true, logprobs: true },
  },
  {
    ...SHARED,
    id: 'scripted-vision',
    title: 'Scripted vision',
    summary: 'Takes images and says what the request scripts. No model.',
    task: 'chat',
    contextTokens: 4096,
    completionTokens: 4096,
    can: { tools: true, json: true, images: true, logprobs: true },
  },
  {
    ...SHARED,
    id: 'scripted-embed',
    title: 'Scripted embeddings',
    summary: 'Vectors of 8 numbers from the letters of a text. No model.',
    task: 'embeddings',
    contextTokens: 64,
    completionTokens: 0,
    can: {},
    dimensions: [8],
  },
  {
    ...SHARED,
    id: 'scripted-speech',
    title: 'Scripted speech',
    summary: 'Writes what the prompt scripts, else how long the audio is. No model.',
    task: 'speech',
    contextTokens: 448,
    completionTokens: 448,
    can: { timestamps: true },
  },
  {
    ...SHARED,
    id: 'scripted-Audio-7B-Instruct',
    title: 'Scripted audio chat',
    summary: 'Takes audio and says what the request scripts. No model.',
    task: 'audio-chat',
    contextTokens: 4096,
    completionTokens: 4096,
    can: { audio: true },
  },
];
