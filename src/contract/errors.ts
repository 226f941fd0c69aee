import type { AudioProblem } from './answers/error-answer.ts';
import { ApiError } from './api-error.ts';

/** The contract's templates (§3.0) for a wrong request, status 400, one function each. */

export const invalidJson = (param: string | null = null) =>
  new ApiError(400, 'invalid_json', 'We could not parse the JSON body of your request.', param);

/** Within the standard: RFC 8259 lets a parser limit the depth. */
export const jsonTooDeep = (maxDepth: number) =>
  new ApiError(
    400,
    'invalid_json',
    `We could not parse the JSON body of your request: it is nested more than ${maxDepth} levels deep.`,
  );

export const unsupportedContentType = (expected: string) =>
  new ApiError(
    400,
    'unsupported_content_type',
    `Unsupported content type: expected '${expected}'.`,
  );

export const missingParameter = (param: string) =>
  new ApiError(400, 'missing_required_parameter', `Missing required parameter: '${param}'.`, param);

export const invalidType = (param: string, expected: string, value: unknown) =>
  new ApiError(
    400,
    'invalid_type',
    `Invalid type for '${param}': expected ${expected}, but got ${describeType(value)} instead.`,
    param,
  );

export const unsupportedValue = (param: string, value: unknown, supported: readonly string[]) =>
  new ApiError(
    400,
    'invalid_value',
    `Invalid value: '${shownValue(value)}'. Supported values are: ${listed(supported)}.`,
    param,
  );

export const invalidValue = (param: string, reason: string) =>
  new ApiError(400, 'invalid_value', `Invalid value for '${param}': ${reason}`, param);

export type Bound = 'above' | 'below';

export const decimalOutOfRange = (
  param: string,
  bound: Bound,
  [min, max]: [number, number],
  value: unknown,
) =>
  new ApiError(
    400,
    bound === 'above' ? 'decimal_above_max_value' : 'decimal_below_min_value',
    `Invalid '${param}': decimal ${bound} ${bound === 'above' ? 'maximum' : 'minimum'} value. Expected a value between ${min} and ${max}, but got ${value} instead.`,
    param,
  );

export const integerOutOfRange = (param: string, bound: Bound, limit: number, value: unknown) =>
  new ApiError(
    400,
    bound === 'above' ? 'integer_above_max_value' : 'integer_below_min_value',
    `Invalid '${param}': integer ${bound} ${bound === 'above' ? 'maximum' : 'minimum'} value. Expected a value ${bound === 'above' ? '<=' : '>='} ${limit}, but got ${value} instead.`,
    param,
  );

export const emptyArray = (param: string) =>
  new ApiError(
    400,
    'empty_array',
    `Invalid '${param}': empty array. Expected an array with minimum length 1, but got an empty array instead.`,
    param,
  );

export const arrayTooLong = (param: string, max: number, length: number) =>
  new ApiError(
    400,
    'array_above_max_length',
    `Invalid '${param}': array too long. Expected an array with maximum length ${max}, but got an array with length ${length} instead.`,
    param,
  );

export const emptyString = (param: string) =>
  new ApiError(400, 'empty_string', `Invalid '${param}': empty string.`, param);

export const streamOptionsWithoutStream = () =>
  new ApiError(
    400,
    'invalid_value',
    "The 'stream_options' parameter is only allowed when 'stream' is enabled.",
    'stream_options',
  );

export const toolChoiceWithoutTools = () =>
  invalidValue('tool_choice', "'tool_choice' is only allowed when 'tools' are specified.");

export const orphanToolMessage = (index: number) =>
  new ApiError(
    400,
    'invalid_value',
    "Invalid parameter: messages with role 'tool' must be a response to a preceding message with 'tool_calls'.",
    `messages[${index}].role`,
  );

export const unsupportedParameter = (param: string, hint: string) =>
  new ApiError(
    400,
    'unsupported_parameter',
    `Unsupported parameter: '${param}' is not supported. ${hint}`.trim(),
    param,
  );

export const invalidSchema = (name: string, reason: string, param = 'response_format') =>
  new ApiError(
    400,
    'invalid_json_schema',
    `Invalid schema for ${param} '${name}': ${reason}`,
    param,
  );

