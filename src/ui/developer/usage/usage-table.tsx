import type { UsageSum } from '#contract/api-key.ts';
import controls from '#ui/kit/controls.module.css';
import { formatCount, formatDecimal, formatSeconds } from '#ui/kit/format.ts';
import { Table } from '#ui/kit/table.tsx';
import { developerText } from '#ui/messages/developer.ts';
import { inspectorText } from '#ui/messages/inspector.ts';
import styles from './usage.module.css';
import { type Grouping, groupSums, type Quantiles, quantilesOf } from './usage-groups.ts';

interface UsageTableProps {
  sums: readonly UsageSum[];
  by: Grouping;
  nameOf: (keyId: string) => string;
}

type Text = (sum: UsageSum, before: UsageSum | undefined) => string;

/** Stands for a figure that is not known. */
const UNKNOWN = '–';
const seconds = (value: number | null) => (value === null ? UNKNOWN : formatSeconds(value));
const rate = (value: number | null) =>
  value === null ? UNKNOWN : formatDecimal(value, value < 10 ? 1 : 0);

/** Both as one cell: the median and the value that 95 of 100 do not exceed. */
const pair = (of: keyof Quantiles, write: (value: number | null) => string): Text => {
  return (sum) => {
    const { p50, p95 } = quantilesOf(sum)[of];
    return p50 === null ? UNKNOWN : `${write(p50)} · ${write(p95)}`;
  };
};

/** Requests by day, key, model or endpoint, or by all of them; each day is named once. */
export function UsageTable({ sums, by, nameOf }: UsageTableProps) {
  const names: Record<Exclude<Grouping, 'all'>, [string, Text]> = {
    day: [developerText.day, ({ day }, before) => (day === before?.day ? '' : day)],
    key: [developerText.key, ({ keyId }) => nameOf(keyId)],
    model: [developerText.model, ({ model }) => model || developerText.noModelNamed],
    endpoint: [developerText.endpoint, ({ endpoint }) => endpoint || developerText.unknownEndpoint],
  };
  const named = by === 'all' ? Object.values(names) : [names[by]];
  const figures: [string, Text][] = [
    [developerText.requests, ({ requests }) => formatCount(requests)],
    [developerText.failed, ({ failed }) => formatCount(failed)],
    [developerText.tokensIn, ({ promptTokens }) => formatCount(promptTokens)],
    [developerText.tokensOut, ({ completionTokens }) => formatCount(completionTokens)],
    [inspectorText.firstTokenQuantiles, pair('first', seconds)],
    [inspectorText.rateQuantiles, pair('rate', rate)],
  ];
  const rows = groupSums(sums, by);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section tabIndex={0} aria-label={developerText.byDay} className={controls['scroll']}>
      <Table
        caption={developerText.byDay}
        className={styles['sums']}
        columns={[
          ...named.map(([name]) => name),
          ...figures.map(([name]) => ({ name, isNumber: true })),
        ]}
      >
        {rows.map((sum, i) => (
          <tr key={JSON.stringify([sum.day, sum.keyId, sum.model, sum.endpoint])}>
            {named.map(([name, text]) => (
              <td key={name} className={name === developerText.day ? styles['day'] : undefined}>
                {text(sum, rows[i - 1])}
              </td>
            ))}
            {figures.map(([name, text]) => (
              <td key={name} className={controls['number']}>
                {text(sum, rows[i - 1])}
              </td>
            ))}
          </tr>
        ))}
      </Table>
    </section>
  );
}
