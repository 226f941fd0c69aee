import { useEffect } from 'react';
import { lastSent, listSent, openLedger, readSince, sumReceived } from '#storage/sent-ledger.ts';
import type { SentDay, SentRow } from '#storage/service-records.ts';
import controls from '#ui/kit/controls.module.css';
import { formatBytes, formatCount } from '#ui/kit/format.ts';
import page from '#ui/kit/page.module.css';
import { Table } from '#ui/kit/table.tsx';
import { language } from '#ui/messages/catalogue.ts';
import { privacyText } from '#ui/messages/privacy.ts';
import { storageText } from '#ui/messages/storage.ts';
import { useServices } from '#ui/services.ts';
import { useSent } from '#ui/state/sent.ts';
import { useWatched } from '#ui/state/use-watched.ts';
import { formatMoment } from './last-backup.tsx';
import styles from './privacy.module.css';

const BY = { models: 'byModels', provider: 'byProvider', page: 'byPage' } as const;
const WHY = {
  page: 'page',
  description: 'description',
  file: 'file',
  answer: 'answer',
  'provider-models': 'providerModels',
} as const satisfies Record<SentRow['why'], keyof typeof privacyText>;
/** Requests that are listed one by one. */
const SHOWN = 200;

/** Every request that left this origin since the first visit; none is shown as plainly. */
export function SentSection() {
  const { database } = useServices();
  const since = useWatched(() => readSince(database), 'since');
  useEffect(() => {
    // Also after the list was cleared: then it begins now.
    if (since === null) openLedger(database, Date.now()).catch(reportError);
  }, [database, since]);
  const days = useWatched(() => listSent(database), 'sent');
  const last = useWatched(() => lastSent(database, SHOWN), 'last');
  const sinceOpened = useSent((state) => state.sinceOpened);
  const isRead = since !== null && days !== null && last !== null;
  return (
    <section className={page['section']} aria-labelledby="sent" aria-busy={!isRead}>
      <h2 id="sent">{storageText.sent}</h2>
      <p className={styles['total']} data-testid="sent-total">
        {/* Its line is there before it is read: what follows must not move. */}
        {isRead ? totalOf(days, since) : '\u00a0'}
      </p>
      <p className={controls['secondary']}>{storageText.sentSince(sinceOpened)}</p>
      {isRead && days.length > 0 && <Sites days={days} />}
      {isRead && last.length > 0 && <Requests rows={last} />}
      <p className={controls['secondary']}>{storageText.sentScope}</p>
      <p className={controls['secondary']}>{storageText.receivedScope}</p>
    </section>
  );
}

function totalOf(days: readonly SentDay[], since: number): string {
  const count = days.reduce((sum, { requests }) => sum + requests, 0);
  const day = new Date(since).toLocaleDateString(language(), { dateStyle: 'medium' });
  return count === 0 ? privacyText.none(day) : privacyText.some(count, day);
}

/** The days of each site and part of the app added up, the last one first. */
function sumsOf(days: readonly SentDay[]): SentDay[] {
  const sums = new Map<string, SentDay>();
  for (const day of days) {
    const id = `${day.by} ${day.host}`;
    const sum = sums.get(id);
    sums.set(id, {
      ...day,
      id,
      requests: day.requests + (sum?.requests ?? 0),
      bytes: day.bytes + (sum?.bytes ?? 0),
      ...sumReceived(day, sum),
      lastAt: Math.max(day.lastAt, sum?.lastAt ?? 0),
    });
  }
  return [...sums.values()].sort((a, b) => b.lastAt - a.lastAt);
}

function Sites({ days }: { days: readonly SentDay[] }) {
  return (
    <div className={controls['scroll']}>
      <Table
        caption={privacyText.bySite}
        columns={[
          storageText.site,
          storageText.askedBy,
          { name: storageText.requests, isNumber: true },
          { name: storageText.bytesSent, isNumber: true },
          { name: storageText.bytesReceived, isNumber: true },
          { name: storageText.last, isNumber: true },
        ]}
      >
        {sumsOf(days).map(({ id, host, by, requests, bytes, received, lastAt }) => (
          <tr key={id}>
            <th scope="row">{host}</th>
            <td>{storageText[BY[by]]}</td>
            <td className={controls['number']}>{formatCount(requests)}</td>
            <td className={controls['number']}>{formatBytes(bytes)}</td>
            <td className={controls['number']}>
              {received === undefined ? '–' : formatBytes(received)}
            </td>
            <td className={controls['number']}>{formatMoment(lastAt)}</td>
          </tr>
        ))}
      </Table>
    </div>
  );
}

function Requests({ rows }: { rows: readonly SentRow[] }) {
  return (
    <details className={styles['details']}>
      <summary>{privacyText.each(rows.length)}</summary>
      <div className={controls['scroll']}>
        <Table
          caption={privacyText.eachCaption}
          columns={[
            privacyText.time,
            storageText.site,
            storageText.askedBy,
            privacyText.why,
            { name: storageText.bytesSent, isNumber: true },
          ]}
        >
          {rows.map(({ id, at, host, by, why, bytes }) => (
            <tr key={id}>
              <td className={controls['figures']}>
                {new Date(at).toLocaleString(language(), {
                  dateStyle: 'short',
                  timeStyle: 'medium',
                })}
              </td>
              <th scope="row">{host}</th>
              <td>{storageText[BY[by]]}</td>
              <td>{privacyText[WHY[why]]}</td>
              <td className={controls['number']}>{formatBytes(bytes)}</td>
            </tr>
          ))}
        </Table>
      </div>
    </details>
  );
}
