import { isRecord } from './chat-request.ts';

const TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];

/** Why a JSON Schema cannot be followed by anything; null when nothing speaks against it. */
export function schemaProblem(schema: Record<string, unknown>): string | null {
  return problemAt(schema, '#', schema);
}

function problemAt(node: unknown, path: string, root: Record<string, unknown>): string | null {
  if (Array.isArray(node)) return firstProblem(node.entries(), path, root);
  if (!isRecord(node)) return null;
  return (
    typeProblem(node, path) ??
    refProblem(node, path, root) ??
    firstProblem(children(node), path, root)
  );
}

/** Keywords whose values are data, not schemas. */
const DATA = new Set(['enum', 'const', 'default', 'examples', 'required', 'type']);

function* children(node: Record<string, unknown>): Generator<[string, unknown]> {
  for (const [key, value] of Object.entries(node)) {
    if (key === 'properties' && isRecord(value)) {
      for (const [name, inner] of Object.entries(value)) yield [`properties/${name}`, inner];
    } else if (!DATA.has(key)) yield [key, value];
  }
}

function firstProblem(
  entries: Iterable<[string | number, unknown]>,
  path: string,
  root: Record<string, unknown>,
): string | null {
  for (const [key, value] of entries) {
    const problem = problemAt(value, `${path}/${key}`, root);
    if (problem) return problem;
  }
  return null;
}

function typeProblem(node: Record<string, unknown>, path: string): string | null {
  const given = node['type'];
  const wrong = (Array.isArray(given) ? given : [given]).find(
    (t) => t !== undefined && !TYPES.includes(t),
  );
  return wrong === undefined
    ? null
    : `'${String(wrong)}' at ${path}/type is not a JSON Schema type.`;
}

function refProblem(
  node: Record<string, unknown>,
  path: string,
  root: Record<string, unknown>,
): string | null {
  const ref = node['$ref'];
  if (typeof ref !== 'string' || ref === '#') return null;
  if (!ref.startsWith('#/')) return `$ref '${ref}' at ${path} points outside the schema.`;
  let target: unknown = root;
  for (const key of ref.slice(2).split('/')) {
    const name = decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~');
    target =
      isRecord(target) || Array.isArray(target)
        ? (target as Record<string, unknown>)[name]
        : undefined;
  }
  return target === undefined ? `$ref '${ref}' at ${path} points nowhere.` : null;
}
