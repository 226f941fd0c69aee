import type { Call, CallUsage } from '#api/call/call.ts';
import { writePassed } from '#api/routing/plan-route.ts';
import { noteUsage } from '#api/tasks/usage-fields.ts';

/** Writes the request's row of the ledger and its tokens to the key's day. Never throws. */
export function finishCall(call: Call, status: number, errorCode: string | null): void {
  const { api, key, usage, requestId, turn } = call;
  call.releaseSlot();
  call.endUse();
  if (turn) noteUsage(usage, turn);
  if (usage.admitted)
    api.trace(requestId, 'finished', { detail: describeUsage(usage), by: 'slot' });
  if (!key) {
    if (status < 400) return;
    const row = { ...figuresOf(call), at: api.now(), requestId, keyId: '', status, errorCode };
    api.ledger.addStranger(row).catch(api.report);
    return;
  }
  // Programs ask every few seconds how far a batch is: a night of that would be thousands of rows.
  if (usage.endpoint === 'batch' && status === 200) return;
  const { reservedTokens } = usage;
  usage.reservedTokens = 0;
  const row = { ...figuresOf(call), at: api.now(), requestId, keyId: key.id, status, errorCode };
  const tokens = usage.promptTokens + usage.completionTokens;
  if (api.isBackground && (status === 499 || status === 429)) {
    // Ended for a request that somebody waits for, or too early: the line of the batch comes again, and counts then.
    if (usage.admitted) api.limits.takeBack(key, reservedTokens).catch(api.report);
    return;
  }
  call.recording?.end();
  Promise.all([
    api.ledger.add(row),
    api.keys.touch(key),
    api.limits.settle(key, reservedTokens, tokens),
  ]).catch(api.report);
}

/** The figures of a request and its way; what did not happen has no field. */
function figuresOf({ usage, servedBy, tried, via }: Call) {
  const { reservedTokens: _, cachedTokens, toolCalls, finish, ...figures } = usage;
  return {
    ...figures,
    ...(cachedTokens > 0 && { cachedTokens }),
    ...(toolCalls > 0 && { toolCalls }),
    ...(finish && finish !== 'content_filter' && { finish }),
    ...(servedBy && { servedBy: servedBy.id, boundary: servedBy.boundary }),
    ...(tried.length > 0 && { tried: tried.map(writePassed).join(', ') }),
    ...(via === 'bridge' && { via }),
  };
}

/** Where a request's time went, for the trace. */
function describeUsage(usage: CallUsage): string {
  const ms = (seconds: number) => `${(seconds * 1_000).toFixed(1)} ms`;
  const times = [
    `queue ${ms(usage.queueSeconds)}`,
    `first token ${ms(usage.firstTokenSeconds)}`,
    `total ${ms(usage.totalSeconds)}`,
  ];
  const tokens = `${usage.promptTokens} tokens in, ${usage.completionTokens} out`;
  return `${usage.model}: ${[...times, tokens].join(', ')}`;
}
