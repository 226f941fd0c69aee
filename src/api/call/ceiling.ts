import { ApiError } from '#contract/api-error.ts';
import {
  BOUNDARIES,
  BOUNDARY_HEADER,
  type Boundary,
  isBoundary,
  isWithin,
  lowest,
} from '#contract/boundary.ts';
import { unsupportedValue } from '#contract/errors.ts';
import { SESSION_KEY } from '#storage/key-ring.ts';
import type { Call } from './call.ts';

/**
 * How far a request may go: the lowest of its key's ceiling, its header, and of the documents read for it. A key without a
 * ceiling stays on this device; the app's own pages state the ceiling of each request. @throws ApiError for an unknown header value.
 */
export function ceilingOf(call: Pick<Call, 'key' | 'request' | 'ceiling'>): Boundary {
  const { key, request } = call;
  const read = call.ceiling ?? undefined;
  const asked = request.headers.get(BOUNDARY_HEADER);
  if (asked !== null && !isBoundary(asked)) {
    throw unsupportedValue(BOUNDARY_HEADER, asked, BOUNDARIES);
  }
  if (key?.id === SESSION_KEY) return lowest(asked ?? 'device', read);
  return lowest(key?.limits.boundary ?? 'device', asked ?? undefined, read);
}

const PLACES: Record<Boundary, string> = {
  device: 'this device',
  'own-device': 'your own devices',
  'own-network': 'your own network',
  contracted: 'contracted services',
  'third-party': 'third parties',
};

export const boundaryForbids = (model: string, ceiling: Boundary) =>
  new ApiError(
    403,
    'boundary_forbids',
    `The model \`${model.slice(0, 100)}\` would be answered beyond ${PLACES[ceiling]}, which this request does not allow. The ceiling is the lowest of the key's, the chat's and the header ${BOUNDARY_HEADER}; rules are under Settings → Providers.`,
    'model',
  );

/** The last gate before a request leaves, whatever led to it. @throws ApiError 403 */
export function requireWithin(call: Call, model: string, boundary: Boundary): void {
  const ceiling = ceilingOf(call);
  if (!isWithin(boundary, ceiling)) throw boundaryForbids(model, ceiling);
}
