import type { AlcoveDatabase } from './database.ts';
import type { SentDay, SentRow } from './service-records.ts';

const DAY_MS = 86_400_000;
/** Days that have rows of their own; of earlier ones each month has one. */
export const DETAILED_DAYS = 90;

/** The first day of the month of a day that is long ago; null for later days. `now`: Unix milliseconds. */
export function monthOf(day: string, now: number): string | null {
  const isOld = day < new Date(now - DETAILED_DAYS * DAY_MS).toISOString().slice(0, 10);
  return isOld && !day.endsWith('-01') ? `${day.slice(0, 7)}-01` : null;
}

const idOf = (day: string, by: string, host: string) => JSON.stringify([day, by, host]);

/** The last requests are stored one by one; of earlier ones the sums by day stay. */
const MAX_REQUESTS = 1_000;
/** A row of no requests that says since when they are counted. */
const SINCE = 'since';

/**
 * Begins to count, unless it has begun. @returns Unix milliseconds since which every request is in the list: the first visit,
 * or the last time the list was cleared.
 */
export async function openLedger({ sentDays }: AlcoveDatabase, now: number): Promise<number> {
  return sentDays.db.transaction('rw', sentDays, async () => {
    const known = await sentDays.get(SINCE);
    if (known) return known.lastAt;
    // Earlier versions noted no beginning: their first day is one.
    const first = (await sentDays.orderBy('id').first())?.day ?? '';
    const lastAt = Math.min(now, Date.parse(first) || now);
    const none = { host: '', by: 'page', requests: 0, bytes: 0 } as const;
    await sentDays.put({
      id: SINCE,
      day: new Date(lastAt).toISOString().slice(0, 10),
      ...none,
      lastAt,
    });
    return lastAt;
  });
}

/** Unix milliseconds since which requests are counted; null before `openLedger`. */
export async function readSince({ sentDays }: AlcoveDatabase): Promise<number | null> {
  return (await sentDays.get(SINCE))?.lastAt ?? null;
}

/** Adds a request that left this origin to the list, and to the count of its host and day (UTC). */
export async function countSent(
  database: AlcoveDatabase,
  { at, host, by, why, bytes }: Omit<SentRow, 'id'>,
): Promise<void> {
  const day = new Date(at).toISOString().slice(0, 10);
  const id = idOf(day, by, host);
  const { sentDays, sentRequests } = database;
  await database.transaction('rw', sentDays, sentRequests, async () => {
    const number = await sentRequests.add({ at, host, by, why, bytes });
    await sentRequests
      .where(':id')
      .belowOrEqual(number - MAX_REQUESTS)
      .delete();
    const before = await database.sentDays.get(id);
    // The first of a day: old days are added up, or the table would only grow.
    if (!before) await joinOldDays(database, at);
    await database.sentDays.put({
      ...before,
      id,
      day,
      host,
      by,
      requests: (before?.requests ?? 0) + 1,
      bytes: (before?.bytes ?? 0) + bytes,
      lastAt: at,
    });
  });
}

/** Adds bytes of an answer to the count of its host and day. Its request may have been counted the day before. */
export async function countReceived(
  { sentDays }: AlcoveDatabase,
  { at, host, by, received }: Pick<SentRow, 'at' | 'host' | 'by'> & { received: number },
): Promise<void> {
  const day = new Date(at).toISOString().slice(0, 10);
  const id = idOf(day, by, host);
  await sentDays.db.transaction('rw', sentDays, async () => {
    const before = await sentDays.get(id);
    const row = before ?? { id, day, host, by, requests: 0, bytes: 0, lastAt: at };
    await sentDays.put({ ...row, received: (row.received ?? 0) + received });
  });
}

/** The bytes of two rows; none where neither has any. */
export function sumReceived(a: SentDay, b: SentDay | undefined): Pick<SentDay, 'received'> {
  if (a.received === undefined && b?.received === undefined) return {};
  return { received: (a.received ?? 0) + (b?.received ?? 0) };
}

/** Adds up the days that are long ago by month. */
async function joinOldDays({ sentDays }: AlcoveDatabase, now: number): Promise<void> {
  for (const row of await sentDays.toArray()) {
    const day = monthOf(row.day, now);
    if (day === null || row.id === SINCE) continue;
    const id = idOf(day, row.by, row.host);
    const sum = await sentDays.get(id);
    await sentDays.put({
      ...row,
      id,
      day,
      requests: row.requests + (sum?.requests ?? 0),
      bytes: row.bytes + (sum?.bytes ?? 0),
      ...sumReceived(row, sum),
      lastAt: Math.max(row.lastAt, sum?.lastAt ?? 0),
    });
    await sentDays.delete(row.id);
  }
}

/** What left this origin, newest first. */
export async function listSent(database: AlcoveDatabase): Promise<SentDay[]> {
  const rows = await database.sentDays.filter(({ id }) => id !== SINCE).toArray();
  return rows.sort((a, b) => b.lastAt - a.lastAt);
}

/** The last requests one by one, newest first. */
export function lastSent({ sentRequests }: AlcoveDatabase, max: number): Promise<SentRow[]> {
  return sentRequests.orderBy('id').reverse().limit(max).toArray();
}
