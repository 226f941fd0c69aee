import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import type { UsageSum } from '#contract/api-key.ts';
import { csvCell, csvFile } from '#transcript-formats/csv-cell.ts';
import { useKeyNames } from '#ui/developer/use-key-names.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { formatCount, formatDecimal, formatSeconds } from '#ui/kit/format.ts';
import page from '#ui/kit/page.module.css';
import { Select } from '#ui/kit/select.tsx';
import { developerText } from '#ui/messages/developer.ts';
import { inspectorText } from '#ui/messages/inspector.ts';
import { useServices } from '#ui/services.ts';
import { saveFile } from '#ui/state/save-file.ts';
import { useWatched } from '#ui/state/use-watched.ts';
import { Budgets } from './budgets.tsx';
import styles from './usage.module.css';
import { barsOfDays, barsOfHours, totalOf } from './usage-bars.ts';
import { UsageChart } from './usage-chart.tsx';
import { type Grouping, quantilesOf } from './usage-groups.ts';
import { UsageTable } from './usage-table.tsx';

const DAY_MS = 86_400_000;
/** The newest requests that the hours are counted from. */
const MAX_ROWS = 10_000;
/** Stands for a figure that is not known. */
const UNKNOWN = '–';
const SPANS = [
  { id: 1, name: () => developerText.today },
  { id: 7, name: () => developerText.days(7) },
  { id: 30, name: () => developerText.days(30) },
  { id: 365, name: () => developerText.year },
];

const GROUPINGS: { id: Grouping; name: () => string }[] = [
  { id: 'day', name: () => developerText.day },
  { id: 'key', name: () => developerText.key },
  { id: 'model', name: () => developerText.model },
  { id: 'endpoint', name: () => developerText.endpoint },
  { id: 'all', name: () => inspectorText.groupAll },
];

/** Usage: figures, a chart, the last requests and a table, all live. */
export function UsageSection() {
  const { control, database } = useServices();
  const [days, setDays] = useState(7);
  const [by, setBy] = useState<Grouping>('day');
  const since = Math.floor(Date.now() / DAY_MS) * DAY_MS - (days - 1) * DAY_MS;
  // All of them for the hours alone; else the newest says that there are more.
  const newestRows = database.usage.where('at').aboveOrEqual(since).reverse();
  const rows = useWatched(
    () => newestRows.limit(days === 1 ? MAX_ROWS : 1).toArray(),
    `usage ${since}`,
  );
  const newest = rows?.[0]?.id ?? 0;
  const names = useKeyNames(newest);
  const [sums, setSums] = useState<readonly UsageSum[] | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `newest` says that more is stored
  useEffect(() => {
    let isGone = false;
    control((c) => c.usageSums(since)).then((found) => {
      if (!isGone) setSums(found);
    }, reportError);
    return () => {
      isGone = true;
    };
  }, [control, since, newest]);

  const nameOf = (id: string) =>
    names.get(id) ?? (id === '' ? developerText.noKey : developerText.revokedKey);
  const period = SPANS.find(({ id }) => id === days)?.name() ?? '';
  // The log loads before the sums: until they count its requests, no figure is shown instead of a wrong 0.
  const isCounted = sums !== null && rows !== null && (sums.length > 0 || rows.length === 0);
  const total = isCounted ? totalOf(sums) : null;
  const bars =
    days === 1 ? barsOfHours(rows ?? [], Date.now()) : barsOfDays(sums ?? [], days, Date.now());
  const isEmpty = isCounted && sums.length === 0;
  return (
    <section className={page['section']} aria-label={developerText.usage}>
      <div className={styles['head']}>
        <Select
          label={developerText.period}
          isInline
          options={SPANS.map(({ id, name }) => ({ id, name: name() }))}
          value={days}
          onChange={setDays}
        />
        <Button
          disabled={!sums || isEmpty}
          onClick={() => sums && saveFile('usage.csv', usageCsv(sums, nameOf))}
        >
          {developerText.exportCsv}
        </Button>
      </div>
      <Figures total={total} />
      <Budgets changes={newest} />
      <UsageChart bars={bars} period={period} />
      <p className={controls['secondary']}>
        {isEmpty ? developerText.noRequests : developerText.daysInUtc}
      </p>
      <Link href="/developer/requests">{inspectorText.back}</Link>
      {sums !== null && !isEmpty && (
        <>
          <div className={styles['head']}>
            <Select
              label={inspectorText.groupBy}
              isInline
              options={GROUPINGS.map(({ id, name }) => ({ id, name: name() }))}
              value={by}
              onChange={setBy}
            />
          </div>
          <UsageTable sums={sums} by={by} nameOf={nameOf} />
        </>
      )}
    </section>
  );
}

interface FiguresProps {
  /** Null until it is counted. */
  total: ReturnType<typeof totalOf> | null;
}

function Figures({ total }: FiguresProps) {
  const count = (value: number | undefined) => (value === undefined ? UNKNOWN : formatCount(value));
  const tokens = total && `${count(total.promptTokens)} · ${count(total.completionTokens)}`;
  const { first, rate } = quantilesOf(total ?? {});
  const both = (p50: number | null, p95: number | null, write: (value: number) => string) =>
    p50 === null || p95 === null ? UNKNOWN : `${write(p50)} · ${write(p95)}`;
  return (
    <dl className={styles['figures']}>
      <Figure name={developerText.requests} value={count(total?.requests)} />
      <Figure
        name={developerText.errors}
        value={count(total?.failed)}
        isBad={(total?.failed ?? 0) > 0}
      />
      <Figure name={developerText.tokensInOut} value={tokens ?? UNKNOWN} />
      <Figure
        name={inspectorText.firstTokenQuantiles}
        value={both(first.p50, first.p95, formatSeconds)}
      />
      <Figure
        name={inspectorText.rateQuantiles}
        value={both(rate.p50, rate.p95, (value) => formatDecimal(value, 0))}
      />
    </dl>
  );
}

function Figure({ name, value, isBad }: { name: string; value: string; isBad?: boolean }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={isBad ? styles['bad'] : undefined}>{value}</dd>
    </div>
  );
}

/** Usage as a table for other programs: seconds to the first token, and tokens a second. */
function usageCsv(sums: readonly UsageSum[], nameOf: (keyId: string) => string): Blob {
  const number = (value: number | null) => (value === null ? '' : value.toPrecision(3));
  const rows = sums.map((s) => {
    const { first, rate } = quantilesOf(s);
    return [
      s.day,
      csvCell(nameOf(s.keyId)),
      csvCell(s.model),
      s.endpoint,
      s.requests,
      s.failed,
      s.promptTokens,
      s.completionTokens,
      ...[first.p50, first.p95, rate.p50, rate.p95].map(number),
    ].join(',');
  });
  const head =
    'day,key,model,endpoint,requests,failed,prompt_tokens,completion_tokens,first_token_p50,first_token_p95,tokens_per_second_p50,tokens_per_second_p95';
  return csvFile([`${[head, ...rows].join('\r\n')}\r\n`]);
}
