/** Where a request may be answered, nearest first. */
export const BOUNDARIES = [
  'device',
  'own-device',
  'own-network',
  'contracted',
  'third-party',
] as const;
export type Boundary = (typeof BOUNDARIES)[number];

/** Header of a request: the farthest place that may answer it. It lowers the key's boundary and never raises it. */
export const BOUNDARY_HEADER = 'x-alcove-boundary';

export function isBoundary(value: unknown): value is Boundary {
  return (BOUNDARIES as readonly unknown[]).includes(value);
}

/** Whether a model at `place` may answer a request with this `ceiling`. */
export function isWithin(place: Boundary, ceiling: Boundary): boolean {
  return BOUNDARIES.indexOf(place) <= BOUNDARIES.indexOf(ceiling);
}

/** The nearest of several; an absent one limits nothing. */
export function lowest(...all: readonly (Boundary | undefined)[]): Boundary {
  const found = BOUNDARIES.find((boundary) => all.includes(boundary));
  return found ?? 'third-party';
}
