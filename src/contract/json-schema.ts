import { isRecord } from '#base/guards.ts';

const TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];
/** Levels that a schema may be nested: beyond them, threads run out of stack. */
const MAX_DEPTH = 200;
/** Values of any kind that a schema may hold. */
const MAX_VALUES = 50_000;
/** Characters of its keys and texts. */
const MAX_CHARACTERS = 1_000_000;

interface Place {
  node: unknown;
  /** Segments of the JSON pointer that leads here, the last one first. */
  path: Path;
  depth: number;
  /** Whether the node is data, as in `enum`, where nothing is a keyword. */
  isData: boolean;
}

type Path = { segment: string | number; parent: Path } | null;

/**
 * Why no value can satisfy a JSON Schema; null when no reason was found. Bounded in time and stack for
 * any input.
 */
export function schemaProblem(schema: Record<string, unknown>): string | null {
  const open: Place[] = [{ node: schema, path: null, depth: 0, isData: false }];
  let values = 0;
  let characters = 0;
  for (let place = open.pop(); place; place = open.pop()) {
    values++;
    characters += charactersOf(place);
    const waiting = open.length + sizeOf(place.node);
    const problem =
      limitProblem(place, values + waiting, characters) ?? keywordProblem(place, schema);
    if (problem) return problem;
    // Backwards onto the stack: the first of the problems is the one that is reported.
    for (const next of [...children(place)].reverse()) open.push(next);
  }
  return null;
}

function limitProblem({ depth }: Place, values: number, characters: number): string | null {
  if (values > MAX_VALUES) return `'schema' is too large: it holds more than ${MAX_VALUES} values.`;
  if (characters > MAX_CHARACTERS) {
    return `'schema' is too large: it is longer than ${MAX_CHARACTERS} characters.`;
  }
  if (depth <= MAX_DEPTH) return null;
  return `'schema' is nested too deeply: more than ${MAX_DEPTH} levels.`;
}

function keywordProblem(
  { node, path, isData }: Place,
  root: Record<string, unknown>,
): string | null {
  if (isData || !isRecord(node)) return null;
  return typeProblem(node, path) ?? shapeProblem(node, path) ?? refProblem(node, path, root);
}

/** Characters of a place's own text or name. */
function charactersOf({ node, path }: Place): number {
  return typeof node === 'string' ? node.length : String(path?.segment ?? '').length;
}

function sizeOf(node: unknown): number {
  if (typeof node !== 'object' || node === null) return 0;
  return Array.isArray(node) ? node.length : Object.keys(node).length;
}

/** Keywords whose values are data, not schemas. */
const DATA = new Set(['enum', 'const', 'default', 'examples', 'required', 'type']);
/** Keywords whose values have names of the author's own for keys. */
const NAMED = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'definitions',
]);

function* children({ node, path, depth, isData }: Place): Generator<Place> {
  const below = { depth: depth + 1, isData };
  const at = (segment: string | number, parent = path): Path => ({ segment, parent });
  if (Array.isArray(node)) {
    for (const [i, inner] of node.entries()) yield { node: inner, path: at(i), ...below };
    return;
  }
  if (!isRecord(node)) return;
  for (const [key, value] of Object.entries(node)) {
    if (!isData && NAMED.has(key) && isRecord(value)) {
      for (const [name, inner] of Object.entries(value)) {
        yield { node: inner, path: at(name, at(key)), ...below };
      }
    } else {
      yield { node: value, path: at(key), ...below, isData: isData || DATA.has(key) };
    }
  }
}

/** A place as `#/properties/name`. */
function pointer(path: Path): string {
  const segments: (string | number)[] = [];
  for (let at = path; at; at = at.parent) segments.unshift(at.segment);
  return ['#', ...segments].join('/');
}

function typeProblem(node: Record<string, unknown>, path: Path): string | null {
  const given = node['type'];
  const wrong = (Array.isArray(given) ? given : [given]).find(
    (t) => t !== undefined && !TYPES.includes(t),
  );
  if (wrong === undefined) return null;
  const shown = typeof wrong === 'string' ? wrong.slice(0, 100) : typeof wrong;
  return `'${shown}' at ${pointer(path)}/type is not a JSON Schema type.`;
}

/** Keywords whose value is one schema. A list in `items` is refused where it is compiled, with what to write instead. */
const SINGLE = new Set(['items', 'additionalProperties', 'unevaluatedProperties', 'propertyNames']);
/** Keywords whose value is a list of schemas. */
const LISTED = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);

/** Checks the places of schemas inside a schema, because the conversion relies on them. */
function shapeProblem(node: Record<string, unknown>, path: Path): string | null {
  for (const [key, value] of Object.entries(node)) {
    const at = { segment: key, parent: path };
    if (SINGLE.has(key) && value !== null && !Array.isArray(value) && !isSchema(value)) {
      return noSchema(at);
    }
    if (LISTED.has(key) && !Array.isArray(value))
      return `${pointer(at)} must be a list of schemas.`;
    const inner =
      LISTED.has(key) || (NAMED.has(key) && isRecord(value)) ? Object.entries(value as object) : [];
    const wrong = inner.find(([, schema]) => !isSchema(schema));
    if (wrong) return noSchema({ segment: wrong[0], parent: at });
  }
  return null;
}

const isSchema = (value: unknown) => typeof value === 'boolean' || isRecord(value);
const noSchema = (path: Path) => `The value at ${pointer(path)} is not a JSON Schema.`;

function refProblem(
  node: Record<string, unknown>,
  path: Path,
  root: Record<string, unknown>,
): string | null {
  const ref = node['$ref'];
  if (typeof ref !== 'string' || ref === '#') return null;
  const shown = ref.slice(0, 200);
  if (!ref.startsWith('#')) return `$ref '${shown}' at ${pointer(path)} points outside the schema.`;
  // Names of anchors are looked up when the schema is compiled.
  if (!ref.startsWith('#/')) return null;
  let target: unknown = root;
  for (const key of ref.slice(2).split('/')) {
    const name = decode(key).replaceAll('~1', '/').replaceAll('~0', '~');
    target =
      (isRecord(target) || Array.isArray(target)) && Object.hasOwn(target, name)
        ? (target as Record<string, unknown>)[name]
        : undefined;
  }
  return target === undefined ? `$ref '${shown}' at ${pointer(path)} points nowhere.` : null;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
