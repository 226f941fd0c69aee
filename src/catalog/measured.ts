import sizes from './measured.json' with { type: 'json' };

/** Facts from the hub about a repository at the last refresh of the catalogue (scripts/catalog-refresh.mjs). */
interface Measured {
  revision: string;
  licence: string | null;
  /** Memory of one model in bytes, by precision; `all` for MLC models. */
  bytes: Readonly<Record<string, number>>;
}

/** Exact bytes of a download; null where the hub was never asked, or has no such files. */
export function measuredBytes(
  repository: string,
  dtype: string,
  known: Readonly<Record<string, Measured>> = sizes as Record<string, Measured>,
): number | null {
  return known[repository]?.bytes[dtype] ?? null;
}
