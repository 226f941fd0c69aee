import { isRecord } from '#base/guards.ts';
import type { ApiError } from './api-error.ts';
import {
  invalidValue,
  orphanToolMessage,
  streamOptionsWithoutStream,
  toolChoiceWithoutTools,
  unknownTool,
  unsupportedValue,
} from './errors.ts';
import {
  boolean,
  decimal,
  integer,
  list,
  logitBias,
  object,
  oneOf,
  record,
  string,
} from './fields.ts';
import { type FoundError, firstError } from './first-error.ts';
import {
  FORMAT_FIELDS,
  formatProblems,
  THINKING_FIELDS,
  templateProblems,
} from './format-fields.ts';
import { message, tool } from './messages.ts';
import { refusals } from './request-fields.ts';
import { z } from './zod.ts';

export const streamOptions = object({ include_usage: boolean().nullish() });

const stop = z.union([string(), list(string(), { max: 4 })], {
  error: 'type:a string or an array of strings',
});

const toolChoice = z.union([oneOf(['none', 'auto', 'required']), record()], {
  error: 'type:a string or an object',
});

/** The body of POST /v1/chat/completions; unknown fields are ignored. */
export const chatRequest = object({
  model: string(),
  messages: list(message(), { min: 1 }),
  max_tokens: integer(1).nullish(),
  max_completion_tokens: integer(1).nullish(),
  n_predict: integer(1).nullish(),
  temperature: decimal(0, 1).nullish(),
  top_p: decimal(0, 1).nullish(),
  top_k: integer(1, 100).nullish(),
  min_p: decimal(0, 1).nullish(),
  avoid_repetition: boolean().nullish(),
  stop: stop.nullish(),
  stream: boolean().nullish(),
  stream_options: streamOptions.nullish(),
  return_progress: boolean()
    .nullish()
    .describe(
      'Streams `prompt_progress` while a long prompt is read, as the server of llama.cpp does.',
    ),
  tools: list(tool, { max: 128 }).nullish(),
  tool_choice: toolChoice.nullish(),
  parallel_tool_calls: boolean().nullish(),
  ...FORMAT_FIELDS,
  ...THINKING_FIELDS,
  n: integer(1, 1).nullish(),
  seed: integer(Number.MIN_SAFE_INTEGER).nullish(),
  logprobs: boolean().nullish(),
  top_logprobs: integer(0, 20).nullish(),
  presence_penalty: decimal(-2, 2).nullish(),
  frequency_penalty: decimal(-2, 2).nullish(),
  logit_bias: logitBias().nullish(),
});

export type ChatRequest = z.infer<typeof chatRequest>;

const ORDER = Object.keys(chatRequest.shape);

/** Upper ends of `temperature` that a service may be set to. */
export type TemperatureMax = 1 | 2;

const hotChatRequest = chatRequest.extend({ temperature: decimal(0, 2).nullish() });

/** Limits of 0 or −1, which other servers read as none. */
const NO_LIMIT: ReadonlyMap<string, readonly unknown[]> = new Map([
  ['max_tokens', [-1]],
  ['max_completion_tokens', [-1]],
  ['max_output_tokens', [-1]],
  ['n_predict', [-1]],
  ['top_k', [0, -1]],
]);

/** A body without the limits that limit nothing. */
export function withoutNoLimits(body: unknown): unknown {
  if (!isRecord(body)) return body;
  const limits = Object.entries(body).filter(([k, v]) => !NO_LIMIT.get(k)?.includes(v));
  return Object.fromEntries(limits);
}

/** @throws ApiError the first failure in the order of the contract's table (§3.2). */
export function parseChatRequest(given: unknown, temperatureMax: TemperatureMax = 1): ChatRequest {
  const body = withoutNoLimits(given);
  const result = (temperatureMax === 2 ? hotChatRequest : chatRequest).safeParse(body);
  const found = isRecord(body) ? crossChecks(body) : [];
  const error = firstError(result.error?.issues ?? [], found, body, ORDER);
  if (error) throw error;
  return result.data as ChatRequest;
}

/** What the schema of single fields cannot say. Reads the raw body, which may be anything. */
function crossChecks(body: Record<string, unknown>): FoundError[] {
  const found: FoundError[] = [];
  const add = (path: PropertyKey[], error: ApiError | null) => {
    if (error) found.push({ path, error });
  };
  for (const [index, error] of orphans(body['messages'])) add(['messages', index, 'role'], error);
  if (isRecord(body['stream_options']) && body['stream'] !== true) {
    add(['stream_options'], streamOptionsWithoutStream());
  }
  add(['tool_choice'], checkToolChoice(body['tool_choice'], body['tools']));
  for (const [name, error] of [...formatProblems(body), ...templateProblems(body)]) {
    add([name], error);
  }
  if (typeof body['top_logprobs'] === 'number' && body['logprobs'] !== true) {
    add(['top_logprobs'], invalidValue('top_logprobs', "it needs 'logprobs' to be true."));
  }
  return [...found, ...refusals('chat', body)];
}

function* orphans(messages: unknown): Generator<[number, ApiError]> {
  if (!Array.isArray(messages)) return;
  const called = new Set<unknown>();
  for (const [index, item] of messages.entries()) {
    if (!isRecord(item)) continue;
    const calls = Array.isArray(item['tool_calls']) ? item['tool_calls'] : [];
    for (const call of calls) if (isRecord(call)) called.add(call['id']);
    const id = item['tool_call_id'];
    if (item['role'] === 'tool' && typeof id === 'string' && !called.has(id)) {
      yield [index, orphanToolMessage(index)];
    }
  }
}

function checkToolChoice(choice: unknown, tools: unknown): ApiError | null {
  const names = Array.isArray(tools) ? tools.map(toolName) : [];
  if (choice === 'required' && names.length === 0) return toolChoiceWithoutTools();
  if (!isRecord(choice)) return null;
  if (names.length === 0) return toolChoiceWithoutTools();
  if (choice['type'] === undefined) {
    return invalidValue('tool_choice.type', "it must be 'function'.");
  }
  if (choice['type'] !== 'function') {
    return unsupportedValue('tool_choice.type', choice['type'], ['function']);
  }
  const name = chosenTool(choice);
  if (typeof name !== 'string') return invalidValue('tool_choice', 'it names no tool.');
  return names.includes(name) ? null : unknownTool('tool_choice', name);
}

/** The function named by a tool_choice object, nested or flat. */
export function chosenTool(choice: Record<string, unknown>): unknown {
  return isRecord(choice['function']) ? choice['function']['name'] : choice['name'];
}

/** The name of a tool definition, nested or flat. */
function toolName(definition: unknown): unknown {
  if (!isRecord(definition)) return undefined;
  return isRecord(definition['function']) ? definition['function']['name'] : definition['name'];
}
