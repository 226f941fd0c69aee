import { named, z } from '#contract/zod.ts';

const count = z.int().min(0);
const status = z.enum(['in_progress', 'completed', 'incomplete', 'failed']);

const citation = z.strictObject({
  type: z.literal('file_citation'),
  index: count.describe('Where the cited sentence ends in the text.'),
  file_id: z.string(),
  filename: z.string(),
});
export type FileCitation = z.infer<typeof citation>;

const tokenLogprob = { token: z.string(), logprob: z.number(), bytes: z.array(z.int()) };
const outputText = z.strictObject({
  type: z.literal('output_text'),
  text: z.string(),
  annotations: z.array(citation),
  logprobs: z.array(
    z.strictObject({ ...tokenLogprob, top_logprobs: z.array(z.strictObject(tokenLogprob)) }),
  ),
});
const outputMessage = named(
  'ResponseOutputMessage',
  z.strictObject({
    id: z.string(),
    type: z.literal('message'),
    role: z.literal('assistant'),
    status,
    content: z.array(outputText),
  }),
);
const outputCall = named(
  'ResponseFunctionCall',
  z.strictObject({
    id: z.string(),
    type: z.literal('function_call'),
    call_id: z.string(),
    name: z.string(),
    arguments: z.string().describe('JSON text of the arguments.'),
    status,
  }),
);
const outputReasoning = named(
  'ResponseReasoning',
  z.strictObject({
    id: z.string(),
    type: z.literal('reasoning'),
    status,
    summary: z.array(z.unknown()),
    content: z.array(z.strictObject({ type: z.literal('reasoning_text'), text: z.string() })),
  }),
);

const outputSearch = named(
  'ResponseFileSearchCall',
  z.strictObject({
    id: z.string(),
    type: z.literal('file_search_call'),
    status,
    queries: z.array(z.string()),
    results: z
      .array(
        z.strictObject({
          file_id: z.string(),
          filename: z.string(),
          score: z.number(),
          text: z.string(),
          attributes: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
        }),
      )
      .nullable()
      .describe('The passages, where `include` has `file_search_call.results`.'),
  }),
);

const outputItem = z.union([outputMessage, outputCall, outputReasoning, outputSearch]);
export type OutputItem = z.infer<typeof outputItem>;

/** OpenAI's Response object; an answer is stored in this browser unless the request says otherwise. */
export const responseObject = named(
  'Response',
  z.strictObject({
    id: z.string(),
    object: z.literal('response'),
    created_at: z.int().describe('Unix seconds.'),
    completed_at: z.int().nullable(),
    status,
    background: z.literal(false),
    error: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
    incomplete_details: z.strictObject({ reason: z.literal('max_output_tokens') }).nullable(),
    frequency_penalty: z.number(),
    instructions: z.string().nullable(),
    max_output_tokens: count.nullable(),
    max_tool_calls: z.null(),
    metadata: z.record(z.string(), z.unknown()),
    model: z.string(),
    output: z.array(outputItem),
    parallel_tool_calls: z.boolean(),
    presence_penalty: z.number(),
    previous_response_id: z.string().nullable(),
    prompt_cache_key: z.string().nullable(),
    reasoning: z.strictObject({ effort: z.string().nullable(), summary: z.null() }),
    safety_identifier: z.string().nullable(),
    service_tier: z.literal('default'),
    store: z.boolean(),
    temperature: z.number(),
    text: z.strictObject({ format: z.record(z.string(), z.unknown()) }),
    tool_choice: z.unknown(),
    tools: z.array(z.record(z.string(), z.unknown())),
    top_logprobs: count,
    top_p: z.number(),
    truncation: z.enum(['disabled', 'auto']),
    usage: z
      .strictObject({
        input_tokens: count,
        input_tokens_details: z.strictObject({ cached_tokens: count }),
        output_tokens: count,
        output_tokens_details: z.strictObject({ reasoning_tokens: count }),
        total_tokens: count,
      })
      .nullable(),
    user: z.string().nullable(),
  }),
);
export type ResponseObject = z.infer<typeof responseObject>;

/** One typed event of a streamed response. */
export const responseEvent = named(
  'ResponseStreamEvent',
  z.looseObject({ type: z.string(), sequence_number: count }),
);

/** Tokens of a request for a response, as its model reads them. */
export const inputTokens = named(
  'ResponseInputTokens',
  z.strictObject({ object: z.literal('response.input_tokens'), input_tokens: count }),
);

/** The items that led to a response, and to the responses before it. */
export const inputItems = named(
  'ResponseInputItems',
  z.strictObject({
    object: z.literal('list'),
    data: z.array(z.looseObject({ id: z.string(), type: z.string() })),
    first_id: z.nullable(z.string()),
    last_id: z.nullable(z.string()),
    has_more: z.boolean(),
  }),
);

export const deletedResponse = named(
  'DeletedResponse',
  z.strictObject({
    id: z.string(),
    object: z.literal('response.deleted'),
    deleted: z.literal(true),
  }),
);

export const RESPONSE_EXAMPLE = {
  id: 'resp_5f3c',
  object: 'response',
  created_at: 1_795_000_000,
  completed_at: 1_795_000_001,
  status: 'completed',
  background: false,
  error: null,
  incomplete_details: null,
  frequency_penalty: 0,
  instructions: null,
  max_output_tokens: null,
  max_tool_calls: null,
  metadata: {},
  model: 'alcove-guide',
  output: [
    {
      id: 'msg_5f3c',
      type: 'message',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: 'I can chat.', annotations: [], logprobs: [] }],
    },
  ],
  parallel_tool_calls: true,
  presence_penalty: 0,
  previous_response_id: null,
  prompt_cache_key: null,
  reasoning: { effort: null, summary: null },
  safety_identifier: null,
  service_tier: 'default',
  store: true,
  temperature: 0.7,
  text: { format: { type: 'text' } },
  tool_choice: 'auto',
  tools: [],
  top_logprobs: 0,
  top_p: 1,
  truncation: 'disabled',
  usage: {
    input_tokens: 12,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 4,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 16,
  },
  user: null,
} satisfies ResponseObject;
