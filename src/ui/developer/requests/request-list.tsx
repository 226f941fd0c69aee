import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { useStore } from 'zustand';
import type { UsageRow } from '#storage/service-records.ts';
import { useKeyNames } from '#ui/developer/use-key-names.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { formatCount } from '#ui/kit/format.ts';
import page from '#ui/kit/page.module.css';
import { language } from '#ui/messages/catalogue.ts';
import { developerText } from '#ui/messages/developer.ts';
import { inspectorText } from '#ui/messages/inspector.ts';
import { useSession } from '#ui/services.ts';
import { ExportRequests } from './export-requests.tsx';
import { filterRequests, NO_FILTER } from './filter-requests.ts';
import styles from './inspector.module.css';
import { RecordOptions } from './record-options.tsx';
import { RequestFilters } from './request-filters.tsx';
import { PhaseLegend, RequestLine } from './request-line.tsx';
import { RequestsSession } from './requests-session.ts';
import { VirtualRows } from './virtual-rows.tsx';
import { wholeSeconds } from './waterfall.ts';

/** Pixels of a row: one line, and two on a phone. */
const ROW = 44;
const ROW_NARROW = 60;

function useIsNarrow(): boolean {
  const query = '(max-width: 760px)';
  const [isNarrow, setNarrow] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const change = () => setNarrow(media.matches);
    media.addEventListener('change', change);
    return () => media.removeEventListener('change', change);
  }, []);
  return isNarrow;
}

/** All requests that have a row, newest first, with filters. New ones do not move a list that is scrolled. */
export function RequestList() {
  const session = useSession(RequestsSession);
  const { rows, isComplete, filter, comparing } = useStore(session.state);
  const isNarrow = useIsNarrow();
  const names = useKeyNames(rows[0]?.id ?? 0);
  // The newest row that was there when the list was scrolled away from its top.
  const [anchor, setAnchor] = useState(() =>
    session.scrollTop > 0 ? (rows[0]?.id ?? null) : null,
  );
  useEffect(() => session.follow(), [session]);
  const filtered = useMemo(() => filterRequests(rows, filter, Date.now()), [rows, filter]);
  const held = anchor === null ? 0 : filtered.findIndex(({ id }) => id <= anchor);
  const shown = useDeferredValue(held > 0 ? filtered.slice(held) : filtered);
  // A few slow ones fill the width; one request of minutes would make all others invisible.
  const longest = useMemo(() => usualLongest(shown), [shown]);

  const scrolled = (top: number) => {
    session.scrollTop = top;
    setAnchor((before) => (top === 0 ? null : (before ?? rows[0]?.id ?? null)));
  };
  // A list under another key begins at its top.
  const [jumps, setJumps] = useState(0);
  const jump = () => {
    scrolled(0);
    setJumps(jumps + 1);
  };

  return (
    <section className={page['section']} aria-label={inspectorText.title}>
      <p className={page['lead']}>{inspectorText.lead}</p>
      <RecordOptions session={session} />
      <RequestFilters session={session} names={names} />
      <div className={styles['bar']}>
        <p className={controls['secondary']} role="status">
          {inspectorText.shownOf(formatCount(filtered.length), formatCount(rows.length))}
          {!isComplete && ` ${inspectorText.reading}`}
        </p>
        <div className={controls['row']}>
          {held > 0 && (
            <Button size="small" kind="primary" onClick={jump}>
              {inspectorText.newOnes(held)}
            </Button>
          )}
          {Object.values(filter).some(Boolean) && (
            <Button kind="quiet" size="small" onClick={() => session.setFilter(NO_FILTER)}>
              {inspectorText.resetFilters}
            </Button>
          )}
          <ExportRequests rows={filtered} />
          <Link href="/developer/requests/sets">{inspectorText.savedSets}</Link>
        </div>
      </div>
      <PhaseLegend />
      {comparing !== null && <Choosing {...{ session, comparing }} />}
      {shown.length === 0 ? (
        <p className={controls['secondary']}>
          {rows.length === 0 ? developerText.noRequestsYet : inspectorText.nothingMatches}
        </p>
      ) : (
        <VirtualRows
          key={JSON.stringify([filter, jumps])}
          label={inspectorText.list}
          count={shown.length}
          rowHeight={isNarrow ? ROW_NARROW : ROW}
          startTop={session.scrollTop}
          onScroll={scrolled}
          row={(index) => {
            const row = shown[index];
            const keyName = row && names.get(row.keyId);
            return row && <Row {...{ row, longest, keyName, session, comparing }} />;
          }}
        />
      )}
    </section>
  );
}

/** Seconds that nine of ten requests do not exceed. */
function usualLongest(rows: readonly UsageRow[]): number {
  const seconds = rows
    .slice(0, 1_000)
    .map(wholeSeconds)
    .sort((a, b) => a - b);
  return Math.max(0.001, seconds[Math.floor(seconds.length * 0.9)] ?? 0);
}

interface RowProps {
  row: UsageRow;
  /** Seconds that fill the width. */
  longest: number;
  keyName: string | undefined;
  session: RequestsSession;
  comparing: string | null;
}

/** That the next press chooses the second request. */
function Choosing({ session, comparing }: Pick<RowProps, 'session'> & { comparing: string }) {
  return (
    <p className={controls['row']} role="status">
      <span>{inspectorText.chooseOther(comparing)}</span>
      <Button size="small" onClick={() => session.compareWith(null)}>
        {inspectorText.cancel}
      </Button>
    </p>
  );
}

function Row({ row, longest, keyName, session, comparing }: RowProps) {
  const own = encodeURIComponent(row.requestId);
  const pair = comparing && comparing !== row.requestId ? comparing : null;
  const path = pair ? `${encodeURIComponent(pair)}?with=${own}` : own;
  const at = new Date(row.at);
  const isToday = at.toDateString() === new Date().toDateString();
  return (
    <Link href={`/developer/requests/${path}`} onClick={() => pair && session.compareWith(null)}>
      <RequestLine
        row={row}
        longest={longest}
        time={isToday ? at.toLocaleTimeString(language()) : at.toLocaleDateString(language())}
        about={[row.model || row.errorCode, keyName ?? developerText.noKey].join(' · ')}
      />
    </Link>
  );
}
