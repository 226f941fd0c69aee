import type { OutputItem } from '#contract/answers/responses-answer.ts';
import type { ApiError } from '#contract/api-error.ts';
import type { ChatRequest } from '#contract/chat-request.ts';
import { invalidValue } from '#contract/errors.ts';
import type { ContentPart, Message } from '#contract/messages.ts';
import type { InputItem, ResponsesRequest } from '#contract/responses-request.ts';
import { askPassages } from '#retrieval/ask-passages.ts';
import type { FoundFiles } from './found-files.ts';

/** A request for a response as one for a chat, and which item each message came from. */
export interface ResponsesChat {
  chat: ChatRequest;
  /** The parameter of the request that corresponds to message `i`. */
  paramOf: (message: number) => string;
}

type Item = InputItem | OutputItem;
type Calling = Extract<Message, { role: 'assistant' }> & { tool_calls?: unknown[] };

/** `input` as items: a string is one message of the user. */
export function toItems(input: ResponsesRequest['input']): InputItem[] {
  return typeof input === 'string' ? [{ role: 'user', content: input }] : input;
}

/**
 * The chat that a request continues. `earlier`: the items of the responses before it, oldest first. `found`: what goes
 * before its question.
 * @throws ApiError for the output of an unknown call.
 */
export function toChat(
  request: ResponsesRequest,
  earlier: readonly Item[],
  found: FoundFiles | null = null,
): ResponsesChat {
  const messages: Message[] = [];
  const origins: string[] = [];
  const add = (message: Message, origin: string) => {
    messages.push(message);
    origins.push(origin);
  };
  if (request.instructions) {
    add({ role: 'system', content: request.instructions }, 'instructions');
  }
  const items: [Item, string][] = [
    ...earlier.map((item): [Item, string] => [item, 'previous_response_id']),
    ...toItems(request.input).map((item, i): [Item, string] => [item, inputParam(request, i)]),
  ];
  const question = items.findLast(([item]) => isOfUser(item))?.[0];
  const called = new Set<string>();
  for (const [item, origin] of items) {
    switch (item.type) {
      case 'reasoning':
      case 'file_search_call':
        // What a model thought, or was shown, in an earlier turn is not read again.
        break;
      case 'function_call': {
        called.add(item.call_id);
        const call = {
          id: item.call_id,
          type: 'function' as const,
          function: { name: item.name, arguments: item.arguments },
        };
        const last = messages.at(-1) as Calling | undefined;
        if (last?.role === 'assistant') last.tool_calls = [...(last.tool_calls ?? []), call];
        else add({ role: 'assistant', content: null, tool_calls: [call] }, origin);
        break;
      }
      case 'function_call_output':
        if (!called.has(item.call_id)) {
          throw invalidValue(`${origin}.call_id`, 'no function call before it has this id.');
        }
        add(
          { role: 'tool', tool_call_id: item.call_id, content: toText(item.output) } as Message,
          origin,
        );
        break;
      default: {
        const content = toContent(item.content);
        const asked = found && item === question ? withPassages(content, found) : content;
        add({ role: item.role, content: asked } as Message, origin);
      }
    }
  }
  return { chat: toChatRequest(request, messages), paramOf: (i) => origins[i] ?? 'input' };
}

type Said = Extract<Item, { role: unknown }>;

const isOfUser = (item: Item): item is Said => 'role' in item && item.role === 'user';

/** The question of a request: its last message of the user, as text; empty where it has none. */
export function questionOf({ input }: ResponsesRequest): string {
  const said = toItems(input).findLast(isOfUser);
  return said ? toText(said.content) : '';
}

/** A question with the passages that may answer it before its text. */
function withPassages(content: string | ContentPart[], { passages }: FoundFiles): typeof content {
  if (typeof content === 'string') return askPassages(content, passages);
  const at = content.findLastIndex(({ type }) => type === 'text');
  return content.map((part, index) =>
    index === at && part.type === 'text'
      ? { type: 'text', text: askPassages(part.text, passages) }
      : part,
  );
}

function inputParam({ input }: ResponsesRequest, index: number): string {
  return typeof input === 'string' ? 'input' : `input[${index}]`;
}

function toChatRequest(request: ResponsesRequest, messages: Message[]): ChatRequest {
  const format = request.text?.format;
  const choice = request.tool_choice;
  // The search runs here, before the model.
  const all = request.tools?.flatMap((tool) => (tool.type === 'function' ? [tool] : []));
  const functions = all?.length === 0 ? undefined : all;
  const isSearch =
    functions === undefined || (typeof choice === 'object' && choice?.['type'] === 'file_search');
  return {
    model: request.model,
    messages,
    max_completion_tokens: request.max_output_tokens,
    temperature: request.temperature,
    top_p: request.top_p,
    top_k: request.top_k,
    min_p: request.min_p,
    avoid_repetition: request.avoid_repetition,
    parallel_tool_calls: request.parallel_tool_calls,
    logprobs: asksLogprobs(request),
    top_logprobs: request.top_logprobs,
    reasoning: request.reasoning,
    reasoning_effort: request.reasoning_effort,
    chat_template_kwargs: request.chat_template_kwargs,
    enable_thinking: request.enable_thinking,
    think: request.think,
    thinking: request.thinking,
    presence_penalty: request.presence_penalty,
    frequency_penalty: request.frequency_penalty,
    stream: request.stream,
    // Flat, which the chat endpoint accepts too.
    tools: functions?.map(({ type: _, ...definition }) => definition),
    tool_choice: isSearch ? undefined : choice,
    response_format:
      format?.type === 'json_schema'
        ? {
            type: 'json_schema',
            json_schema: { name: format.name ?? 'answer', schema: format.schema },
          }
        : format && { type: format.type },
  };
}

type Content = Extract<InputItem, { role: unknown }>['content'] | OutputContent;
type OutputContent = Extract<OutputItem, { type: 'message' }>['content'];

function toContent(content: Content): string | ContentPart[] {
  if (typeof content === 'string') return content;
  const parts = content.map((part): ContentPart => {
    switch (part.type) {
      case 'input_image':
        return { type: 'image_url', image_url: { url: part.image_url } };
      case 'input_audio':
        return { type: 'input_audio', input_audio: part.input_audio };
      case 'refusal':
        return { type: 'refusal', refusal: part.refusal };
      default:
        return { type: 'text', text: part.text };
    }
  });
  return parts.length === 0 ? '' : parts;
}

function toText(content: Content): string {
  if (typeof content === 'string') return content;
  return content.map((part) => ('text' in part ? part.text : '')).join('\n');
}

/** Maps an error of the chat to the corresponding parameter of the request. */
export function renameParam(error: ApiError, paramOf: ResponsesChat['paramOf']): ApiError {
  if (error.param === null) return error;
  const [, index, rest = ''] = /^messages\[(\d+)\](.*)$/.exec(error.param) ?? [];
  const param =
    index === undefined
      ? (RENAMED[error.param] ?? error.param.replace(/^(tools\[\d+\])\.function/, '$1'))
      : `${paramOf(Number(index))}${rest.replace('.image_url.url', '.image_url')}`;
  return error.about(param);
}

/** Log probabilities are asked for by `include`, or by their number. */
function asksLogprobs({ include, top_logprobs: top }: ResponsesRequest): boolean {
  return include?.includes('message.output_text.logprobs') === true || (top ?? 0) > 0;
}

const RENAMED: Readonly<Record<string, string>> = {
  messages: 'input',
  max_tokens: 'max_output_tokens',
  response_format: 'text.format',
};
