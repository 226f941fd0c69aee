import { useMemo } from 'react';
import controls from '#ui/kit/controls.module.css';
import { developerText } from '#ui/messages/developer.ts';
import { useServices } from '#ui/services.ts';
import { useWatched } from '#ui/state/use-watched.ts';
import { PhaseLegend } from './request-line.tsx';
import { RequestRow } from './request-row.tsx';
import styles from './requests.module.css';
import { wholeSeconds } from './waterfall.ts';

interface RequestLogProps {
  /** Requests shown, the newest first. */
  limit: number;
  /** Names of the keys by their ids. */
  names: ReadonlyMap<string, string>;
}

/** The last requests with where the time of each went; new ones appear by themselves. */
export function RequestLog({ limit, names }: RequestLogProps) {
  const { database } = useServices();
  const rows = useWatched(
    () => database.usage.orderBy('id').reverse().limit(limit).toArray(),
    `requests ${limit}`,
  );
  const longest = useMemo(() => Math.max(0.001, ...(rows ?? []).map(wholeSeconds)), [rows]);
  return (
    <section className={styles['log']} aria-label={developerText.requestLog}>
      <div className={styles['head']}>
        <h2>{developerText.requestLog}</h2>
        <PhaseLegend />
      </div>
      {rows?.length === 0 && <p className={controls['secondary']}>{developerText.noRequestsYet}</p>}
      <ol className={styles['rows']}>
        {rows?.map((row) => (
          <RequestRow key={row.id} row={row} longest={longest} keyName={names.get(row.keyId)} />
        ))}
      </ol>
    </section>
  );
}
