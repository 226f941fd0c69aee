import { named, z } from '#contract/zod.ts';
import { USAGE_EXAMPLE, usage } from './usage.ts';

const tokenLogprob = {
  token: z.string(),
  logprob: z.number(),
  bytes: z.array(z.int()).nullable(),
};
const logprobs = named(
  'ChoiceLogprobs',
  z.strictObject({
    content: z.array(
      z.strictObject({ ...tokenLogprob, top_logprobs: z.array(z.strictObject(tokenLogprob)) }),
    ),
    refusal: z.null(),
  }),
);

const toolCall = named(
  'ToolCall',
  z.strictObject({
    id: z.string(),
    type: z.literal('function'),
    function: z.strictObject({
      name: z.string(),
      arguments: z.string().describe('JSON text of the arguments.'),
    }),
  }),
);

const answerMessage = named(
  'ChatCompletionMessage',
  z.strictObject({
    role: z.literal('assistant'),
    content: z.string().nullable(),
    refusal: z.string().nullable(),
    reasoning_content: z.string().optional(),
    tool_calls: z.array(toolCall).optional(),
  }),
);

const finishReason = z.enum(['stop', 'length', 'tool_calls', 'content_filter']);

/** The first fields of completions and chunks. */
export const answerHead = {
  id: z.string(),
  created: z.int().describe('Unix seconds.'),
  model: z.string(),
  system_fingerprint: z.string(),
};

/** A whole completion. `choice`: the fields of a choice besides its index and finish reason. */
const completion = <T extends z.ZodRawShape>(choice: T) =>
  z.strictObject({
    ...answerHead,
    object: z.literal('chat.completion'),
    choices: z.array(z.strictObject({ index: z.int(), ...choice, finish_reason: finishReason })),
    usage,
  });

export const chatCompletion = named(
  'ChatCompletion',
  completion({ message: answerMessage, logprobs: logprobs.nullable() }),
);

const delta = z.strictObject({
  role: z.literal('assistant').optional(),
  content: z.string().nullable().optional(),
  reasoning_content: z.string().optional(),
  tool_calls: z
    .array(
      z.strictObject({
        index: z.int(),
        id: z.string().optional(),
        type: z.literal('function').optional(),
        function: z.strictObject({ name: z.string().optional(), arguments: z.string() }),
      }),
    )
    .optional(),
});

export const chunkChoice = z.strictObject({
  index: z.int(),
  delta: named('ChatCompletionDelta', delta),
  logprobs: logprobs.nullable(),
  finish_reason: finishReason.nullable(),
});

export const chatCompletionChunk = named(
  'ChatCompletionChunk',
  z.strictObject({
    ...answerHead,
    object: z.literal('chat.completion.chunk'),
    choices: z
      .array(chunkChoice)
      .describe('Empty in chunks that carry `usage` or `prompt_progress`.'),
    usage: usage.nullable().optional(),
    prompt_progress: z
      .strictObject({ processed: z.int(), total: z.int() })
      .optional()
      .describe('Tokens of the prompt that have been read; with `return_progress` only.'),
  }),
);

const HEAD_EXAMPLE = {
  id: 'chatcmpl-0b9f3f0e-5a70-4a53-9a1c-6f0d3cf3a8c1',
  created: 1_795_000_000,
  model: 'alcove-guide',
  system_fingerprint: 'alcove-1',
  object: 'chat.completion',
};

export const CHAT_EXAMPLE = {
  ...HEAD_EXAMPLE,
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content: 'I answer questions about Alcove.', refusal: null },
      logprobs: null,
      finish_reason: 'stop',
    },
  ],
  usage: USAGE_EXAMPLE,
};

const reasoningMessage = z.strictObject({ role: z.literal('assistant'), content: z.string() });

/** A chat completion whose choice carries its message twice, for readers of either form (D7). */
export const audioReasoning = named(
  'AudioReasoning',
  completion({ message: reasoningMessage, delta: reasoningMessage, logprobs: z.null() }),
);

const SAID = { role: 'assistant', content: 'A person counts from one to five.' };

export const REASONING_EXAMPLE = {
  ...HEAD_EXAMPLE,
  id: '0b9f3f0e-5a70-4a53-9a1c-6f0d3cf3a8c1',
  choices: [{ index: 0, message: SAID, delta: SAID, logprobs: null, finish_reason: 'stop' }],
  usage: USAGE_EXAMPLE,
};
