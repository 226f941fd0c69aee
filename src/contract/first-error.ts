import type { ApiError } from './api-error.ts';
import {
  arrayTooLong,
  type Bound,
  decimalOutOfRange,
  emptyArray,
  emptyString,
  integerOutOfRange,
  invalidBase64,
  invalidImage,
  invalidType,
  invalidValue,
  missingParameter,
  unsupportedValue,
} from './errors.ts';
import type { z } from './zod.ts';

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** A failure found outside the schema, at its place in the body. */
export interface FoundError {
  path: Path;
  error: ApiError;
}

/**
 * The first failure of a body in the order of the contract's table.
 * `order` names the top-level fields; errors deeper down follow the order in which they were found.
 */
export function firstError(
  issues: readonly Issue[],
  extra: readonly FoundError[],
  body: unknown,
  order: readonly string[],
): ApiError | null {
  const found = [
    ...issues.map((issue) => ({ path: deepest(issue).path, error: () => toError(issue, body) })),
    ...extra.map(({ path, error }) => ({ path, error: () => error })),
  ];
  const rank = (path: Path) => {
    const at = order.indexOf(String(path[0]));
    return at < 0 ? order.length : at;
  };
  const index = (path: Path) => (typeof path[1] === 'number' ? path[1] : -1);
  found.sort((a, b) => rank(a.path) - rank(b.path) || index(a.path) - index(b.path));
  return found[0]?.error() ?? null;
}

/** `messages[2].content[0].type` */
function paramOf(path: Path): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text ? `${text}.${String(part)}` : String(part);
  }, '');
}

/** Follows unions to the branch that fits the input best: the one that went furthest into it. */
function deepest(issue: Issue, base: Path = []): { issue: Issue; path: Path } {
  const path = [...base, ...issue.path];
  if (issue.code !== 'invalid_union') return { issue, path };
  const reached = issue.errors
    .filter((branch) => branch.length > 0)
    .map((branch) => deepest(branch[0] as Issue, path))
    .filter((r) => r.path.length > path.length || !r.issue.message.startsWith('type:'))
    .sort((a, b) => fitOf(b, path) - fitOf(a, path));
  return reached[0] ?? { issue, path };
}

/** How well a branch of a union fits: an array that has only the wrong length does, else the one that went furthest. */
function fitOf({ issue, path }: { issue: Issue; path: Path }, base: Path): number {
  if (issue.message.startsWith('array:')) return Number.POSITIVE_INFINITY;
  const index = path[base.length];
  // Deeper counts first, then later in an array.
  return path.length + (typeof index === 'number' ? 1 - 1 / (index + 2) : 0);
}

function toError(top: Issue, body: unknown): ApiError {
  const { issue, path } = deepest(top);
  const param = paramOf(path);
  const value = valueAt(body, path);
  if (value === undefined) return missingParameter(param);
  const [kind = '', ...rest] = issue.message.split(':');
  const numbers = rest.slice(1).map(Number);
  switch (kind) {
    case 'type':
      return invalidType(param, rest.join(':'), value);
    case 'value':
      return invalidValue(param, rest.join(':'));
    case 'integer':
      return integerOutOfRange(param, rest[0] as Bound, numbers[0] ?? 0, value);
    case 'decimal':
      return decimalOutOfRange(param, rest[0] as Bound, [numbers[0] ?? 0, numbers[1] ?? 0], value);
    case 'array':
      return rest[0] === 'empty'
        ? emptyArray(param)
        : arrayTooLong(param, numbers[0] ?? 0, (value as unknown[]).length);
    case 'string':
      return emptyString(param);
    case 'image':
      return invalidImage(param);
    case 'base64':
      return invalidBase64(param);
    case 'enum': {
      const supported = issue.code === 'invalid_value' ? issue.values.map(String) : [];
      if (typeof value !== 'string') return invalidType(param, 'a string', value);
      return unsupportedValue(param, value, supported);
    }
    default:
      return invalidValue(param, issue.message);
  }
}

function valueAt(body: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (at, key) =>
      typeof at === 'object' && at !== null ? (at as Record<PropertyKey, unknown>)[key] : undefined,
    body,
  );
}
