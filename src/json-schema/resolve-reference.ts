import { isRecord } from '#base/guards.ts';
import { type Schema, SchemaError } from './schema.ts';
import { spend } from './work-meter.ts';

/**
 * What a `$ref` inside a schema points at: `#`, a JSON pointer or an `$anchor`.
 * @throws SchemaError for one that leads out of the schema or nowhere.
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-8.2.3.1
 */
export function resolveReference(root: Schema, reference: string): Schema {
  spend(1 + reference.length);
  if (reference === '#') return root;
  if (!reference.startsWith('#')) {
    throw new SchemaError('$ref', `'${reference}' points outside the schema.`);
  }
  const target = reference.startsWith('#/')
    ? atPointer(root, reference.slice(2))
    : findAnchor(root, reference.slice(1));
  if (typeof target !== 'boolean' && !isRecord(target)) {
    throw new SchemaError('$ref', `'${reference}' points nowhere.`);
  }
  return target;
}

function atPointer(root: unknown, pointer: string): unknown {
  return pointer.split('/').reduce((at, part) => {
    const name = decode(part).replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(at)) return at[Number(name)] as unknown;
    return isRecord(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  }, root);
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function findAnchor(node: unknown, anchor: string): unknown {
  spend(1);
  if (Array.isArray(node)) return first(node, anchor);
  if (!isRecord(node)) return undefined;
  return node['$anchor'] === anchor ? node : first(Object.values(node), anchor);
}

function first(nodes: readonly unknown[], anchor: string): unknown {
  for (const node of nodes) {
    const found = findAnchor(node, anchor);
    if (found !== undefined) return found;
  }
  return undefined;
}
