import type { UsageRow } from '#storage/service-records.ts';
import { formatCount, formatDecimal, formatSeconds } from '#ui/kit/format.ts';
import { language } from '#ui/messages/catalogue.ts';
import { developerText } from '#ui/messages/developer.ts';
import { inspectorText } from '#ui/messages/inspector.ts';
import { writingRate } from './waterfall.ts';

/** The figures of a request as a person reads them, with their names; empty where there is none. */
export function figuresOf(
  row: UsageRow,
  keyName: string | undefined,
): [name: string, value: string | undefined][] {
  const rate = writingRate(row);
  const { promptTokens, cachedTokens = 0, boundary } = row;
  const tokensIn = formatCount(promptTokens);
  return [
    [developerText.model, row.model],
    [inspectorText.answeredBy, row.servedBy],
    [inspectorText.place, boundary && developerText[boundary]],
    [inspectorText.passedOver, row.tried],
    [developerText.key, keyName ?? (row.keyId ? developerText.revokedKey : developerText.noKey)],
    [inspectorText.cameBy, row.via ? inspectorText.viaBridge : inspectorText.viaPage],
    [inspectorText.within, new Date(row.at).toLocaleString(language())],
    [
      developerText.tokensIn,
      cachedTokens > 0 ? inspectorText.cached(tokensIn, formatCount(cachedTokens)) : tokensIn,
    ],
    [developerText.tokensOut, formatCount(row.completionTokens)],
    [inspectorText.firstToken, row.firstTokenSeconds ? formatSeconds(row.firstTokenSeconds) : ''],
    [
      developerText.speed,
      rate === null ? '' : developerText.tokensPerSecond(formatDecimal(rate, rate < 10 ? 1 : 0)),
    ],
    [inspectorText.toolCalls, row.toolCalls ? formatCount(row.toolCalls) : ''],
    [inspectorText.finish, row.finish],
    [developerText.error, row.errorCode ?? ''],
  ];
}
