import { ArrowLeft, Columns2 } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { useStore } from 'zustand';
import type { Exchange, UsageRow } from '#storage/service-records.ts';
import { useKeyNames } from '#ui/developer/use-key-names.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { CopyButton } from '#ui/kit/copy-button.tsx';
import { formatPercent, formatSeconds } from '#ui/kit/format.ts';
import page from '#ui/kit/page.module.css';
import { Table } from '#ui/kit/table.tsx';
import { developerText } from '#ui/messages/developer.ts';
import { inspectorText } from '#ui/messages/inspector.ts';
import { useServices, useSession } from '#ui/services.ts';
import { useWatched } from '#ui/state/use-watched.ts';
import { ExchangeView } from './exchange-view.tsx';
import { explainRequest } from './explain-request.ts';
import { ExportRequests } from './export-requests.tsx';
import { figuresOf } from './figures-of.ts';
import { readError } from './read-exchange.ts';
import styles from './request.module.css';
import { RequestActions } from './request-actions.tsx';
import { RequestsSession } from './requests-session.ts';
import { waterfall, wholeSeconds } from './waterfall.ts';

/** One request: what happened and why, where its time went, and its bodies. */
export function RequestView({ requestId }: { requestId: string }) {
  const { database } = useServices();
  const session = useSession(RequestsSession);
  const { rows, isComplete, settings } = useStore(session.state);
  const names = useKeyNames(requestId);
  useEffect(() => session.follow(), [session]);
  useEffect(() => void session.readSettings().catch(reportError), [session]);
  const row = rows.find((one) => one.requestId === requestId);
  // An array: null is "not read yet".
  const found = useWatched(
    async () => [await database.exchanges.get(requestId)],
    `exchange ${requestId}`,
  );
  if (!row || !found) {
    const isKnown = isComplete && found;
    return (
      <section className={page['section']} aria-label={inspectorText.request}>
        <BackToList />
        <p className={controls['secondary']} role="status">
          {isKnown ? inspectorText.notFound : inspectorText.reading}
        </p>
      </section>
    );
  }
  const [exchange] = found;
  const why = settings?.record === 'off' ? inspectorText.notRecordedOff : inspectorText.notRecorded;
  return (
    <section className={page['section']} aria-label={inspectorText.request}>
      <BackToList />
      <Title row={row} exchange={exchange} />
      <Figures row={row} keyName={names.get(row.keyId)} />
      <Phases row={row} />
      {exchange ? (
        <>
          <ExchangeView exchange={exchange} />
          <RequestActions row={row} exchange={exchange} />
        </>
      ) : (
        <p className={controls['secondary']}>{why}</p>
      )}
    </section>
  );
}

export function BackToList() {
  return (
    <Link href="/developer/requests" className={styles['back']}>
      <ArrowLeft size={16} aria-hidden /> {inspectorText.back}
    </Link>
  );
}

function Title({ row, exchange }: { row: UsageRow; exchange: Exchange | undefined }) {
  const error = exchange && row.status >= 400 ? readError(exchange) : null;
  return (
    <div className={styles['title']}>
      <h2>
        <span className={row.status >= 400 ? styles['bad'] : styles['good']}>{row.status}</span>{' '}
        {exchange ? `${exchange.method} ${exchange.path}` : row.endpoint}
      </h2>
      <p className={styles['why']}>{explainRequest(row)}</p>
      {error && <p className={controls['secondary']}>{error}</p>}
      <div className={controls['row']}>
        <code className={styles['id']}>{row.requestId}</code>
        <CopyButton text={row.requestId} />
        <ExportRequests rows={[row]} />
        <CompareWith requestId={row.requestId} />
      </div>
    </div>
  );
}

/** Leads to the list, where the other request is chosen. */
function CompareWith({ requestId }: { requestId: string }) {
  const session = useSession(RequestsSession);
  const [, go] = useLocation();
  return (
    <Button
      size="small"
      icon={Columns2}
      onClick={() => {
        session.compareWith(requestId);
        go('/developer/requests');
      }}
    >
      {inspectorText.compareWith}
    </Button>
  );
}

function Figures({ row, keyName }: { row: UsageRow; keyName: string | undefined }) {
  return (
    <dl className={styles['facts']}>
      {figuresOf(row, keyName).flatMap(([name, value]) =>
        value ? (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ) : (
          []
        ),
      )}
    </dl>
  );
}

/** The waterfall: a bar for each phase where it was, and the same in numbers. */
function Phases({ row }: { row: UsageRow }) {
  const steps = waterfall(row);
  const whole = wholeSeconds(row);
  if (steps.length === 0) return null;
  const starts = steps.map((_, i) => steps.slice(0, i).reduce((sum, s) => sum + s.seconds, 0));
  return (
    <Table
      caption={inspectorText.phases}
      className={styles['phases']}
      columns={[
        inspectorText.phase,
        { name: inspectorText.duration, isNumber: true },
        { name: inspectorText.share, isNumber: true },
        { name: inspectorText.phases, isHidden: true },
      ]}
    >
      {steps.map(({ phase, seconds }, i) => (
        <tr key={phase}>
          <td>{developerText[phase]}</td>
          <td className={controls['number']}>{formatSeconds(seconds)}</td>
          <td className={controls['number']}>{formatPercent(seconds / whole)}</td>
          <td className={styles['lane']}>
            <i
              data-phase={phase}
              style={{
                marginInlineStart: `${(100 * (starts[i] ?? 0)) / whole}%`,
                width: `${(100 * seconds) / whole}%`,
              }}
            />
          </td>
        </tr>
      ))}
    </Table>
  );
}
