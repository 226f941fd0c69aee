import { errorAnswer } from './answers/error-answer.ts';
import { messageError } from './answers/messages-answer.ts';
import type { Endpoint } from './endpoints/endpoint.ts';
import { ENDPOINTS } from './endpoints/endpoints.ts';
import { SERVICE_ROOT } from './paths.ts';
import { SchemaWriter } from './write-schema.ts';

type Json = Record<string, unknown>;

/**
 * The reference of the service, OpenAPI 3.1, from the records of its endpoints.
 * @param base Path of the folder the app is served from, with its trailing slash.
 */
export function createOpenApi(version: string, base = '/'): Json {
  const writer = new SchemaWriter();
  const paths: Record<string, Json> = {};
  for (const endpoint of ENDPOINTS as readonly Endpoint[]) {
    const path = endpoint.path.slice(SERVICE_ROOT.length);
    const operation = writeOperation(endpoint, writer);
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Alcove',
      version,
      description:
        'Models in a browser tab answer it: for pages of its origin, and for other programs through the server of `npm start`.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: `${base.slice(0, -1)}${SERVICE_ROOT}` }],
    security: [{ key: [] }],
    tags: [...new Set(ENDPOINTS.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'A key that starts with alc_.' },
      },
      schemas: writer.components,
    },
  };
}

function writeOperation(endpoint: Endpoint, writer: SchemaWriter): Json {
  const { operationId, summary, description, tag, isPublic, params = {}, query = {} } = endpoint;
  const inPath = Object.keys(params).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const behind = Object.entries(query).map(([name, values]) => ({
    name,
    in: 'query',
    required: false,
    schema: { type: 'string', enum: values },
  }));
  const parameters = [...inPath, ...behind];
  return {
    operationId,
    summary,
    description,
    tags: [tag],
    ...(isPublic ? { security: [{}, { key: [] }] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...writeRequest(endpoint, writer),
    responses: writeResponses(endpoint, writer),
  };
}

function writeRequest({ request, example }: Endpoint, writer: SchemaWriter): Json {
  if (!request) return {};
  const value = { model: example.model, ...example.body };
  const content: Json = {};
  if (request.json) {
    content['application/json'] = { schema: writer.write(request.json, 'input'), example: value };
  }
  if (request.form) {
    content['multipart/form-data'] = { schema: writer.write(request.form, 'input') };
  }
  return { requestBody: { required: true, content } };
}

/** Statuses an endpoint may answer with besides 200, and when. */
const FAILURES = {
  400: 'The request is wrong; `error.param` names the field.',
  401: 'The API key is missing or unknown.',
  404: 'The model or the address does not exist.',
  408: 'The answer took too long.',
  413: 'The body or a file is too large.',
  429: 'Too many requests, or the quota of the key is used up.',
  500: 'The service failed.',
  503: 'No open page runs the models.',
};

function writeResponses({ response, example, dialect }: Endpoint, writer: SchemaWriter): Json {
  const content: Json = {};
  if (response.json) {
    const schema = writer.write(response.json, 'output');
    content['application/json'] = { schema, example: example.answer };
  }
  if (response.hasText) content['text/plain'] = { schema: { type: 'string' } };
  if (response.hasBytes) {
    content['application/octet-stream'] = { schema: { type: 'string', format: 'binary' } };
  }
  if (response.hasAudio) content['audio/*'] = { schema: { type: 'string', format: 'binary' } };
  if (response.events) {
    content['text/event-stream'] = { schema: writer.write(response.events, 'output') };
  }
  const body = dialect === 'anthropic' ? messageError : errorAnswer;
  const error = { schema: writer.write(body, 'output') };
  const failures = Object.entries(FAILURES).map(([status, description]) => [
    status,
    { description, content: { 'application/json': error } },
  ]);
  return { 200: { description: 'The answer', content }, ...Object.fromEntries(failures) };
}
