import { missingKey, unknownKey } from '#contract/service-errors.ts';
import type { KeyRing } from '#storage/key-ring.ts';
import type { StoredKey } from '#storage/service-records.ts';

/**
 * The key of a request. `optional` (the model list) lets a request without the header through.
 * @throws ApiError 401
 */
export async function authorize(
  request: Request,
  keys: KeyRing,
  { optional = false } = {},
): Promise<StoredKey | null> {
  const header = request.headers.get('authorization');
  if (optional && header === null) return null;
  const key = /^bearer[ \t]+(\S+)\s*$/i.exec(header ?? '')?.[1];
  if (!key) throw missingKey();
  const stored = await keys.verify(key);
  if (!stored) throw unknownKey(redact(key));
  return stored;
}

/** Enough to recognise a key by, never the whole of it. */
function redact(key: string): string {
  return key.length < 12 ? '*'.repeat(key.length) : `${key.slice(0, 4)}****${key.slice(-2)}`;
}
