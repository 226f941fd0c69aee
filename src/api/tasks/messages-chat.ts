import type { ApiError } from '#contract/api-error.ts';
import type { ChatRequest } from '#contract/chat-request.ts';
import { invalidValue } from '#contract/errors.ts';
import type { ContentPart, Message } from '#contract/messages.ts';
import type {
  AnthropicMessage,
  AssistantBlock,
  MessagesRequest,
  ReadableBlock,
  UserBlock,
} from '#contract/messages-request.ts';

/** A request for a message as one for a chat, and which parameter each chat message came from. */
export interface MessagesChat {
  chat: ChatRequest;
  paramOf: (message: number) => string;
}

type Add = (message: Message) => void;

/** @throws ApiError for a result of a call that no message before it made. */
export function toMessagesChat(request: MessagesRequest): MessagesChat {
  const messages: Message[] = [];
  const origins: string[] = [];
  const addFrom =
    (origin: string): Add =>
    (message) => {
      messages.push(message);
      origins.push(origin);
    };
  const system = textOf(request.system ?? '');
  if (system) addFrom('system')({ role: 'system', content: system });
  const called = new Set<string>();
  for (const [i, message] of request.messages.entries()) {
    addMessage(message, `messages[${i}]`, called, addFrom(`messages[${i}]`));
  }
  return { chat: toChatRequest(request, messages), paramOf: (i) => origins[i] ?? 'messages' };
}

function addMessage(message: AnthropicMessage, param: string, called: Set<string>, add: Add): void {
  switch (message.role) {
    case 'system':
      add({ role: 'system', content: textOf(message.content) });
      return;
    case 'assistant':
      add(toAssistant(message.content, called));
      return;
    case 'user':
      addUser(message.content, param, called, add);
  }
}

function toAssistant(content: string | AssistantBlock[], called: Set<string>): Message {
  const blocks: AssistantBlock[] =
    typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  const text = textOf(blocks);
  const calls = blocks
    .filter((block) => block.type === 'tool_use')
    .map(({ id, name, input }) => {
      called.add(id);
      return {
        id,
        type: 'function' as const,
        function: { name, arguments: JSON.stringify(input) },
      };
    });
  if (calls.length === 0) return { role: 'assistant', content: text };
  return { role: 'assistant', content: text || null, tool_calls: calls };
}

/** Results of calls become separate messages, before the rest of the message. */
function addUser(
  content: string | UserBlock[],
  param: string,
  called: ReadonlySet<string>,
  add: Add,
): void {
  if (typeof content === 'string') {
    add({ role: 'user', content });
    return;
  }
  const parts: ContentPart[] = [];
  for (const [i, block] of content.entries()) {
    if (block.type !== 'tool_result') {
      parts.push(toPart(block));
      continue;
    }
    if (!called.has(block.tool_use_id)) {
      const at = `${param}.content[${i}].tool_use_id`;
      throw invalidValue(at, 'no tool_use block before it has this id.');
    }
    const result = block.content ?? '';
    const text = textOf(result);
    add({
      role: 'tool',
      tool_call_id: block.tool_use_id,
      content: block.is_error ? `Error: ${text}` : text,
    });
    // Templates show results as text: their pictures follow as the user's.
    const pictures = typeof result === 'string' ? [] : result.filter((b) => b.type === 'image');
    parts.push(...pictures.map(toPart));
  }
  if (parts.length > 0) add({ role: 'user', content: parts });
}

function toPart(block: ReadableBlock): ContentPart {
  if (block.type !== 'image') return { type: 'text', text: textOf([block]) };
  const { media_type: type, data } = block.source;
  const url = data.startsWith('data:') ? data : `data:${type};base64,${data}`;
  return { type: 'image_url', image_url: { url } };
}

/** Text of all blocks that have some. */
function textOf(content: string | readonly (UserBlock | AssistantBlock)[]): string {
  if (typeof content === 'string') return content;
  return content
    .flatMap((block) => {
      if (block.type === 'text') return [block.text];
      if (block.type !== 'document') return [];
      return [block.title ? `${block.title}\n${block.source.data}` : block.source.data];
    })
    .join('\n');
}

function toChatRequest(request: MessagesRequest, messages: Message[]): ChatRequest {
  const format = request.output_config?.format ?? request.output_format;
  return {
    model: request.model,
    messages,
    temperature: request.temperature,
    top_p: request.top_p,
    top_k: request.top_k || null,
    stop: request.stop_sequences,
    stream: request.stream,
    tools: request.tools?.map(({ name, description, input_schema }) => ({
      name,
      description,
      parameters: input_schema,
    })),
    tool_choice: toToolChoice(request.tool_choice),
    parallel_tool_calls: request.tool_choice?.disable_parallel_tool_use === true ? false : null,
    response_format: format && {
      type: 'json_schema',
      json_schema: { name: 'answer', schema: format.schema },
    },
  };
}

function toToolChoice(choice: MessagesRequest['tool_choice']): ChatRequest['tool_choice'] {
  switch (choice?.type) {
    case 'any':
      return 'required';
    case 'tool':
      return { type: 'function', name: choice.name };
    default:
      return choice?.type;
  }
}

/** Maps an error of the chat to the corresponding parameter of the request. */
export function renameMessagesParam(error: ApiError, paramOf: MessagesChat['paramOf']): ApiError {
  if (error.param === null) return error;
  const [, index, rest = ''] = /^messages\[(\d+)\](.*)$/.exec(error.param) ?? [];
  const param =
    index === undefined
      ? error.param
          .replace(/^(tools\[\d+\])\.function\.parameters/, '$1.input_schema')
          .replace(/^response_format$/, 'output_config.format')
      : `${paramOf(Number(index))}${rest.replace('.image_url.url', '.source.data')}`;
  return error.about(param);
}
