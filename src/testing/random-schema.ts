type Random = () => number;

type Schema = Record<string, unknown>;

const NAMES = [
  'name',
  'age',
  'größe',
  '名前',
  'e-mail',
  'a b',
  'quote"d',
  'back\\slash',
  'тег',
  '🙂',
  'x',
  'is_new',
];
const WORDS = ['red', 'grün', '青', 'a "b"', '', 'two words', 'line\nfeed', '🙂🙂'];

/**
 * A random JSON Schema of nested objects, arrays, enums, unions, references and bounds. Every one
 * has values, and none needs a keyword that cannot be followed.
 */
export function randomSchema(random: Random, depth = 3): Schema {
  const int = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  const pick = <T>(list: readonly T[]): T => list[int(0, list.length - 1)] as T;
  const some = <T>(list: readonly T[], min: number) => {
    const shuffled = [...list].sort(() => random() - 0.5);
    return shuffled.slice(0, int(min, Math.min(list.length, 5)));
  };
  const inner = () => randomSchema(random, depth - 1);

  const integer = (): Schema => {
    const low = int(-1200, 900);
    const step = pick([undefined, undefined, undefined, 5, 7, 10]);
    return pick<Schema>([
      { type: 'integer' },
      { type: 'integer', minimum: low, maximum: low + int(0, 5000) },
      { type: 'integer', exclusiveMinimum: low },
      { type: 'integer', maximum: low, ...(step ? { multipleOf: step } : {}) },
      {
        type: 'integer',
        minimum: 0,
        maximum: int(10, 99_999),
        ...(step ? { multipleOf: step } : {}),
      },
    ]);
  };
  const number = (): Schema => {
    const low = pick([-10.5, -1, -0.25, 0, 0.001, 0.5, 3, 12.75, 99.99]);
    const width = pick([0.01, 0.5, 1, 7.25, 1000]);
    return pick<Schema>([
      { type: 'number' },
      { type: 'number', minimum: low, maximum: low + width },
      { type: 'number', exclusiveMinimum: low, exclusiveMaximum: low + width },
      { type: 'number', minimum: low },
      { type: 'number', exclusiveMaximum: low },
    ]);
  };
  const string = (): Schema => {
    const min = int(0, 4);
    return pick<Schema>([
      { type: 'string', maxLength: int(1, 30) },
      { type: 'string', minLength: min, maxLength: min + int(0, 8) },
      {
        type: 'string',
        pattern: pick([
          '^[a-z]{2,5}$',
          '^[A-Z]{2}-\\d{3}$',
          '^(ab|cd)+e?$',
          '^\\w+@\\w+\\.(com|org)$',
          '^[^"x]{1,4}$',
        ]),
      },
      { type: 'string', format: pick(['date', 'uuid', 'ipv4', 'date-time', 'email']) },
      { enum: some(WORDS, 1) },
      { const: pick(WORDS) },
    ]);
  };
  const array = (): Schema => {
    const min = int(0, 2);
    return pick<Schema>([
      { type: 'array', items: inner(), minItems: min, maxItems: min + int(0, 2) },
      {
        type: 'array',
        items: { enum: some(WORDS, 2) },
        uniqueItems: true,
        minItems: 1,
        maxItems: 3,
      },
      { type: 'array', prefixItems: [inner(), inner()], items: false, minItems: int(0, 2) },
      { type: 'array', items: inner(), maxItems: 2 },
    ]);
  };
  const object = (): Schema => {
    const names = some(NAMES, 1);
    const properties = Object.fromEntries(names.map((n) => [n, inner()]));
    return pick<Schema>([
      { type: 'object', properties, required: names, additionalProperties: false },
      { type: 'object', properties, required: some(names, 0) },
      {
        type: 'object',
        properties,
        minProperties: 1,
        maxProperties: Math.max(1, names.length - 1),
      },
      { type: 'object', additionalProperties: inner(), maxProperties: 2 },
      {
        allOf: [
          { type: 'object', properties, required: names.slice(0, 1) },
          {
            properties: { [names[0] as string]: true, extra: { type: 'boolean' } },
            required: ['extra'],
          },
        ],
      },
    ]);
  };
  const union = (): Schema =>
    pick<Schema>([
      { anyOf: [inner(), { type: 'null' }] },
      {
        oneOf: [
          { type: 'integer', minimum: 0, maximum: 9 },
          { type: 'boolean' },
          { type: 'string', maxLength: 3 },
        ],
      },
      {
        oneOf: ['cat', 'dog'].map((kind) => ({
          type: 'object',
          properties: { kind: { const: kind }, [`${kind}_id`]: inner() },
          required: ['kind'],
        })),
      },
      { type: ['integer', 'null', 'boolean'] },
    ]);
  const leaf = () =>
    pick([integer, number, string, () => ({ type: 'boolean' }), () => ({ type: 'null' })])();
  if (depth <= 0) return leaf();
  return pick([object, object, object, array, union, leaf])();
}

/** A random schema whose root is an object, with a definition that it refers to. */
export function randomDocumentSchema(random: Random, depth = 3): Schema {
  const names = ['first', 'second'];
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Random',
    type: 'object',
    properties: {
      first: randomSchema(random, depth),
      second: random() < 0.3 ? { $ref: '#/$defs/part' } : randomSchema(random, 1),
    },
    required: random() < 0.7 ? names : ['first'],
    additionalProperties: false,
    $defs: { part: randomSchema(random, 1) },
  };
}
