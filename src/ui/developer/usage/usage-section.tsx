import { useEffect, useState } from 'react';
import type { UsageSum } from '#contract/api-key.ts';
import { csvCell, csvFile } from '#transcript-formats/csv-cell.ts';
import { RequestLog } from '#ui/developer/requests/request-log.tsx';
import { useKeyNames } from '#ui/developer/use-key-names.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { formatCount, formatSeconds } from '#ui/kit/format.ts';
import page from '#ui/kit/page.module.css';
import { Select } from '#ui/kit/select.tsx';
import { developerText } from '#ui/messages/developer.ts';
import { useServices } from '#ui/services.ts';
import { saveFile } from '#ui/state/save-file.ts';
import { useWatched } from '#ui/state/use-watched.ts';
import styles from './usage.module.css';
import { barsOfDays, barsOfHours, medianFirstToken, totalOf } from './usage-bars.ts';
import { UsageChart } from './usage-chart.tsx';
import { UsageTable } from './usage-table.tsx';

const DAY_MS = 86_400_000;
/** The newest requests that the median and the hours are counted from. */
const MAX_ROWS = 5_000;
/** Requests in the list. */
const SHOWN = 50;
/** Stands for a figure that is not known. */
const UNKNOWN = '–';
const SPANS = [
  { id: 1, name: () => developerText.today },
  { id: 7, name: () => developerText.days(7) },
  { id: 30, name: () => developerText.days(30) },
  { id: 365, name: () => developerText.year },
];

/** Usage: figures, a chart, the last requests and a table, all live. */
export function UsageSection() {
  const { control, database } = useServices();
  const [days, setDays] = useState(7);
  const since = Math.floor(Date.now() / DAY_MS) * DAY_MS - (days - 1) * DAY_MS;
  const rows = useWatched(
    () => database.usage.where('at').aboveOrEqual(since).reverse().limit(MAX_ROWS).toArray(),
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
  const median = medianFirstToken(rows ?? []);
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
      <Figures total={total} median={median} />
      <UsageChart bars={bars} period={period} />
      <p className={controls['secondary']}>
        {isEmpty ? developerText.noRequests : developerText.daysInUtc}
      </p>
      <RequestLog limit={SHOWN} names={names} />
      {sums !== null && !isEmpty && (
        <>
          <h2>{developerText.byDay}</h2>
          <UsageTable sums={sums} nameOf={nameOf} />
        </>
      )}
    </section>
  );
}

interface FiguresProps {
  /** Null until it is counted. */
  total: ReturnType<typeof totalOf> | null;
  /** Seconds to the first token; null without answers. */
  median: number | null;
}

function Figures({ total, median }: FiguresProps) {
  const count = (value: number | undefined) => (value === undefined ? UNKNOWN : formatCount(value));
  const tokens = total && `${count(total.promptTokens)} · ${count(total.completionTokens)}`;
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
        name={developerText.medianFirstToken}
        value={median === null ? UNKNOWN : formatSeconds(median)}
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

/** Usage as a table for other programs. */
function usageCsv(sums: readonly UsageSum[], nameOf: (keyId: string) => string): Blob {
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
