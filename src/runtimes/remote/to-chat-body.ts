import { toWav } from '#base/audio.ts';
import { blobToBase64 } from '#base/bytes.ts';
import { EngineError } from '#engine/engine-error.ts';
import type { ChatTask, ChatTurn, OutputFormat, ToolChoice, ToolSpec } from '#engine/tasks.ts';
import type { RemoteTarget } from './remote-target.ts';

/** A chat as the body of `POST /chat/completions`. Sends only parameters that the client set. */
export async function toChatBody(
  task: ChatTask,
  target: Pick<RemoteTarget, 'model' | 'streams' | 'usesMaxCompletionTokens'>,
): Promise<Record<string, unknown>> {
  const { topLogprobs } = task;
  return {
    model: target.model,
    messages: await Promise.all(task.turns.map(toMessage)),
    ...limitsOf(task, target),
    ...samplingOf(task),
    ...(task.tools.length > 0 && {
      tools: task.tools.map(toTool),
      tool_choice: toToolChoice(task.toolChoice),
      ...(task.maxCalls === 1 && { parallel_tool_calls: false }),
    }),
    ...formatOf(task.format),
    ...(topLogprobs !== null && { logprobs: true, top_logprobs: topLogprobs }),
  };
}

/** A text to continue as the body of `POST /completions`. @throws EngineError `not-supported` */
export function toCompletionBody(
  task: ChatTask,
  target: Pick<RemoteTarget, 'model' | 'streams'>,
): Record<string, unknown> {
  if (!task.raw) throw new Error('A chat has no text to continue.');
  const { prompt, suffix, echo } = task.raw;
  if (echo) {
    const message = 'Prompts are not echoed by models of other servers.';
    throw new EngineError('not-supported', message, undefined, 'echo');
  }
  return {
    model: target.model,
    prompt,
    ...(suffix !== null && { suffix }),
    ...limitsOf(task, { ...target, usesMaxCompletionTokens: false }),
    ...samplingOf(task),
    ...(task.topLogprobs !== null && { logprobs: task.topLogprobs }),
  };
}

function limitsOf(
  { maxTokens, stop, defaults = [] }: ChatTask,
  target: Pick<RemoteTarget, 'streams' | 'usesMaxCompletionTokens'>,
) {
  const stream = target.streams !== false;
  return {
    ...(!defaults.includes('maxTokens') && {
      [target.usesMaxCompletionTokens ? 'max_completion_tokens' : 'max_tokens']: maxTokens,
    }),
    stream,
    ...(stream && { stream_options: { include_usage: true } }),
    ...(stop.length > 0 && { stop }),
  };
}

function samplingOf({ sampling, defaults = [] }: ChatTask) {
  const { temperature, topP, topK, seed, presencePenalty, frequencyPenalty, minP, bias } = sampling;
  const { avoidsRepetition } = sampling;
  return {
    ...(!defaults.includes('temperature') && { temperature }),
    ...(topP !== 1 && { top_p: topP }),
    ...(topK !== null && { top_k: topK }),
    ...(seed !== null && { seed }),
    ...(presencePenalty !== 0 && { presence_penalty: presencePenalty }),
    ...(frequencyPenalty !== 0 && { frequency_penalty: frequencyPenalty }),
    ...(minP !== undefined && { min_p: minP }),
    ...(avoidsRepetition && { avoid_repetition: true }),
    ...(bias && bias.size > 0 && { logit_bias: Object.fromEntries(bias) }),
  };
}

async function toMessage(turn: ChatTurn): Promise<Record<string, unknown>> {
  const { role, text, toolCalls, toolCallId } = turn;
  const calls = toolCalls?.map(({ id, name, argumentsText }) => ({
    id,
    type: 'function',
    function: { name, arguments: argumentsText },
  }));
  return {
    role,
    content: calls?.length && text === '' ? null : await toContent(turn),
    ...(calls?.length && { tool_calls: calls }),
    ...(role === 'tool' && toolCallId !== undefined && { tool_call_id: toolCallId }),
  };
}

async function toContent({ text, images = [], audio = [] }: ChatTurn): Promise<unknown> {
  if (images.length === 0 && audio.length === 0) return text;
  const pictures = images.map(async (image) => ({
    type: 'image_url',
    image_url: { url: `data:${image.type || 'image/png'};base64,${await blobToBase64(image)}` },
  }));
  const sounds = audio.map(async (samples) => ({
    type: 'input_audio',
    input_audio: { data: await blobToBase64(toWav(samples)), format: 'wav' },
  }));
  const words = text === '' ? [] : [{ type: 'text', text }];
  return [...(await Promise.all([...pictures, ...sounds])), ...words];
}

function toTool({ name, description, parameters }: ToolSpec) {
  return { type: 'function', function: { name, description, parameters } };
}

function toToolChoice(choice: ToolChoice) {
  return typeof choice === 'string'
    ? choice
    : { type: 'function', function: { name: choice.name } };
}

function formatOf(format: OutputFormat) {
  switch (format.kind) {
    case 'text':
      return {};
    case 'plain': {
      const message = 'Providers are asked for JSON, not for text that follows a pattern.';
      throw new EngineError('not-supported', message, undefined, 'response_format');
    }
    case 'json':
      return { response_format: { type: 'json_object' } };
    case 'schema': {
      const { name, schema } = format;
      const json_schema = { name: name || 'answer', schema, strict: true };
      return { response_format: { type: 'json_schema', json_schema } };
    }
  }
}
