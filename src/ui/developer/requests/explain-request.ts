import type { UsageRow } from '#storage/service-records.ts';
import { formatCount, formatDecimal, formatPercent, formatSeconds } from '#ui/kit/format.ts';
import { inspectorText } from '#ui/messages/inspector.ts';
import { isSession, waterfall, wholeSeconds, writingRate } from './waterfall.ts';

/** Seconds below which no phase is worth a reason. */
const QUICK = 0.5;

/** Reasons that have a sentence of their own. */
const BY_CODE: Readonly<Record<string, () => string>> = {
  invalid_authentication: () => inspectorText.whyKey,
  unknown_url: () => inspectorText.whyUrl,
  method_not_allowed: () => inspectorText.whyMethod,
  client_closed_request: () => inspectorText.whyClosed,
  insufficient_quota: () => inspectorText.whyQuota,
  rate_limit_exceeded: () => inspectorText.whyRate,
  queue_full: () => inspectorText.whyQueueFull,
  boundary_forbids: () => inspectorText.whyBoundary,
  offline_mode: () => inspectorText.whyOffline,
  model_not_found: () => inspectorText.whyNoModel,
  model_not_downloaded: () => inspectorText.whyNotDownloaded,
  model_not_compatible: () => inspectorText.whyNotCompatible,
  context_length_exceeded: () => inspectorText.whyContext,
  request_timeout: () => inspectorText.whyTimeout,
  provider_budget_exceeded: () => inspectorText.whyProviderBudget,
  engine_unavailable: () => inspectorText.whyEngine,
};

/** Why a request was slow, refused or cut, in sentences for a person. */
export function explainRequest(row: UsageRow): string {
  const sentences = [row.status >= 400 ? whyFailed(row) : whyThisLong(row)];
  if (row.finish === 'length') sentences.push(inspectorText.whyCut);
  if (row.tried) sentences.push(inspectorText.whyTried(row.tried));
  return sentences.join(' ');
}

function whyFailed({ errorCode, status }: UsageRow): string {
  const code = errorCode ?? '';
  const own = Object.hasOwn(BY_CODE, code) ? BY_CODE[code] : undefined;
  if (own) return own();
  if (code.startsWith('upstream_')) return inspectorText.whyProvider(code);
  return status < 500
    ? inspectorText.whyRefused(code || String(status))
    : inspectorText.whyFailed(code || String(status));
}

function whyThisLong(row: UsageRow): string {
  const whole = wholeSeconds(row);
  if (isSession(row)) return inspectorText.whySession(formatSeconds(whole));
  const [longest] = waterfall(row).sort((a, b) => b.seconds - a.seconds);
  if (!longest || longest.seconds < QUICK) return inspectorText.whyQuick(formatSeconds(whole));
  const share = formatPercent(longest.seconds / whole);
  const took = formatSeconds(longest.seconds);
  switch (longest.phase) {
    case 'load':
      return inspectorText.whyLoad(took, share);
    case 'queue':
      return inspectorText.whyQueue(took, share);
    case 'read':
      return inspectorText.whyRead(
        took,
        share,
        formatCount(row.promptTokens),
        formatCount(row.cachedTokens ?? 0),
      );
    case 'write': {
      const rate = writingRate(row);
      const tokens = formatCount(row.completionTokens);
      return rate === null
        ? inspectorText.whyWork(took, share)
        : inspectorText.whyWrite(took, share, tokens, formatDecimal(rate, rate < 10 ? 1 : 0));
    }
  }
}
