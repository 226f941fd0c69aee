import { readFileSync } from 'node:fs';
import Ajv2020 from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import type { Endpoint } from './endpoints/endpoint.ts';
import { ENDPOINTS } from './endpoints/endpoints.ts';
import { createOpenApi } from './openapi.ts';
import { isServicePath, servicePath } from './paths.ts';
import { wayOut } from './ways-out.ts';

type Json = Record<string, unknown>;

interface Content {
  schema: Json;
  example?: unknown;
}

interface Operation {
  operationId: string;
  summary: string;
  description: string;
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, { content: { 'application/json': Content } }>;
}

interface Document {
  servers: unknown;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json> };
}

const RECORDS: readonly Endpoint[] = ENDPOINTS;
const document = createOpenApi('1.2.3') as unknown as Document;
const operations = Object.values(document.paths).flatMap((path) => Object.values(path));

function validator(schema: Json) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const components = document.components;
  return ajv.compile({ ...schema, components });
}

test('every endpoint is an operation with an id, a summary and a named answer', () => {
  expect(operations.map((o) => o.operationId)).toEqual(RECORDS.map((e) => e.operationId));
  expect(new Set(operations.map((o) => o.operationId)).size).toBe(RECORDS.length);
  for (const { summary, description, responses } of operations) {
    expect(summary && description).toBeTruthy();
    const content: Record<string, { schema: unknown }> = responses['200']?.content ?? {};
    const text = JSON.stringify(
      (content['application/json'] ?? content['text/event-stream'])?.schema,
    );
    const isFile = content['application/octet-stream'] !== undefined;
    if (!isFile) expect(text).toContain('"$ref":"#/components/schemas/');
    expect(responses['400']?.content['application/json'].schema['$ref']).toMatch(/ErrorResponse$/);
  }
});

test('every reference leads to a component, and every component is used', () => {
  const text = JSON.stringify(document);
  const used = new Set([...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map((m) => m[1]));
  expect([...used].sort()).toEqual(Object.keys(document.components.schemas).sort());
  expect(text).not.toContain('$defs');
});

test('examples match their schemas', () => {
  for (const { requestBody, responses, operationId } of operations) {
    const answer = responses['200']?.content['application/json'];
    for (const content of [requestBody?.content['application/json'], answer]) {
      if (!content) continue;
      const { schema, example } = content;
      const validate = validator(schema);
      expect([operationId, validate(example), validate.errors]).toEqual([operationId, true, null]);
    }
  }
});

test('messages, parts and tools are described field by field', () => {
  const { ChatMessage, UserMessage, ChatTool } = document.components.schemas;
  expect(ChatMessage?.['anyOf']).toHaveLength(4);
  expect(JSON.stringify(UserMessage)).toContain('image_url');
  expect(ChatTool).toHaveProperty(
    'properties.function.$ref',
    '#/components/schemas/FunctionDefinition',
  );
});

test('a file of a form is binary, which generators know', () => {
  const { CreateTranscriptionRequest } = document.components.schemas;
  expect(CreateTranscriptionRequest).toHaveProperty('properties.file.format', 'binary');
});

test('no endpoint of the table is said to be missing', () => {
  for (const { path } of RECORDS) expect([path, wayOut(path)]).toEqual([path, '']);
  expect(wayOut('/v1/images/generations')).toBe('Models here do not draw.');
  expect(wayOut('/v1/threads/t_1/runs')).toContain('/v1/responses');
  expect(wayOut('/v1/unknown/images')).toBe('');
});

test('the document names the folder the app is served from', () => {
  expect(document.servers).toEqual([{ url: '/v1' }]);
  expect(createOpenApi('1', '/alcove/')['servers']).toEqual([{ url: '/alcove/v1' }]);
});

test('the service worker answers every path of the table, in any folder', () => {
  for (const { path } of RECORDS) {
    expect(isServicePath(path)).toBe(true);
    expect(isServicePath(`/alcove${path}`, '/alcove/')).toBe(true);
    expect(isServicePath(`/alcove${path}`)).toBe(false);
    expect(servicePath(`/alcove/${path}/`)).toBe(path);
  }
  expect(isServicePath('/v1x')).toBe(false);
});

/** The rows between the two comments, as the table says them. */
test('the README lists every endpoint', () => {
  const rows = RECORDS.map((e) => `| \`${e.method} ${e.path}\` | ${e.description} |`);
  const readme = readFileSync('README.md', 'utf8');
  const shown = /<!-- endpoints -->\n([\s\S]*?)<!-- \/endpoints -->/.exec(readme)?.[1];
  expect(shown?.trim().split('\n').slice(2)).toEqual(rows);
});
