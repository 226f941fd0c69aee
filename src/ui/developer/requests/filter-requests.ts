import type { UsageRow } from '#storage/service-records.ts';
import { isSession, wholeSeconds } from './waterfall.ts';

/** What of the requests is shown; an empty text is no condition. */
export interface RequestFilter {
  endpoint: string;
  model: string;
  keyId: string;
  status: '' | 'ok' | 'failed' | 'slow';
  /** Milliseconds before now; 0 for any time. */
  within: number;
}

export const NO_FILTER: RequestFilter = {
  endpoint: '',
  model: '',
  keyId: '',
  status: '',
  within: 0,
};

/** Seconds from which on a request counts as slow. */
export const SLOW_SECONDS = 5;

/** The rows that meet every condition, in their order. `now`: Unix milliseconds. */
export function filterRequests(
  rows: readonly UsageRow[],
  filter: RequestFilter,
  now: number,
): readonly UsageRow[] {
  const { endpoint, model, keyId, status, within } = filter;
  if (Object.values(filter).every((value) => !value)) return rows;
  return rows.filter(
    (row) =>
      (endpoint === '' || row.endpoint === endpoint) &&
      (model === '' || row.model === model) &&
      (keyId === '' || row.keyId === keyId) &&
      (status === '' || hasStatus(row, status)) &&
      (within === 0 || row.at >= now - within),
  );
}

function hasStatus(row: UsageRow, status: 'ok' | 'failed' | 'slow'): boolean {
  if (status === 'slow') return !isSession(row) && wholeSeconds(row) >= SLOW_SECONDS;
  return row.status >= 400 === (status === 'failed');
}

/** The values that a field has in the rows, sorted; the chosen one among them although no row has it any more. */
export function valuesOf(
  rows: readonly UsageRow[],
  field: 'endpoint' | 'model' | 'keyId',
  chosen: string,
): string[] {
  const values = new Set(rows.map((row) => row[field]));
  values.add(chosen);
  values.delete('');
  return [...values].sort();
}
