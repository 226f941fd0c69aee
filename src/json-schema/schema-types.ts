import { SchemaError, type SchemaObject } from './schema.ts';

export const TYPES = ['object', 'array', 'string', 'number', 'boolean', 'null'];

/** Keywords by the one type they apply to: with them, and no `type`, that type is meant. */
const KEYWORDS_OF: readonly (readonly [string, readonly string[]])[] = [
  [
    'object',
    [
      'properties',
      'required',
      'additionalProperties',
      'patternProperties',
      'propertyNames',
      'minProperties',
      'maxProperties',
    ],
  ],
  ['array', ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems']],
  ['string', ['minLength', 'maxLength', 'pattern']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
];

/** The types that a schema allows. */
export function typesOf(schema: SchemaObject): string[] {
  const given = schema['type'];
  if (given !== undefined) {
    const types = [given].flat().map(String);
    return types.includes('number') ? types.filter((t) => t !== 'integer') : types;
  }
  const meant = KEYWORDS_OF.filter(([, words]) => words.some((w) => w in schema)).map(([t]) => t);
  return meant.length > 0 ? meant : TYPES;
}

/** @throws SchemaError for a keyword that needs a list and has none. */
export function requireLists(schema: SchemaObject): void {
  for (const keyword of ['enum', 'anyOf', 'oneOf', 'required', 'prefixItems']) {
    if (keyword in schema && !Array.isArray(schema[keyword])) {
      throw new SchemaError(keyword, 'must be a list.');
    }
  }
  if (Array.isArray(schema['items'])) {
    throw new SchemaError('items', "must be one schema; a list of them is 'prefixItems'.");
  }
}
