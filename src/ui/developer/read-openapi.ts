/** What the reference shows of an OpenAPI document. */

interface Schema {
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
  paths: Record<string, Record<string, OpenApiOperation>>;
}

interface Field {
  name: string;
  isRequired: boolean;
  type: string;
  allowed: string;
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
      fields: readFields(operation),
      answers: Object.entries(operation.responses).map(
        ([status, { description }]): [string, string] => [status, description],
      ),
    })),
  );
}

function readFields({ requestBody }: OpenApiOperation): Field[] {
  const [content] = Object.values(requestBody?.content ?? {});
  const { properties = {}, required = [] } = content?.schema ?? {};
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    isRequired: required.includes(name),
    type: typeOf(schema),
    allowed: allowedBy(schema),
  }));
}

function typeOf(schema: Schema): string {
  if (schema.anyOf) {
    const types = schema.anyOf.map(typeOf).filter((type) => type !== 'null');
    return [...new Set(types)].join(' or ');
  }
  if (schema.type === 'array') return `list of ${schema.items ? typeOf(schema.items) : 'anything'}`;
  if (schema.enum || schema.const !== undefined) return 'one of';
  return [schema.type ?? 'anything'].flat().join(' or ');
}

function allowedBy(schema: Schema): string {
  const parts = (schema.anyOf ?? [schema]).map((one) => {
    if (one.enum) return one.enum.join(', ');
    if (one.const !== undefined) return String(one.const);
    return range(one.minimum, one.maximum) || range(one.minItems, one.maxItems, ' items');
  });
  return parts.filter(Boolean).join('; ');
}

function range(from: number | undefined, to: number | undefined, unit = ''): string {
  const most = to !== undefined && to < Number.MAX_SAFE_INTEGER ? to : undefined;
  const least = from !== undefined && from > -Number.MAX_SAFE_INTEGER ? from : undefined;
  if (least !== undefined && most !== undefined) return `${least} to ${most}${unit}`;
  if (least !== undefined) return `from ${least}${unit}`;
  return most === undefined ? '' : `up to ${most}${unit}`;
}
