import { isRecord } from '#base/guards.ts';
import type { ApiError } from './api-error.ts';
import { checkedBy, mediaText } from './checked-by.ts';
import {
  invalidValue,
  missingParameter,
  toolChoiceWithoutTools,
  unknownTool,
  unsupportedParameter,
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
import { imageProblem } from './media-data.ts';
import { refusals } from './request-fields.ts';
import { z } from './zod.ts';

/** @see https://docs.claude.com/en/api/messages */

const textBlock = object({ type: z.literal('text'), text: string() });
const imageBlock = object({
  type: z.literal('image'),
  source: object({
    type: oneOf(['base64']),
    media_type: oneOf(['image/jpeg', 'image/png', 'image/gif', 'image/webp']),
    data: mediaText(imageProblem),
  }),
});
/** A text file; other documents are refused by their source's type. */
const documentBlock = object({
  type: z.literal('document'),
  title: string().nullish(),
  source: object({ type: oneOf(['text']), data: string() }),
});
const thinkingBlock = object({ type: z.literal('thinking'), thinking: string() });
const redactedBlock = object({ type: z.literal('redacted_thinking') });
const toolUseBlock = object({
  type: z.literal('tool_use'),
  id: string(),
  name: identifier(),
  input: record(),
});

const READABLE = { text: textBlock, image: imageBlock, document: documentBlock };

export type ReadableBlock =
  | z.infer<typeof textBlock>
  | z.infer<typeof imageBlock>
  | z.infer<typeof documentBlock>;

/** A string, or an array of blocks of the given types. */
function content<T>(blocks: Readonly<Record<string, z.ZodType>>, min = 0) {
  const block = checkedBy('type', blocks) as z.ZodType<T>;
  return z.union([string(), list(block, { min })], {
    error: 'type:a string or an array of content blocks',
  });
}

const toolResultBlock = object({
  type: z.literal('tool_result'),
  tool_use_id: string(),
  content: content<ReadableBlock>(READABLE).nullish(),
  is_error: boolean().nullish(),
});

export type UserBlock = ReadableBlock | z.infer<typeof toolResultBlock>;
export type AssistantBlock =
  | z.infer<typeof textBlock>
  | z.infer<typeof thinkingBlock>
  | z.infer<typeof redactedBlock>
  | z.infer<typeof toolUseBlock>;

const userMessage = object({
  role: z.literal('user'),
  content: content<UserBlock>({ ...READABLE, tool_result: toolResultBlock }, 1),
});
const assistantMessage = object({
  role: z.literal('assistant'),
  content: content<AssistantBlock>({
    text: textBlock,
    thinking: thinkingBlock,
    redacted_thinking: redactedBlock,
    tool_use: toolUseBlock,
  }),
});
const systemContent = content<z.infer<typeof textBlock>>({ text: textBlock });
const systemMessage = object({ role: z.literal('system'), content: systemContent });

export type AnthropicMessage =
  | z.infer<typeof userMessage>
  | z.infer<typeof assistantMessage>
  | z.infer<typeof systemMessage>;

const message = checkedBy('role', {
  user: userMessage,
  assistant: assistantMessage,
  system: systemMessage,
}) as z.ZodType<AnthropicMessage>;

const customTool = object({
  type: z.literal('custom').nullish(),
  name: identifier(),
  description: string().nullish(),
  input_schema: record(),
});

const outputFormat = object({ type: oneOf(['json_schema']), schema: record() });

/** Fields of both endpoints, in the order in which they are checked. */
const PROMPT = {
  model: string(),
  messages: list(message, { min: 1 }),
  system: systemContent.nullish(),
  tools: list(
    checkedBy('type', { custom: customTool }, 'custom') as z.ZodType<z.infer<typeof customTool>>,
    { max: 128 },
  ).nullish(),
  tool_choice: object({
    type: oneOf(['auto', 'any', 'tool', 'none']),
    name: string().nullish(),
    disable_parallel_tool_use: boolean().nullish(),
  }).nullish(),
  thinking: object({
    type: oneOf(['enabled', 'disabled', 'adaptive']),
    budget_tokens: integer(1024).nullish(),
  }).nullish(),
  output_config: object({ format: outputFormat.nullish() }).nullish(),
  output_format: outputFormat.nullish(),
};

/** The body of POST /v1/messages; unknown fields are ignored. */
export const messagesRequest = object({
  ...PROMPT,
  max_tokens: integer(1).describe('Above what the model can write, the answer ends there.'),
  stop_sequences: list(string(), { max: 16 }).nullish(),
  stream: boolean().nullish(),
  temperature: decimal(0, 1).nullish(),
  top_p: decimal(0, 1).nullish(),
  top_k: integer(0).nullish(),
  metadata: record().nullish(),
  context_management: z.unknown().optional(),
});

/** The body of POST /v1/messages/count_tokens. */
export const countTokensRequest = object(PROMPT);

export type MessagesRequest = z.infer<typeof messagesRequest>;

const ORDER = Object.keys(messagesRequest.shape);

/** @throws ApiError the first failure in the order of the fields. */
export function parseMessagesRequest(body: unknown): MessagesRequest {
  return parse(messagesRequest, body);
}

/** The request with one token to write. @throws ApiError */
export function parseCountTokensRequest(body: unknown): MessagesRequest {
  return { ...parse(countTokensRequest, body), max_tokens: 1 };
}

function parse<T extends z.ZodType>(schema: T, body: unknown): z.infer<T> {
  const result = schema.safeParse(body);
  const found = isRecord(body) ? [...crossChecks(body)] : [];
  const error = firstError(result.error?.issues ?? [], found, body, ORDER);
  if (error) throw error;
  return result.data as z.infer<T>;
}

/** Prompts never include earlier thinking, so clearing it has no effect. */
function clearsThinkingOnly(management: unknown): boolean {
  const edits = isRecord(management) ? (management['edits'] ?? []) : null;
  if (!Array.isArray(edits)) return false;
  return edits.every((edit) => {
    const type = isRecord(edit) ? edit['type'] : null;
    return typeof type === 'string' && type.startsWith('clear_thinking_');
  });
}

function* crossChecks(body: Record<string, unknown>): Generator<FoundError> {
  yield* refusals('messages', body);
  const management = body['context_management'] ?? null;
  if (management !== null && !clearsThinkingOnly(management)) {
    const hint = "Edits other than 'clear_thinking' are not made: send the messages to be read.";
    yield {
      path: ['context_management'],
      error: unsupportedParameter('context_management', hint),
    };
  }
  const choice = checkToolChoice(body['tool_choice'], body['tools']);
  if (choice) yield { path: ['tool_choice'], error: choice };
  const { thinking, max_tokens: limit } = body;
  if (!isRecord(thinking) || thinking['type'] !== 'enabled') return;
  const budget = thinking['budget_tokens'];
  if (typeof budget === 'number' && typeof limit === 'number' && budget >= limit) {
    const error = invalidValue('thinking.budget_tokens', "it must be less than 'max_tokens'.");
    yield { path: ['thinking'], error };
  }
}

function checkToolChoice(choice: unknown, tools: unknown): ApiError | null {
  if (!isRecord(choice) || (choice['type'] !== 'any' && choice['type'] !== 'tool')) return null;
  const names = Array.isArray(tools) ? tools.map((tool) => isRecord(tool) && tool['name']) : [];
  if (names.length === 0) return toolChoiceWithoutTools();
  if (choice['type'] === 'any' || names.includes(choice['name'])) return null;
  if ((choice['name'] ?? null) === null) return missingParameter('tool_choice.name');
  return unknownTool('tool_choice.name', choice['name']);
}
