import { isRecord } from '#base/guards.ts';
import { streamOptions, withoutNoLimits } from './chat-request.ts';
import { invalidValue, streamOptionsWithoutStream, unsupportedParameter } from './errors.ts';
import { boolean, decimal, integer, list, logitBias, object, string } from './fields.ts';
import { type FoundError, firstError } from './first-error.ts';
import { FORMAT_FIELDS, formatProblems } from './format-fields.ts';
import { refusals } from './request-fields.ts';
import { z } from './zod.ts';

const ids = list(integer(0), { min: 1 });
const MAX_PROMPTS = 128;

/** The body of POST /v1/completions; unknown fields are ignored. */
export const completionsRequest = object({
  model: string(),
  prompt: z.union(
    [
      string(),
      ids,
      list(string(), { min: 1, max: MAX_PROMPTS }),
      list(ids, { min: 1, max: MAX_PROMPTS }),
    ],
    { error: 'type:a string, an array of strings, or arrays of token ids' },
  ),
  suffix: string().nullish(),
  max_tokens: integer(0).nullish().describe('16 when absent; 0 only reads the prompt.'),
  n_predict: integer(0).nullish(),
  temperature: decimal(0, 2).nullish(),
  top_p: decimal(0, 1).nullish(),
  top_k: integer(1, 100).nullish(),
  min_p: decimal(0, 1).nullish(),
  avoid_repetition: boolean().nullish(),
  ...FORMAT_FIELDS,
  n: integer(1, 16).nullish(),
  best_of: integer(1).nullish(),
  stream: boolean().nullish(),
  stream_options: streamOptions.nullish(),
  logprobs: integer(0, 5).nullish(),
  echo: boolean().nullish(),
  stop: z
    .union([string(), list(string(), { max: 16 })], {
      error: 'type:a string or an array of strings',
    })
    .nullish(),
  presence_penalty: decimal(-2, 2).nullish(),
  frequency_penalty: decimal(-2, 2).nullish(),
  logit_bias: logitBias().nullish(),
  seed: integer(Number.MIN_SAFE_INTEGER).nullish(),
});

export type CompletionsRequest = z.infer<typeof completionsRequest>;

const ORDER = Object.keys(completionsRequest.shape);

/** @throws ApiError the first failure in the order of the fields. */
export function parseCompletionsRequest(given: unknown): CompletionsRequest {
  const body = withoutNoLimits(given);
  const result = completionsRequest.safeParse(body);
  const found = isRecord(body) ? [...crossChecks(body), ...refusals('completions', body)] : [];
  const error = firstError(result.error?.issues ?? [], found, body, ORDER);
  if (error) throw error;
  return result.data as CompletionsRequest;
}

function* crossChecks(body: Record<string, unknown>): Generator<FoundError> {
  if (isRecord(body['stream_options']) && body['stream'] !== true) {
    yield { path: ['stream_options'], error: streamOptionsWithoutStream() };
  }
  for (const [name, error] of formatProblems(body)) yield { path: [name], error };
  const { prompt, suffix, n, best_of: best } = body;
  if (typeof best === 'number' && best !== (n ?? 1)) {
    const error = unsupportedParameter('best_of', "Use 'n', and choose among the answers.");
    yield { path: ['best_of'], error };
  }
  const isTokens = Array.isArray(prompt) && prompt.some((part) => typeof part !== 'string');
  if (typeof suffix === 'string' && isTokens) {
    const error = invalidValue('suffix', "it needs a 'prompt' of text.");
    yield { path: ['suffix'], error };
  }
}

/** The prompts of a request, each as text or token ids. */
export function promptsOf({ prompt }: CompletionsRequest): (string | number[])[] {
  if (typeof prompt === 'string') return [prompt];
  const [first] = prompt;
  return typeof first === 'number' ? [prompt as number[]] : (prompt as (string | number[])[]);
}
