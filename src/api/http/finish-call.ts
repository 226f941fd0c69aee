import type { Call } from '#api/call/call.ts';

/** Writes the request's row of the ledger and its tokens to the key's day. Never throws. */
export function finishCall(call: Call, status: number, errorCode: string | null): void {
  const { api, key, usage, requestId } = call;
  if (!key) return;
  const { reservedTokens, ...figures } = usage;
  usage.reservedTokens = 0;
  const row = { ...figures, at: api.now(), requestId, keyId: key.id, status, errorCode };
  const tokens = usage.promptTokens + usage.completionTokens;
  Promise.all([
    api.ledger.add(row),
    api.keys.touch(key),
    api.limits.settle(key, reservedTokens, tokens),
  ]).catch(api.report);
}
