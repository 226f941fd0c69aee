/** What the reference shows of an OpenAPI document. */

import { language } from '#ui/messages/catalogue.ts';
import { developerText } from '#ui/messages/developer.ts';
import { describeField } from './field-descriptions.ts';

interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  items?: Schema;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  description?: string;
}

interface OpenApiOperation {
  summary?: string;
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { description: string }>;
}

interface OpenApi {
  servers?: { url: string }[];
  components?: { schemas?: Record<string, Schema> };
  paths: Record<string, Record<string, OpenApiOperation>>;
}

interface Field {
  name: string;
  isRequired: boolean;
  type: string;
  allowed: string;
  description: string;
}

export interface Operation {
  method: string;
  path: string;
  summary: string;
  fields: Field[];
  answers: [string, string][];
}

export function readOperations(document: OpenApi): Operation[] {
  const base = document.servers?.[0]?.url ?? '';
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path: `${base}${path}`,
      summary: operation.summary ?? '',
      fields: readFields(operation, document),
      answers: Object.entries(operation.responses).map(
        ([status, { description }]): [string, string] => [status, description],
      ),
    })),
  );
}

function readFields({ requestBody }: OpenApiOperation, document: OpenApi): Field[] {
  const [content] = Object.values(requestBody?.content ?? {});
  const { properties = {}, required = [] } = resolve(content?.schema ?? {}, document);
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    isRequired: required.includes(name),
    type: typeOf(schema),
    allowed: allowedBy(resolve(schema, document)),
    description: descriptionOf(resolve(schema, document)) || describeField(name),
  }));
}

/** Its own, or that of one of the values it can have. */
const descriptionOf = ({ description, anyOf = [] }: Schema): string =>
  description ?? anyOf.find((one) => one.description)?.description ?? '';

/** The schema a reference names; others as they are. Their own references stay: some lead in circles. */
function resolve(schema: Schema, { components }: OpenApi): Schema {
  return schema.$ref === undefined ? schema : (components?.schemas?.[nameOf(schema.$ref)] ?? {});
}

const nameOf = (reference: string) => reference.slice(reference.lastIndexOf('/') + 1);

function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return nameOf(schema.$ref);
  if (schema.anyOf) {
    const types = schema.anyOf.map(typeOf).filter((type) => type !== 'null');
    return anyOf([...new Set(types)]);
  }
  if (schema.type === 'array')
    return developerText.listOf(schema.items ? typeOf(schema.items) : developerText.anything);
  const [first] = schema.enum ?? [schema.const];
  return anyOf(
    [schema.type ?? (first === undefined ? developerText.anything : typeof first)].flat(),
  );
}

function allowedBy(schema: Schema): string {
  const parts = (schema.anyOf ?? [schema]).map((one) => {
    if (one.enum) return one.enum.join(', ');
    if (one.const !== undefined) return String(one.const);
    return range(one.minimum, one.maximum) || itemRange(one.minItems, one.maxItems);
  });
  return parts.filter(Boolean).join('; ');
}

function anyOf(types: readonly string[]): string {
  return types.reduce((all, type) => developerText.or(all, type));
}

function range(from: number | undefined, to: number | undefined): string {
  const max = to !== undefined && to < Number.MAX_SAFE_INTEGER ? to : undefined;
  const min = from !== undefined && from > -Number.MAX_SAFE_INTEGER ? from : undefined;
  const show = (value: number) => value.toLocaleString(language());
  if (min !== undefined && min === max) return show(min);
  if (min !== undefined && max !== undefined) return developerText.fromTo(show(min), show(max));
  if (min !== undefined) return developerText.atLeast(show(min));
  return max === undefined ? '' : developerText.atMost(show(max));
}

function itemRange(min: number | undefined, max: number | undefined): string {
  const show = (value: number) => value.toLocaleString(language());
  if (min !== undefined && max !== undefined) {
    return developerText.itemsFromTo(show(min), show(max));
  }
  if (min !== undefined) return developerText.itemsAtLeast(min);
  return max === undefined ? '' : developerText.itemsAtMost(max);
}

/** The operations whose path, summary or fields have all words of a query; all for an empty one. */
export function findOperations(operations: readonly Operation[], query: string): Operation[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return operations.filter(({ method, path, summary, fields }) => {
    const named = fields.flatMap(({ name, description }) => [name, description]);
    const text = [method, path, summary, ...named].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
