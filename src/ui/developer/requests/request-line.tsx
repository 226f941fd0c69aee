import type { UsageRow } from '#storage/service-records.ts';
import { formatSeconds } from '#ui/kit/format.ts';
import { developerText } from '#ui/messages/developer.ts';
import styles from './request-line.module.css';
import { PHASES, waterfall, wholeSeconds } from './waterfall.ts';

interface RequestLineProps {
  row: UsageRow;
  /** Seconds that fill the width. */
  longest: number;
  /** As its line writes the time. */
  time: string;
  /** Below the endpoint. */
  about: string;
}

/** One request as cells of a line: time, status, endpoint, where its time went, and how long it took. */
export function RequestLine({ row, longest, time, about }: RequestLineProps) {
  const whole = wholeSeconds(row);
  return (
    <>
      <time className={styles['time']} dateTime={new Date(row.at).toISOString()}>
        {time}
      </time>
      <span className={row.status >= 400 ? styles['bad'] : styles['status']}>{row.status}</span>
      <span className={styles['name']}>
        {row.endpoint || developerText.unknownEndpoint}
        <small>{about}</small>
      </span>
      <span className={styles['track']} aria-hidden="true">
        <span style={{ width: `${Math.min(100, (100 * whole) / longest)}%` }}>
          {waterfall(row).map(({ phase, seconds }) => (
            <i key={phase} data-phase={phase} style={{ flexGrow: seconds }} />
          ))}
        </span>
      </span>
      <span className={styles['whole']}>{formatSeconds(whole)}</span>
    </>
  );
}

/** What the colours of lines mean. */
export function PhaseLegend() {
  return (
    <ul className={styles['legend']} aria-hidden="true">
      {PHASES.map((phase) => (
        <li key={phase}>
          <i data-phase={phase} /> {developerText[phase]}
        </li>
      ))}
    </ul>
  );
}
