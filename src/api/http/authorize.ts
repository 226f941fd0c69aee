import { missingKey, unknownKey, unreadableLimits } from '#contract/service-errors.ts';
import type { KeyRing } from '#storage/key-ring.ts';
import type { StoredKey } from '#storage/service-records.ts';

/**
 * The key of a request: OpenAI's clients send it as a bearer, Anthropic's as `x-api-key`. `optional` (the model list) lets a request without the header through.
 * @throws ApiError 401
 */
export async function authorize(
  request: Request,
  keys: KeyRing,
  { optional = false } = {},
): Promise<StoredKey | null> {
  if (keys.anyone) return keys.anyone;
  const header = request.headers.get('authorization');
  const plain = request.headers.get('x-api-key');
  if (optional && header === null && plain === null) return null;
  const key = /^bearer[ \t]+(\S+)\s*$/i.exec(header ?? '')?.[1] ?? plain?.trim();
  if (!key) throw missingKey();
  const stored = await keys.verify(key);
  if (!stored) throw unknownKey(redact(key));
  if (stored.limits.isUnreadable) throw unreadableLimits();
  return stored;
}

/** Enough to recognise a key by, never the whole of it. */
function redact(key: string): string {
  return key.length < 12 ? '*'.repeat(key.length) : `${key.slice(0, 4)}****${key.slice(-2)}`;
}
