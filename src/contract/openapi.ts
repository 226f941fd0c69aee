import { reasoningRequest, transcriptionRequest } from './audio-request.ts';
import { chatRequest } from './chat-request.ts';
import { embeddingsRequest } from './embeddings-request.ts';
import { documented } from './messages.ts';
import { z } from './zod.ts';

type Json = Record<string, unknown>;

/** The reference of the service, OpenAPI 3.1, from the schemas that check its requests. */
export function createOpenApi(version: string): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Alcove',
      version,
      description: 'Answered inside the browser: only pages of this origin can call it.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/v1' }],
    security: [{ key: [] }],
    paths: {
      '/chat/completions': post('Chat completion', 'chat', json(chatSchema()), [
        'application/json',
        'text/event-stream',
      ]),
      '/embeddings': post('Embeddings', 'embeddings', json(toSchema(embeddingsRequest)), [
        'application/json',
      ]),
      '/audio/transcriptions': post(
        'Transcription',
        'audio',
        form(toSchema(transcriptionRequest)),
        TEXTS,
      ),
      '/audio/translations': post(
        'Translation',
        'audio',
        form(toSchema(transcriptionRequest)),
        TEXTS,
      ),
      '/audio/reasoning': post(
        'Audio reasoning',
        'audio',
        { ...json(reasoningSchema()), ...form(reasoningSchema()) },
        TEXTS,
      ),
      '/models': {
        get: {
          summary: 'List models',
          tags: ['models'],
          security: [{}, { key: [] }],
          responses: responses(['application/json']),
        },
      },
      '/models/{id}': {
        get: {
          summary: 'One model',
          tags: ['models'],
          security: [{}, { key: [] }],
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          responses: responses(['application/json']),
        },
      },
    },
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'A key that starts with alc_.' },
      },
      schemas: { Error: ERROR },
    },
  };
}

const TEXTS = ['application/json', 'text/plain', 'text/event-stream'];

const ERROR = {
  type: 'object',
  required: ['error', 'request_id'],
  properties: {
    error: {
      type: 'object',
      required: ['message', 'type', 'param', 'code'],
      properties: {
        message: { type: 'string' },
        type: { type: 'string' },
        param: { type: ['string', 'null'] },
        code: { type: 'string' },
      },
    },
    request_id: { type: 'string' },
  },
};

function toSchema(schema: z.ZodType): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // Unknown fields are ignored; saying so at every level would only be noise.
      delete jsonSchema.additionalProperties;
    },
  }) as Json;
  return rest;
}

/** Messages and tools are checked by role and form in code; here they get their written shape. */
function chatSchema(): Json {
  const schema = toSchema(chatRequest) as { properties: Json };
  schema.properties['messages'] = {
    type: 'array',
    minItems: 1,
    items: toSchema(documented.message),
  };
  schema.properties['tools'] = {
    type: ['array', 'null'],
    maxItems: 128,
    items: toSchema(documented.tool),
  };
  return schema;
}

function reasoningSchema(): Json {
  const schema = toSchema(reasoningRequest) as { properties: Json };
  schema.properties['messages'] = {
    type: 'array',
    minItems: 1,
    items: toSchema(documented.message),
  };
  return schema;
}

function json(schema: Json): Json {
  return { 'application/json': { schema } };
}

function form(schema: Json): Json {
  const properties = {
    ...(schema['properties'] as Json),
    file: { type: 'string', format: 'binary' },
  };
  return { 'multipart/form-data': { schema: { ...schema, properties } } };
}

function post(summary: string, tag: string, content: Json, types: string[]): Json {
  return {
    post: {
      summary,
      tags: [tag],
      requestBody: { required: true, content },
      responses: responses(types),
    },
  };
}

function responses(types: string[]): Json {
  const error = {
    description: 'An error',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  };
  const content = Object.fromEntries(types.map((type) => [type, {}]));
  const failures = ['400', '401', '404', '408', '413', '429', '500', '503'];
  return {
    200: { description: 'The answer', content },
    ...Object.fromEntries(failures.map((status) => [status, error])),
  };
}