/** The same for the parameters of a function. */
export const invalidToolSchema = (param: string, name: string, reason: string) =>
  new ApiError(
    400,
    'invalid_json_schema',
    `Invalid schema for function '${name}': ${reason}`,
    param,
  );

/** The same where the engine does not know which of the request's schemas is to blame. */
export const uncompiledSchema = (param: string, reason: string) =>
  new ApiError(400, 'invalid_json_schema', `Invalid schema: ${reason}`, param);

export const invalidImage = (param: string) =>
  new ApiError(
    400,
    'invalid_image_url',
    'Invalid image_url: only base64-encoded images are supported.',
    param,
  );

export const invalidBase64 = (param: string) =>
  new ApiError(400, 'invalid_base64', `Invalid base64 data in '${param}'.`, param);

/** `counts`: tokens of the prompt and of the completion asked for. */
export const contextExceeded = (
  param: string,
  contextTokens: number,
  counts: { prompt: number; completion: number },
) => {
  const place = param === 'input' ? 'input' : 'messages';
  return new ApiError(
    400,
    'context_length_exceeded',
    `This model's maximum context length is ${contextTokens} tokens. However, you requested ${counts.prompt + counts.completion} tokens (${counts.prompt} in the ${place}, ${counts.completion} in the completion).`,
    param,
  );
};

export type Capability =
  | 'embeddings'
  | 'logprobs'
  | 'chat completions'
  | 'text completions'
  | 'reranking'
  | 'audio reasoning'
  | 'speech'
  | 'reading pictures'
  | 'transcription'
  | 'translation'
  | 'image input'
  | 'audio input'
  | 'function calling'
  | 'JSON output';

export const notCompatible = (model: string, capability: Capability) =>
  new ApiError(
    400,
    'model_not_compatible',
    `The model \`${model}\` does not support ${capability}.`,
    'model',
  );

const AUDIO_FORMATS = "['flac','m4a','mp3','mp4','mpeg','mpga','oga','ogg','wav','webm']";

/** No sound can be read from a file. `browser`: the one that decodes. */
export const invalidAudio = (param: string, audio: AudioProblem, browser: string) =>
  new ApiError(400, 'invalid_file_format', audioSentence(audio, browser), param, { audio });

function audioSentence({ problem, codec, rate }: AudioProblem, browser: string): string {
  switch (problem) {
    case 'unknown_format':
      return `Invalid file format. Supported formats: ${AUDIO_FORMATS}`;
    case 'no_audio_track':
      return 'The file has no audio track.';
    case 'unsupported_codec':
      return `${browser} cannot decode ${codec ? `${codec} audio` : 'the audio of this file'}. Convert the file to WAV or MP3, or open Alcove in another browser.`;
    case 'unsupported_rate':
      return `The file has a sample rate of ${rate} Hz; supported: 3,000 to 768,000 Hz.`;
    case 'damaged':
      return 'The audio of the file is damaged and could not be decoded.';
  }
}

export const audioTooLong = (param: string, seconds: number) =>
  new ApiError(
    400,
    'audio_too_long',
    `Audio is ${seconds.toFixed(1)} seconds long; the maximum is 30 seconds.`,
    param,
  );

export const audioTooShort = (param: string) =>
  new ApiError(400, 'audio_too_short', 'Audio is too short.', param);

/** Objects have no text of their own: theirs may throw. */
function shownValue(value: unknown): string {
  const isObject = typeof value === 'object' && value !== null;
  return isObject ? describeType(value) : shorten(String(value));
}

/** A tool that a request chooses, but does not define. */
export const unknownTool = (param: string, name: unknown) =>
  invalidValue(param, `tool '${shownValue(name)}' is not among 'tools'.`);

function describeType(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return 'one out of range';
    if (!Number.isInteger(value)) return 'a decimal';
    return Number.isSafeInteger(value) ? 'an integer' : 'one beyond 2^53';
  }
  if (typeof value === 'object') return 'an object';
  return typeof value === 'undefined' ? 'nothing' : `a ${typeof value}`;
}

function listed(values: readonly string[]): string {
  const quoted = values.map((v) => `'${v}'`);
  if (quoted.length < 2) return quoted.join('');
  return `${quoted.slice(0, -1).join(', ')}, and ${quoted.at(-1)}`;
}

/** Long values are cut: an error message must not contain a whole upload. */
export function shorten(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
