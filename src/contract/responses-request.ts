import { isRecord } from '#base/guards.ts';
import type { ApiError } from './api-error.ts';
import { withoutNoLimits } from './chat-request.ts';
import { checkedBy, mediaText } from './checked-by.ts';
import {
  invalidValue,
  missingParameter,
  toolChoiceWithoutTools,
  unknownTool,
  unsupportedValue,
} from './errors.ts';
import {
  boolean,
  decimal,
  identifier,
  integer,
  list,
  object,
  oneOf,
  record,
  string,
} from './fields.ts';
import { type FoundError, firstError } from './first-error.ts';
import { THINKING_FIELDS, templateProblems } from './format-fields.ts';
import { audioProblem, imageProblem } from './media-data.ts';
import { refusals } from './request-fields.ts';
import { filterErrors, rankingOptions } from './vector-stores/requests.ts';
import { z } from './zod.ts';

/** @see https://www.openresponses.org and OpenAI's reference of `POST /v1/responses`. */

const inputText = object({ type: z.enum(['input_text', 'text']), text: string() });
const inputImage = object({ type: z.literal('input_image'), image_url: mediaText(imageProblem) });
const inputAudio = object({
  type: z.literal('input_audio'),
  input_audio: object({ data: mediaText(audioProblem), format: string().nullish() }),
});
const outputText = object({ type: z.literal('output_text'), text: string() });
const refusal = object({ type: z.literal('refusal'), refusal: string() });

const PARTS = {
  input_text: inputText,
  text: inputText,
  input_image: inputImage,
  input_audio: inputAudio,
  output_text: outputText,
  refusal,
} as const;

type Part =
  | z.infer<typeof inputText>
  | z.infer<typeof inputImage>
  | z.infer<typeof inputAudio>
  | z.infer<typeof outputText>
  | z.infer<typeof refusal>;

const content = z.union([string(), list(checkedBy('type', PARTS) as z.ZodType<Part>)], {
  error: 'type:a string or an array of content parts',
});

const inputMessage = object({
  type: z.literal('message').nullish(),
  role: oneOf(['user', 'assistant', 'system', 'developer']),
  content,
});
const functionCall = object({
  type: z.literal('function_call'),
  call_id: string(),
  name: identifier(),
  arguments: string(),
});
const functionCallOutput = object({
  type: z.literal('function_call_output'),
  call_id: string(),
  output: content,
});
/** What a search found, as clients send it back; it is not read again. */
const fileSearchCall = object({ type: z.literal('file_search_call') });
const reasoningItem = object({ type: z.literal('reasoning') });

const ITEMS = {
  message: inputMessage,
  function_call: functionCall,
  function_call_output: functionCallOutput,
  file_search_call: fileSearchCall,
  reasoning: reasoningItem,
} as const;

export type InputItem =
  | z.infer<typeof inputMessage>
  | z.infer<typeof functionCall>
  | z.infer<typeof functionCallOutput>
  | z.infer<typeof fileSearchCall>
  | z.infer<typeof reasoningItem>;

const item = checkedBy('type', ITEMS, 'message') as z.ZodType<InputItem>;

const functionTool = object({
  type: z.literal('function'),
  name: identifier(),
  description: string().nullish(),
  parameters: record().nullish(),
  strict: boolean().nullish(),
});

/** Searches the vector stores of the key, and the documents of chats and projects in this browser for keys that may. */
const fileSearchTool = object({
  type: z.literal('file_search'),
  /** Ids of vector stores, chats and projects; all chats and projects when absent, empty, or `documents`. */
  vector_store_ids: list(string(), { max: 100 }).nullish(),
  max_num_results: integer(1, 50).nullish(),
  ranking_options: rankingOptions,
  filters: z
    .unknown()
    .optional()
    .describe('A comparison of an attribute, or several with `and` or `or`.'),
});
export type FileSearchTool = z.infer<typeof fileSearchTool>;

const TOOLS = { function: functionTool, file_search: fileSearchTool } as const;
type Tool = z.infer<typeof functionTool> | FileSearchTool;

const textFormat = object({
  type: oneOf(['text', 'json_object', 'json_schema']),
  name: identifier().nullish(),
  schema: record().nullish(),
  description: string().nullish(),
  strict: boolean().nullish(),
});

/** More of an answer. Of these, models here give log probabilities and the results of a search; the others ask for nothing they have. */
const INCLUDABLE = [
  'file_search_call.results',
  'message.output_text.logprobs',
  'reasoning.encrypted_content',
  'message.input_image.image_url',
  'web_search_call.results',
  'web_search_call.action.sources',
  'code_interpreter_call.outputs',
  'computer_call_output.output.image_url',
] as const;

