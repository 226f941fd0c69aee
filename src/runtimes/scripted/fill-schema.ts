type Schema = Record<string, unknown>;

/** The smallest value a JSON Schema accepts, for the usual keywords. Not a validator. */
export function fillSchema(schema: unknown, root: Schema = schema as Schema): unknown {
  if (typeof schema !== 'object' || schema === null) return null;
  const s = resolve(schema as Schema, root);
  if ('const' in s) return s['const'];
  if (Array.isArray(s['enum'])) return s['enum'][0];
  if ('default' in s) return s['default'];
  for (const key of ['anyOf', 'oneOf', 'allOf']) {
    const options = s[key];
    if (Array.isArray(options) && options.length > 0) return fillSchema(options[0], root);
  }
  const type = Array.isArray(s['type']) ? s['type'][0] : s['type'];
  switch (type ?? ('properties' in s ? 'object' : 'null')) {
    case 'object':
      return fillObject(s, root);
    case 'array':
      return Array.from({ length: Number(s['minItems'] ?? 0) }, () => fillSchema(s['items'], root));
    case 'string':
      return fillString(s);
    case 'integer':
      return Math.ceil(lowest(s, 1));
    case 'number':
      return lowest(s, 0.5);
    case 'boolean':
      return false;
    default:
      return null;
  }
}

function fillObject(s: Schema, root: Schema): Record<string, unknown> {
  const properties = (s['properties'] ?? {}) as Schema;
  const required = Array.isArray(s['required']) ? s['required'].map(String) : [];
  return Object.fromEntries(required.map((key) => [key, fillSchema(properties[key] ?? {}, root)]));
}

function fillString(s: Schema): string {
  const length = Math.max(Number(s['minLength'] ?? 0), 4);
  const text = 'text'.repeat(Math.ceil(length / 4)).slice(0, length);
  return s['maxLength'] === undefined ? text : text.slice(0, Number(s['maxLength']));
}

function lowest(s: Schema, step: number): number {
  if (s['exclusiveMinimum'] !== undefined) return Number(s['exclusiveMinimum']) + step;
  if (s['minimum'] !== undefined) return Number(s['minimum']);
  const top =
    Number(s['maximum'] ?? s['exclusiveMaximum'] ?? 1) - ('exclusiveMaximum' in s ? step : 0);
  return Math.min(0, top);
}

function resolve(schema: Schema, root: Schema): Schema {
  const pointer = schema['$ref'];
  if (typeof pointer !== 'string' || !pointer.startsWith('#/')) return schema;
  const target = pointer
    .slice(2)
    .split('/')
    .reduce<unknown>((at, key) => (at as Schema | undefined)?.[key], root);
  return (target ?? {}) as Schema;
}
