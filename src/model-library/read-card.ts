import type { ModelCard } from '#catalog/model-card.ts';
import { runAs, voiceOf } from '#catalog/onnx-families.ts';
import { z } from '#contract/zod.ts';

const MAX_TEXT = 300;
/** Some models have a sentence of instructions before each text. */
const MAX_PREFIX = 2000;
/** Sizes of embeddings, languages and features of one model; the longest list of the catalogue has about a hundred. */
const MAX_ITEMS = 300;
/** The end of the year 9999, the last that dates are written of. */
const MAX_SECONDS = 253_402_300_799;

const text = z.string().min(1).max(MAX_TEXT);
const count = z.int().min(0);
const texts = z.array(text).max(MAX_ITEMS);
const dtype = z.enum(['fp32', 'fp16', 'q8', 'q4', 'q4f16']);
const place = z.int().min(1).optional();
const flag = z.boolean().optional();
const prefix = z.string().max(MAX_PREFIX);

/** Pages are links of the app: no address that runs a script. */
const page = z
  .string()
  .max(MAX_PREFIX)
  .refine((value) => value === '' || /^https?:\/\/[^/]/i.test(value));

/** What may be said of a model by others than this app. Whatever is not named here is left out: how it is run, or listed. */
const CARD = z.object({
  id: text,
  title: text,
  summary: text,
  task: z.enum(['chat', 'embeddings', 'speech', 'audio-chat', 'rerank', 'voice']),
  runtime: z.literal('transformers'),
  owner: text,
  licence: text,
  contextTokens: count,
  completionTokens: count,
  downloadBytes: count,
  memoryBytes: count,
  created: count.max(MAX_SECONDS),
  can: z.object({
    tools: flag,
    json: flag,
    images: flag,
    audio: flag,
    logprobs: flag,
    timestamps: flag,
    words: flag,
    prompt: flag,
  }),
  dimensions: z.array(z.int().min(1)).min(1).max(MAX_ITEMS).optional(),
  // Names of files: what else stands in one would be looked for elsewhere.
  voices: z
    .array(text.refine((voice) => voiceOf(`voices/${voice}.bin`) !== null))
    .min(1)
    .max(MAX_ITEMS)
    .optional(),
  revision: text.optional(),
  temperature: z.number().min(0).max(2).optional(),
  languages: texts,
  device: z.enum(['wasm', 'webgpu']),
  parallel: z.int().min(1).max(64),
  source: z.object({
    repository: text,
    page,
    dtype: z.object({ wasm: dtype, webgpu: dtype }).optional(),
    isMeasured: z.boolean(),
  }),
  family: text.optional(),
  parameters: count.optional(),
  gpu: z.object({ features: texts, memoryBytes: count }).optional(),
  embedding: z
    .object({ pooling: z.enum(['mean', 'cls', 'last']), queryPrefix: prefix, textPrefix: prefix })
    .optional(),
  rank: z.object({ wasm: place, webgpu: place }).optional(),
});

/** A card of a server or a pack, with its source. */
export type ReadCard = ModelCard & Required<Pick<ModelCard, 'source'>>;

/**
 * The card of a model that this version runs, made of the fields that others may state; null for any other: a server or
 * a pack of another version may describe it in another way, and a pack may be made by anyone.
 */
export function readCard(value: unknown): ReadCard | null {
  const { data: card } = CARD.safeParse(value);
  if (!card) return null;
  const { family, task } = card;
  if (family !== undefined && runAs(family, { makesVectors: task === 'embeddings' }) === null) {
    return null;
  }
  if (task === 'voice' && !card.voices) return null;
  // No member is undefined: JSON has none, and neither do cards of the app.
  return JSON.parse(JSON.stringify(card)) as ReadCard;
}
