import { useEffect, useState } from 'react';
import type { UsageSum } from '#contract/usage-sum.ts';
import { csvCell } from '#transcript-formats/csv-cell.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { formatCount } from '#ui/kit/format.ts';
import page from '#ui/kit/page.module.css';
import { Select } from '#ui/kit/select.tsx';
import { Table } from '#ui/kit/table.tsx';
import { developerText } from '#ui/messages/developer.ts';
import { useServices } from '#ui/services.ts';
import { saveFile } from '#ui/state/save-file.ts';
import { useWatched } from '#ui/state/use-watched.ts';

const DAY_MS = 86_400_000;
const SPANS = [
  { id: 1, name: () => developerText.today },
  { id: 7, name: () => developerText.days(7) },
  { id: 30, name: () => developerText.days(30) },
  { id: 365, name: () => developerText.year },
];

/** What each key has used, by day, model and endpoint. */
export function UsageSection() {
  const { control, database } = useServices();
  const [days, setDays] = useState(7);
  const newest = useWatched(
    async () => (await database.usage.orderBy('id').last())?.id ?? 0,
    'usage',
  );
  const [sums, setSums] = useState<readonly UsageSum[] | null>(null);
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());

  // biome-ignore lint/correctness/useExhaustiveDependencies: `newest` says that more is stored
  useEffect(() => {
    let mounted = true;
    const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
    const since = today - (days - 1) * DAY_MS;
    control((c) => Promise.all([c.usageSums(since), c.listApiKeys()])).then(([found, keys]) => {
      if (!mounted) return;
      setSums(found);
      setNames(
        new Map([['session', developerText.thisApp], ...keys.map((k) => [k.id, k.name] as const)]),
      );
    }, reportError);
    return () => {
      mounted = false;
    };
  }, [control, days, newest]);

  const nameOf = (id: string) =>
    names.get(id) ?? (id === '' ? developerText.noKey : developerText.revokedKey);
  return (
    <section className={page['section']} aria-label={developerText.usage}>
      <div className={controls['row']}>
        <Select
          label={developerText.period}
          options={SPANS.map(({ id, name }) => ({ id, name: name() }))}
          value={days}
          onChange={setDays}
        />
        {sums !== null && sums.length > 0 && (
          <Button onClick={() => saveFile('usage.csv', toCsv(sums, nameOf))}>
            {developerText.exportCsv}
          </Button>
        )}
      </div>
      {sums?.length === 0 && <p className={controls['secondary']}>{developerText.noRequests}</p>}
      {sums !== null && sums.length > 0 && (
        <div className={controls['scroll']}>
          <Table
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
            {sums.map((sum) => (
              <tr key={`${sum.day} ${sum.keyId} ${sum.model} ${sum.endpoint}`}>
                <td>{sum.day}</td>
                <td>{nameOf(sum.keyId)}</td>
                <td>{sum.model}</td>
                <td>{sum.endpoint}</td>
                <td className={controls['number']}>{formatCount(sum.requests)}</td>
                <td className={controls['number']}>{formatCount(sum.failed)}</td>
                <td className={controls['number']}>{formatCount(sum.promptTokens)}</td>
                <td className={controls['number']}>{formatCount(sum.completionTokens)}</td>
              </tr>
            ))}
          </Table>
        </div>
      )}
    </section>
  );
}

function toCsv(sums: readonly UsageSum[], nameOf: (id: string) => string): Blob {
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
  return new Blob([`${[head, ...rows].join('\r\n')}\r\n`], { type: 'text/csv' });
}
