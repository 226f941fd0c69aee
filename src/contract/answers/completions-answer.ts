import { named, z } from '#contract/zod.ts';
import { USAGE_EXAMPLE, usage } from './usage.ts';

const logprobs = named(
  'CompletionLogprobs',
  z.strictObject({
    tokens: z.array(z.string()),
    token_logprobs: z.array(z.number().nullable()).describe('Null for the first of a prompt.'),
    top_logprobs: z.array(z.record(z.string(), z.number()).nullable()).nullable(),
    text_offset: z.array(z.int().min(0)),
  }),
);
export type CompletionLogprobs = z.infer<typeof logprobs>;

const finishReason = z.enum(['stop', 'length']);
const head = {
  id: z.string(),
  object: z.literal('text_completion'),
  created: z.int().describe('Unix seconds.'),
  model: z.string(),
  system_fingerprint: z.string(),
};
const choice = {
  index: z.int().min(0).describe('Of the prompt, times `n`, plus that of the answer.'),
  text: z.string(),
  logprobs: logprobs.nullable(),
};

export const completion = named(
  'Completion',
  z.strictObject({
    ...head,
    choices: z.array(z.strictObject({ ...choice, finish_reason: finishReason })),
    usage,
  }),
);

export const completionChunk = named(
  'CompletionChunk',
  z.strictObject({
    ...head,
    choices: z.array(z.strictObject({ ...choice, finish_reason: finishReason.nullable() })),
    usage: usage.nullish(),
  }),
);

export const COMPLETION_EXAMPLE = {
  id: 'cmpl-5f3c',
  object: 'text_completion',
  created: 1_795_000_000,
  model: 'alcove-guide',
  system_fingerprint: 'alcove-3-wasm-shipped',
  choices: [{ index: 0, text: ' open Transcribe.', logprobs: null, finish_reason: 'stop' }],
  usage: USAGE_EXAMPLE,
};
