import { isRecord } from '#base/guards.ts';
import type { ApiError } from './api-error.ts';
import { invalidValue, missingParameter as missing, unsupportedParameter } from './errors.ts';
import { boolean, identifier, list, object, oneOf, record, string } from './fields.ts';
import { z } from './zod.ts';

const schemaOrText = z.union([string(), record()], { error: 'type:an object or a string of JSON' });

/** What an answer must look like, in the fields of OpenAI, vLLM, llama.cpp and Ollama. */
export const FORMAT_FIELDS = {
  response_format: object({
    type: oneOf(['text', 'json_object', 'json_schema']),
    json_schema: object({
      name: identifier().nullish(),
      schema: record().nullish(),
      description: string().nullish(),
      strict: boolean().nullish(),
    }).nullish(),
    schema: record().nullish(),
  }).nullish(),
  structured_outputs: object({
    json: schemaOrText.nullish(),
    json_object: boolean().nullish(),
    regex: string().nullish(),
    choice: list(string(), { min: 1 }).nullish(),
  }).nullish(),
  guided_json: schemaOrText.nullish(),
  guided_regex: string().nullish(),
  guided_choice: list(string(), { min: 1 }).nullish(),
  json_schema: record().nullish(),
  format: z.union([oneOf(['', 'json']), record()], { error: 'type:"json" or an object' }).nullish(),
};

const shape = z.object(FORMAT_FIELDS);
export type FormatFields = z.infer<typeof shape>;

/** The format that a request asks for, and the field that asks. */
export type AskedFormat = { param: string } & (
  | { kind: 'json' }
  | { kind: 'schema'; name: string; schema: Record<string, unknown> }
  /** Text without quotes that a schema of strings accepts. */
  | { kind: 'plain'; schema: Record<string, unknown> }
);

/** The one format that a checked request asks for; null for text. @throws ApiError 400 */
export function askedFormat(request: FormatFields): AskedFormat | null {
  const [first, second] = [...formatsOf(request)];
  if (second && first) {
    throw invalidValue(second.param, `it cannot be combined with '${first.param}'.`);
  }
  return first ?? null;
}

function* formatsOf(request: FormatFields): Generator<AskedFormat> {
  const { structured_outputs: outputs, response_format: response } = request;
  if (response && response.type !== 'text') yield fromResponseFormat(response);
  for (const [param, json, regex, choice] of [
    ['structured_outputs', outputs?.json, outputs?.regex, outputs?.choice],
    ['guided', request.guided_json, request.guided_regex, request.guided_choice],
  ] as const) {
    const at = (name: string) => (param === 'guided' ? `${param}_${name}` : `${param}.${name}`);
    if (json) yield asSchema(at('json'), json);
    if (regex) {
      yield { kind: 'plain', param: at('regex'), schema: { type: 'string', pattern: regex } };
    }
    if (choice) yield { kind: 'plain', param: at('choice'), schema: { enum: choice } };
  }
  if (outputs?.json_object) yield { kind: 'json', param: 'structured_outputs.json_object' };
  if (request.json_schema) yield asSchema('json_schema', request.json_schema);
  const { format } = request;
  if (format === 'json') yield { kind: 'json', param: 'format' };
  else if (format) yield asSchema('format', format);
}

function fromResponseFormat(format: NonNullable<FormatFields['response_format']>): AskedFormat {
  const param = 'response_format';
  const { type, json_schema: inner, schema = inner?.schema } = format;
  if (!schema) return { kind: 'json', param };
  return {
    kind: 'schema',
    param,
    name: (type === 'json_schema' && inner?.name) || 'answer',
    schema,
  };
}

function asSchema(param: string, given: string | Record<string, unknown>): AskedFormat {
  const schema = typeof given === 'string' ? parse(given) : given;
  if (!isRecord(schema)) throw invalidValue(param, 'it must be a JSON Schema.');
  return { kind: 'schema', param, name: param.replaceAll('.', '_'), schema };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** What the schema of single fields cannot say. Reads the raw body, which may be anything. */
export function* formatProblems(body: Record<string, unknown>): Generator<[string, ApiError]> {
  const { response_format: format, structured_outputs: outputs } = body;
  if (isRecord(format) && format['type'] === 'json_schema' && !isRecord(format['schema'])) {
    for (const path of missingIn(format['json_schema'])) yield ['response_format', missing(path)];
  }
  for (const field of ['grammar', 'structural_tag']) {
    if (!isRecord(outputs) || (outputs[field] ?? null) === null) continue;
    const hint = "Use 'json', 'regex' or 'choice'.";
    yield ['structured_outputs', unsupportedParameter(`structured_outputs.${field}`, hint)];
  }
}

function missingIn(inner: unknown): string[] {
  const path = 'response_format.json_schema';
  if (!isRecord(inner)) return (inner ?? null) === null ? [path] : [];
  const absent = ['name', 'schema'].filter((field) => (inner[field] ?? null) === null);
  return absent.map((field) => `${path}.${field}`);
}

/** Levels of `reasoning_effort`; models here either think or do not. */
const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;

/** Whether a model thinks before it answers, in the fields of OpenAI, vLLM, llama.cpp, Ollama and OpenRouter. */
export const THINKING_FIELDS = {
  reasoning_effort: oneOf(EFFORTS).nullish(),
  reasoning: object({ effort: oneOf(EFFORTS).nullish(), enabled: boolean().nullish() }).nullish(),
  chat_template_kwargs: object({
    enable_thinking: boolean().nullish(),
    thinking: boolean().nullish(),
  }).nullish(),
  enable_thinking: boolean().nullish(),
  think: z
    .union([boolean(), oneOf(['low', 'medium', 'high'])], { error: 'type:a boolean' })
    .nullish(),
  thinking: object({ type: oneOf(['enabled', 'disabled', 'adaptive']) }).nullish(),
};

const thinkingShape = z.object(THINKING_FIELDS);

/** Whether the model may think; undefined where the request does not say. */
export function askedThinking(request: z.infer<typeof thinkingShape>): boolean | undefined {
  const { reasoning, chat_template_kwargs: template, thinking } = request;
  const effort = request.reasoning_effort ?? reasoning?.effort;
  const given = [
    effort && effort !== 'none' && effort !== 'minimal',
    reasoning?.enabled,
    template?.enable_thinking,
    template?.thinking,
    request.enable_thinking,
    request.think,
    thinking && thinking.type !== 'disabled',
  ].filter((value) => value !== null && value !== undefined);
  if (given.length === 0) return undefined;
  return given.every(Boolean);
}

/** Other variables would change the prompt in ways that are not known here. */
export function* templateProblems(body: Record<string, unknown>): Generator<[string, ApiError]> {
  const given = body['chat_template_kwargs'];
  if (!isRecord(given)) return;
  for (const [name, value] of Object.entries(given)) {
    if (value === null || name === 'enable_thinking' || name === 'thinking') continue;
    const param = `chat_template_kwargs.${name.slice(0, 64)}`;
    const hint = "Only 'enable_thinking' and 'thinking' are known.";
    yield ['chat_template_kwargs', unsupportedParameter(param, hint)];
  }
}