/** The body of POST /v1/responses; unknown fields are ignored. */
export const responsesRequest = object({
  model: string(),
  input: z.union([string(), list(item, { min: 1 })], {
    error: 'type:a string or an array of items',
  }),
  instructions: string().nullish(),
  previous_response_id: string().nullish(),
  store: boolean().nullish(),
  stream: boolean().nullish(),
  max_output_tokens: integer(1).nullish(),
  temperature: decimal(0, 1).nullish(),
  top_p: decimal(0, 1).nullish(),
  tools: list(checkedBy('type', TOOLS) as z.ZodType<Tool>, { max: 128 }).nullish(),
  include: list(oneOf(INCLUDABLE), { max: 20 }).nullish(),
  top_logprobs: integer(0, 20).nullish(),
  tool_choice: z
    .union([oneOf(['none', 'auto', 'required']), record()], { error: 'type:a string or an object' })
    .nullish(),
  text: object({ format: textFormat.nullish() }).nullish(),
  ...THINKING_FIELDS,
  metadata: record().nullish(),
  parallel_tool_calls: boolean().nullish(),
  truncation: oneOf(['disabled', 'auto']).nullish(),
  background: boolean().nullish(),
  top_k: integer(1, 100).nullish(),
  min_p: decimal(0, 1).nullish(),
  avoid_repetition: boolean().nullish(),
  presence_penalty: decimal(-2, 2).nullish(),
  frequency_penalty: decimal(-2, 2).nullish(),
  prompt_cache_key: string().nullish(),
  safety_identifier: string().nullish(),
  user: string().nullish(),
});

export type ResponsesRequest = z.infer<typeof responsesRequest>;

const ORDER = Object.keys(responsesRequest.shape);

/** @throws ApiError the first failure in the order of the fields. */
export function parseResponsesRequest(given: unknown, temperatureMax: 1 | 2): ResponsesRequest {
  const schema =
    temperatureMax === 2
      ? responsesRequest.extend({ temperature: decimal(0, 2).nullish() })
      : responsesRequest;
  return parse(schema, withoutNoLimits(given)) as ResponsesRequest;
}

/** The body of POST /v1/responses/input_tokens: what goes before an answer. */
export const countInputRequest = responsesRequest.pick({
  model: true,
  input: true,
  instructions: true,
  previous_response_id: true,
  tools: true,
  tool_choice: true,
  text: true,
  reasoning: true,
  parallel_tool_calls: true,
  truncation: true,
});

/** @throws ApiError */
export function parseCountInputRequest(given: unknown): ResponsesRequest {
  return parse(countInputRequest, given) as ResponsesRequest;
}

function parse(schema: z.ZodType, body: unknown): unknown {
  const result = schema.safeParse(body);
  const found = isRecord(body) ? [...crossChecks(body), ...refusals('responses', body)] : [];
  const error = firstError(result.error?.issues ?? [], found, body, ORDER);
  if (error) throw error;
  return result.data;
}

function* crossChecks(body: Record<string, unknown>): Generator<FoundError> {
  if (body['background'] === true) {
    const error = invalidValue('background', 'an answer is written while its request is open.');
    yield { path: ['background'], error };
  }
  for (const [name, error] of templateProblems(body)) yield { path: [name], error };
  const text = body['text'];
  const format = isRecord(text) ? text['format'] : null;
  if (isRecord(format) && format['type'] === 'json_schema') {
    for (const field of ['name', 'schema']) {
      if ((format[field] ?? null) === null) {
        yield { path: ['text'], error: missingParameter(`text.format.${field}`) };
      }
    }
  }
  const wrong = checkTools(body['tools']);
  if (wrong) yield wrong;
  const error = checkToolChoice(body['tool_choice'], body['tools']);
  if (error) yield { path: ['tool_choice'], error };
}

function checkTools(tools: unknown): FoundError | null {
  const all = Array.isArray(tools) ? tools : [];
  const isSearch = (tool: unknown) => isRecord(tool) && tool['type'] === 'file_search';
  for (const [index, tool] of all.entries()) {
    if (!isSearch(tool)) continue;
    for (const found of filterErrors(tool['filters'], `tools[${index}].filters`, ['tools']))
      return found;
  }
  const second = all.findLastIndex(isSearch);
  if (second === all.findIndex(isSearch)) return null;
  const error = invalidValue(`tools[${second}]`, 'one search a request is made.');
  return { path: ['tools'], error };
}

function checkToolChoice(choice: unknown, tools: unknown): ApiError | null {
  const all = Array.isArray(tools) ? tools.filter(isRecord) : [];
  if (choice === 'required' && all.length === 0) return toolChoiceWithoutTools();
  if (!isRecord(choice)) return null;
  const { type } = choice;
  if (type === undefined) return invalidValue('tool_choice.type', "it must be 'function'.");
  if (type === 'file_search') {
    const isThere = all.some((tool) => tool['type'] === type);
    return isThere ? null : unknownTool('tool_choice', type);
  }
  if (type !== 'function')
    return unsupportedValue('tool_choice.type', type, ['function', 'file_search']);
  if ((choice['name'] ?? null) === null) return missingParameter('tool_choice.name');
  const names = all.map((tool) => tool['name']);
  return names.includes(choice['name']) ? null : unknownTool('tool_choice', choice['name']);
}
