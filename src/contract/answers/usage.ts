import { named, z } from '#contract/zod.ts';

const count = z.int().min(0);
const seconds = z.number().min(0);

/** Token counts and timings: OpenAI's names and the hosted service's side by side (contract §3.4). */
export const usage = named(
  'Usage',
  z.strictObject({
    prompt_tokens: count,
    completion_tokens: count,
    total_tokens: count,
    input_tokens_count: count,
    output_tokens_count: count,
    total_tokens_count: count,
    time_to_first_token: seconds,
    model_execution_time: seconds,
    throughput_after_first_token: z.number(),
    queue_time: seconds,
    load_time: seconds.describe('Waiting for the model to be loaded; not part of the other times.'),
    prompt_tokens_details: z.strictObject({ cached_tokens: count }),
    completion_tokens_details: z.strictObject({ reasoning_tokens: count }),
    total_latency: seconds,
    completion_tokens_per_sec: z.number(),
    completion_tokens_after_first_per_sec: z.number(),
    total_tokens_per_sec: z.number(),
    is_last_response: z.boolean(),
  }),
);

export const USAGE_EXAMPLE = {
  prompt_tokens: 24,
  completion_tokens: 9,
  total_tokens: 33,
  input_tokens_count: 24,
  output_tokens_count: 9,
  total_tokens_count: 33,
  time_to_first_token: 0.04,
  model_execution_time: 0.12,
  throughput_after_first_token: 100,
  queue_time: 0,
  load_time: 0,
  prompt_tokens_details: { cached_tokens: 0 },
  completion_tokens_details: { reasoning_tokens: 0 },
  total_latency: 0.12,
  completion_tokens_per_sec: 75,
  completion_tokens_after_first_per_sec: 100,
  total_tokens_per_sec: 275,
  is_last_response: true,
};
