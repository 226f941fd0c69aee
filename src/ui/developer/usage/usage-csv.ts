import type { UsageSum } from '#contract/usage-sum.ts';
import { csvCell, csvFile } from '#transcript-formats/csv-cell.ts';

/** Usage as a table for other programs. */
export function usageCsv(sums: readonly UsageSum[], nameOf: (keyId: string) => string): Blob {
  const rows = sums.map((s) =>
    [
      s.day,
      csvCell(nameOf(s.keyId)),
      csvCell(s.model),
      s.endpoint,
      s.requests,
      s.failed,
      s.promptTokens,
      s.completionTokens,
    ].join(','),
  );
  const head = 'day,key,model,endpoint,requests,failed,prompt_tokens,completion_tokens';
  return csvFile([`${[head, ...rows].join('\r\n')}\r\n`]);
}
