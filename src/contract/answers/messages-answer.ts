import { named, z } from '#contract/zod.ts';

const count = z.int().min(0);

const usage = z.strictObject({
  input_tokens: count,
  output_tokens: count,
  cache_creation_input_tokens: count,
  cache_read_input_tokens: count,
});

const textBlock = z.strictObject({
  type: z.literal('text'),
  text: z.string(),
});
const thinkingBlock = z.strictObject({
  type: z.literal('thinking'),
  thinking: z.string(),
  signature: z.string().describe('Empty: nothing signs what a model on this device thinks.'),
});
const toolUseBlock = z.strictObject({
  type: z.literal('tool_use'),
  id: z.string(),
  name: z.string(),
  input: z.record(z.string(), z.unknown()),
});
const block = z.union([textBlock, thinkingBlock, toolUseBlock]);
export type MessageBlock = z.infer<typeof block>;

/** Anthropic's Message object. */
export const messageObject = named(
  'AnthropicMessage',
  z.strictObject({
    id: z.string(),
    type: z.literal('message'),
    role: z.literal('assistant'),
    model: z.string(),
    content: z.array(block),
    stop_reason: z.enum(['end_turn', 'max_tokens', 'stop_sequence', 'tool_use']).nullable(),
    stop_sequence: z.string().nullable(),
    usage,
  }),
);
export type MessageObject = z.infer<typeof messageObject>;

/** One typed event of a streamed message. */
export const messageEvent = named('AnthropicMessageEvent', z.looseObject({ type: z.string() }));

export const messageTokens = named(
  'AnthropicMessageTokens',
  z.strictObject({ input_tokens: count }),
);

/** Body of every answer of these endpoints that is not 200, and the last event of a stream that failed. */
export const messageError = named(
  'AnthropicErrorResponse',
  z.strictObject({
    type: z.literal('error'),
    error: z.strictObject({
      type: z.enum([
        'invalid_request_error',
        'authentication_error',
        'permission_error',
        'not_found_error',
        'request_too_large',
        'rate_limit_error',
        'timeout_error',
        'overloaded_error',
        'api_error',
      ]),
      message: z.string(),
      details: z.strictObject({
        error_code: z.string().describe('A stable word for programs.'),
        param: z.string().nullable().describe('Path of the field at fault.'),
      }),
    }),
    request_id: z.string(),
  }),
);

export const MESSAGE_EXAMPLE = {
  id: 'msg_5f3c',
  type: 'message',
  role: 'assistant',
  model: 'alcove-guide',
  content: [{ type: 'text', text: 'I can chat.' }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: {
    input_tokens: 12,
    output_tokens: 4,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
  },
} satisfies MessageObject;
