import { useEffect } from 'react';
import { Link } from 'wouter';
import { useStore } from 'zustand';
import type { Exchange, UsageRow } from '#storage/service-records.ts';
import { useKeyNames } from '#ui/developer/use-key-names.ts';
import controls from '#ui/kit/controls.module.css';
import { formatSeconds } from '#ui/kit/format.ts';
import page from '#ui/kit/page.module.css';
import { Table } from '#ui/kit/table.tsx';
import { developerText } from '#ui/messages/developer.ts';
import { inspectorText } from '#ui/messages/inspector.ts';
import { useServices, useSession } from '#ui/services.ts';
import { useWatched } from '#ui/state/use-watched.ts';
import { Compared } from './compared.tsx';
import { figuresOf } from './figures-of.ts';
import { answerOf, prettyText } from './read-exchange.ts';
import styles from './request.module.css';
import { BackToList } from './request-view.tsx';
import { RequestsSession } from './requests-session.ts';
import { PHASES, waterfall, wholeSeconds } from './waterfall.ts';

interface Recorded {
  row: UsageRow;
  exchange: Exchange | undefined;
  keyName: string | undefined;
}

/** Two requests next to each other: figures, times, requests and answers, with the differences marked. */
export function CompareView({ ids }: { ids: readonly [string, string] }) {
  const { database } = useServices();
  const session = useSession(RequestsSession);
  const { rows, isComplete } = useStore(session.state);
  const names = useKeyNames(ids.join());
  useEffect(() => session.follow(), [session]);
  const exchanges = useWatched(
    () => database.exchanges.bulkGet([...ids]),
    `exchanges ${ids.join()}`,
  );
  const found = ids.map((id) => rows.find(({ requestId }) => requestId === id));
  const [first, second] = found.map((row, i): Recorded | null =>
    row ? { row, exchange: exchanges?.[i], keyName: names.get(row.keyId) } : null,
  );
  return (
    <section className={page['section']} aria-label={inspectorText.compared}>
      <BackToList />
      {first && second && exchanges ? (
        <Pair {...{ first, second }} />
      ) : (
        <p className={controls['secondary']} role="status">
          {isComplete && exchanges ? inspectorText.notFound : inspectorText.reading}
        </p>
      )}
    </section>
  );
}

interface PairProps {
  first: Recorded;
  second: Recorded;
}

function Pair({ first, second }: PairProps) {
  return (
    <>
      <h2>{inspectorText.compared}</h2>
      <Differences {...{ first, second }} />
      <Texts {...{ first, second }} name={inspectorText.request} read={requestOf} />
      <Texts {...{ first, second }} name={inspectorText.response} read={answerOf} />
    </>
  );
}

const requestOf = ({ request }: Exchange): string => prettyText(request?.text ?? '');

/** A line for each figure; one that differs is marked, and a time has by how much. */
function Differences({ first, second }: PairProps) {
  const [a, b] = [first, second].map(linesOf);
  return (
    <Table
      caption={inspectorText.figures}
      className={styles['differences']}
      columns={[
        inspectorText.figures,
        <Title key="first" {...first} />,
        <Title key="second" {...second} />,
        inspectorText.difference,
      ].map((name) => ({ name }))}
    >
      {a?.map(({ name, value, seconds }, i) => {
        const other = b?.[i];
        if (!other || (value === '' && other.value === '')) return null;
        const isSame = value === other.value;
        return (
          <tr key={name} data-differs={isSame ? undefined : ''}>
            <th scope="row">{name}</th>
            <td>{value || '–'}</td>
            <td>{other.value || '–'}</td>
            <td>{isSame ? inspectorText.equal : differenceOf(seconds, other.seconds)}</td>
          </tr>
        );
      })}
    </Table>
  );
}

function Title({ row }: Recorded) {
  return (
    <Link href={`/developer/requests/${encodeURIComponent(row.requestId)}`}>
      <code title={row.requestId}>{shortId(row)}</code>
    </Link>
  );
}

/** Enough of an id to know it again: the whole one fills the width of a phone. */
const shortId = ({ requestId }: UsageRow) => requestId.slice(0, 8);

interface Line {
  name: string;
  value: string;
  seconds: number | null;
}

function linesOf({ row, keyName }: Recorded): Line[] {
  const steps = new Map(waterfall(row).map(({ phase, seconds }) => [phase, seconds]));
  const time = (name: string, seconds: number): Line => ({
    name,
    value: seconds > 0 ? formatSeconds(seconds) : '',
    seconds,
  });
  const plain = (name: string, value: string): Line => ({ name, value, seconds: null });
  return [
    plain(inspectorText.result, String(row.status)),
    plain(developerText.endpoint, row.endpoint),
    ...figuresOf(row, keyName).map(([name, value = '']) => plain(name, value)),
    ...PHASES.map((phase) => time(developerText[phase], steps.get(phase) ?? 0)),
    time(inspectorText.total, wholeSeconds(row)),
  ];
}

function differenceOf(first: number | null, second: number | null): string {
  if (first === null || second === null) return inspectorText.notEqual;
  const sign = second < first ? '−' : '+';
  return `${sign}${formatSeconds(Math.abs(second - first))}`;
}

interface TextsProps extends PairProps {
  name: string;
  read: (exchange: Exchange) => string;
}

function Texts({ first, second, name, read }: TextsProps) {
  if (!first.exchange || !second.exchange)
    return (
      <p className={controls['secondary']}>{[name, inspectorText.notBothRecorded].join(': ')}</p>
    );
  const [a, b] = [read(first.exchange), read(second.exchange)];
  const side = ({ row }: Recorded, text: string) => ({
    title: `${name} ${shortId(row)}`,
    facts: [row.model, formatSeconds(wholeSeconds(row))].filter(Boolean).join(' · '),
    text,
  });
  return (
    <>
      <p className={controls['secondary']} role="status">
        {[name, a === b ? inspectorText.sameText : inspectorText.differentText].join(': ')}
      </p>
      <Compared first={side(first, a)} second={side(second, b)} />
    </>
  );
}
