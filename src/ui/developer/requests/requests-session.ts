import { createStore } from 'zustand/vanilla';
import type { ServiceSettings } from '#contract/service-settings.ts';
import type { AlcoveDatabase } from '#storage/database.ts';
import type { SavedRequest, UsageRow } from '#storage/service-records.ts';
import { watch } from '#storage/watch.ts';
import type { SessionPorts } from '#ui/state/session-ports.ts';
import { NO_FILTER, type RequestFilter } from './filter-requests.ts';

/** Requests that are listed, as many as have a row each. */
const MAX_LISTED = 10_000;
/** Requests that are read before the others: more than a screen shows. */
const FIRST = 200;

export type RecordSettings = Pick<ServiceSettings, 'record' | 'recordDays' | 'recordBytes'>;

interface RequestsState {
  /** Newest first. */
  rows: readonly UsageRow[];
  /** Whether the older ones are read, too. */
  isComplete: boolean;
  filter: RequestFilter;
  /** The request that another one is chosen for; null for none. */
  comparing: string | null;
  /** Null until the host has answered. */
  settings: RecordSettings | null;
}

/** The requests of the ledger as a list that grows by itself: each change reads only the new rows. */
export class RequestsSession {
  readonly state = createStore<RequestsState>(() => ({
    rows: [],
    isComplete: false,
    filter: NO_FILTER,
    comparing: null,
    settings: null,
  }));
  /** Where the list was left, in pixels. */
  scrollTop = 0;
  readonly #ports: SessionPorts;

  constructor(ports: SessionPorts) {
    this.#ports = ports;
  }

  setFilter(changes: Partial<RequestFilter>): void {
    this.scrollTop = 0;
    this.state.setState(({ filter }) => ({ filter: { ...filter, ...changes } }));
  }

  /** Has the list choose the request that is shown next to this one; null ends that. */
  compareWith(requestId: string | null): void {
    this.state.setState({ comparing: requestId });
  }

  /** Follows the ledger until the returned function is called. */
  follow(): () => void {
    let stop = () => {};
    let isOver = false;
    const begin = async () => {
      const database = await this.#ports.store.opened;
      await this.#read(database);
      if (isOver) return;
      stop = watch(() => this.#newer(database), this.#add, reportError);
    };
    begin().catch(reportError);
    return () => {
      isOver = true;
      stop();
    };
  }

  async readSettings(): Promise<void> {
    const { record, recordDays, recordBytes } = await this.#ports.control((c) => c.readSettings());
    this.state.setState({ settings: { record, recordDays, recordBytes } });
  }

  async changeSettings(changes: Partial<RecordSettings>): Promise<void> {
    await this.#ports.control((c) => c.changeSettings(changes));
    await this.readSettings();
  }

  async #read(database: AlcoveDatabase): Promise<void> {
    const { usage } = database;
    const [newest] = this.state.getState().rows;
    // A list from an earlier visit is continued, unless its rows were deleted meanwhile.
    if (newest && (await usage.get(newest.id))) return;
    const rows = await usage.orderBy('id').reverse().limit(FIRST).toArray();
    const oldest = rows.at(-1)?.id;
    this.state.setState({ rows, isComplete: rows.length < FIRST });
    if (rows.length < FIRST || oldest === undefined) return;
    const others = usage.where('id').below(oldest).reverse();
    const older = await others.limit(MAX_LISTED - FIRST).toArray();
    this.state.setState(({ rows: first }) => ({ rows: [...first, ...older], isComplete: true }));
  }

  #newer({ usage }: AlcoveDatabase): Promise<UsageRow[]> {
    const last = this.state.getState().rows[0]?.id ?? 0;
    return usage.where('id').above(last).reverse().toArray();
  }

  readonly #add = (found: UsageRow[]) => {
    const { rows } = this.state.getState();
    const last = rows[0]?.id ?? 0;
    const added = found.filter(({ id }) => id > last);
    if (added.length === 0) return;
    this.state.setState({ rows: [...added, ...rows].slice(0, MAX_LISTED) });
  };
}

/** Adds a request to the set of a name, which is created with its first one. */
export async function saveToSet(
  { requestSets }: AlcoveDatabase,
  name: string,
  request: SavedRequest,
): Promise<void> {
  await requestSets.db.transaction('rw', requestSets, async () => {
    const set = await requestSets.filter((one) => one.name === name).first();
    await requestSets.put({
      id: set?.id ?? crypto.randomUUID(),
      name,
      savedAt: Date.now(),
      requests: [...(set?.requests ?? []), request],
    });
  });
}
