import type { Dtype, EmbeddingFacts, ModelCard, ModelSource } from '#catalog/model-card.ts';
import type { ModelCheck } from '#contract/catalog-entry.ts';
import type { ModelProbe, StoredModel } from '#storage/model-records.ts';
import {
  amount,
  flag,
  id,
  label,
  list,
  name,
  nullable,
  oneOf,
  optional,
  part,
  type RowParser,
  row,
  sentence,
  time,
  z,
} from './fields.ts';

const dtype = z.enum(['fp32', 'fp16', 'q8', 'q4', 'q4f16']) satisfies z.ZodMiniType<Dtype>;

const source = row<ModelSource>({
  repository: id,
  page: name(''),
  dtype: z.optional(z.object({ wasm: dtype, webgpu: dtype })),
  library: z.optional(z.string()),
  isMeasured: flag(),
  gguf: z.optional(
    z.object({
      address: z.string(),
      bytes: z.nullable(z.number()),
      sha256: z.nullable(z.string()),
    }),
  ),
  file: z.optional(z.object({ name: z.string(), bytes: z.number() })),
});

const VOICE = /^[a-z_]{1,40}$/;
const whole = z.number().check(z.int(), z.minimum(0));

/** A wrong card would load its model wrongly, so only texts for people are repaired. */
const card = row<ModelCard>({
  id,
  // Of a site's own models, which are not stored.
  address: z.optional(z.undefined()),
  title: name('Model'),
  summary: name(''),
  task: z.enum(['chat', 'embeddings', 'speech', 'audio-chat', 'rerank', 'voice']),
  runtime: z.enum(['scripted', 'transformers', 'webllm']),
  owner: name(''),
  licence: name('unknown'),
  contextTokens: whole,
  completionTokens: whole,
  downloadBytes: amount(),
  memoryBytes: whole,
  created: amount(),
  can: part<ModelCard['can']>({
    tools: optional(z.boolean()),
    json: optional(z.boolean()),
    images: optional(z.boolean()),
    audio: optional(z.boolean()),
    logprobs: optional(z.boolean()),
    timestamps: optional(z.boolean()),
    words: optional(z.boolean()),
    prompt: optional(z.boolean()),
  }),
  scope: optional(z.literal('app')),
  dimensions: z.optional(z.array(whole)),
  // Names of files.
  voices: z.optional(z.array(z.string().check(z.regex(VOICE)))),
  revision: optional(label),
  temperature: optional(z.number()),
  languages: list(label),
  device: oneOf(['wasm', 'webgpu'], 'wasm'),
  threads: optional(whole),
  parallel: z.catch(z.number().check(z.int(), z.minimum(1)), 1),
  source: z.optional(source),
  family: z.optional(z.string()),
  parameters: optional(z.number()),
  gpu: optional(z.object({ features: list(label), memoryBytes: amount() })),
  embedding: z.optional(
    row<EmbeddingFacts>({
      pooling: z.enum(['mean', 'cls', 'last']),
      queryPrefix: z.string(),
      textPrefix: z.string(),
    }),
  ),
  rank: optional(
    row<NonNullable<ModelCard['rank']>>({
      wasm: optional(z.number()),
      webgpu: optional(z.number()),
    }),
  ),
  choosesDevice: z.optional(z.undefined()),
  isPacked: optional(z.boolean()),
  alias: optional(label),
});

export const model: RowParser<StoredModel> = row<StoredModel>({
  id,
  card,
  revision: nullable(z.string()),
  state: oneOf(['partial', 'complete'], 'partial'),
  loaded: amount(),
  total: amount(),
  problem: nullable(sentence),
  queuedAt: nullable(z.number()),
  addedAt: time(),
});

/** Not repaired: a model without a result is probed again. */
export const modelProbe: RowParser<ModelProbe> = row<ModelProbe>({
  model: id,
  under: z.string(),
  abilities: z.object({
    supportsBatching: z.optional(z.boolean()),
    padding: z.optional(z.enum(['left', 'right'])),
    writesInPlace: z.optional(z.boolean()),
    isExact: z.optional(z.boolean()),
  }),
  unfit: z.nullable(z.string()),
  check: optional(
    row<ModelCheck>({
      at: z.number(),
      device: z.enum(['wasm', 'webgpu']),
      against: z.nullable(z.enum(['processor', 'shipped', 'first'])),
      outputs: z.number(),
      // The verdict stays where a number cannot be stored.
      cosine: nullable(z.number()),
      difference: z.nullable(z.string()),
      speeds: nullable(z.object({ wasm: z.number(), webgpu: z.number() })),
    }),
  ),
  first: optional(z.object({ of: z.string(), rows: z.array(z.array(z.number())) })),
});
