import type { UsageSum } from '#contract/api-key.ts';
import controls from '#ui/kit/controls.module.css';
import { formatCount } from '#ui/kit/format.ts';
import { Table } from '#ui/kit/table.tsx';
import { developerText } from '#ui/messages/developer.ts';

interface UsageTableProps {
  sums: readonly UsageSum[];
  nameOf: (keyId: string) => string;
}

/** Requests by day, key, model and endpoint; each day is named once. */
export function UsageTable({ sums, nameOf }: UsageTableProps) {
  return (
    <div className={controls['scroll']}>
      <Table
        caption={developerText.byDay}
        columns={[
          developerText.day,
          developerText.key,
          developerText.model,
          developerText.endpoint,
          { name: developerText.requests, isNumber: true },
          { name: developerText.failed, isNumber: true },
          { name: developerText.tokensIn, isNumber: true },
          { name: developerText.tokensOut, isNumber: true },
        ]}
      >
        {sums.map((sum, i) => (
          <tr key={`${sum.day} ${sum.keyId} ${sum.model} ${sum.endpoint}`}>
            <td>{sum.day === sums[i - 1]?.day ? '' : sum.day}</td>
            <td>{nameOf(sum.keyId)}</td>
            <td>{sum.model || developerText.noModelNamed}</td>
            <td>{sum.endpoint || developerText.unknownEndpoint}</td>
            <td className={controls['number']}>{formatCount(sum.requests)}</td>
            <td className={controls['number']}>{formatCount(sum.failed)}</td>
            <td className={controls['number']}>{formatCount(sum.promptTokens)}</td>
            <td className={controls['number']}>{formatCount(sum.completionTokens)}</td>
          </tr>
        ))}
      </Table>
    </div>
  );
}
