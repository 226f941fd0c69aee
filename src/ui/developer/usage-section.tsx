import { useEffect, useState } from 'react';
import type { UsageSum } from '#contract/usage-sum.ts';
import { csvCell } from '#transcript-formats/csv-cell.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { formatCount } from '#ui/kit/format.ts';
import page from '#ui/kit/page.module.css';
import { useServices } from '#ui/services.ts';
import { saveFile } from '#ui/state/save-file.ts';
import { useWatched } from '#ui/state/use-watched.ts';

const DAY_MS = 86_400_000;
const SPANS = [
  { days: 1, name: 'Today' },
  { days: 7, name: '7 days' },
  { days: 30, name: '30 days' },
  { days: 365, name: 'A year' },
] as const;

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
      setNames(new Map([['session', 'This app'], ...keys.map((k) => [k.id, k.name] as const)]));
    }, reportError);
    return () => {
      mounted = false;
    };
  }, [control, days, newest]);

  const nameOf = (id: string) => names.get(id) ?? (id === '' ? 'No key' : 'A revoked key');
  return (
    <section className={page['section']} aria-label="Usage">
      <div className={controls['row']}>
        <label className={controls['label']}>
          Period
          <select
            className={controls['field']}
            value={days}
            onChange={(event) => setDays(Number(event.target.value))}
          >
            {SPANS.map((span) => (
              <option key={span.days} value={span.days}>
                {span.name}
              </option>
            ))}
          </select>
        </label>
        {sums !== null && sums.length > 0 && (
          <Button onClick={() => saveFile('usage.csv', toCsv(sums, nameOf))}>Export CSV</Button>
        )}
      </div>
      {sums?.length === 0 && (
        <p className={controls['secondary']}>No requests in this time. Days are counted in UTC.</p>
      )}
      {sums !== null && sums.length > 0 && (
        <div className={controls['scroll']}>
          <table className={controls['table']}>
            <thead>
              <tr>
                <th scope="col">Day (UTC)</th>
                <th scope="col">Key</th>
                <th scope="col">Model</th>
                <th scope="col">Endpoint</th>
                <th scope="col" className={controls['number']}>
                  Requests
                </th>
                <th scope="col" className={controls['number']}>
                  Failed
                </th>
                <th scope="col" className={controls['number']}>
                  Tokens in
                </th>
                <th scope="col" className={controls['number']}>
                  Tokens out
                </th>
              </tr>
            </thead>
            <tbody>
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
            </tbody>
          </table>
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
