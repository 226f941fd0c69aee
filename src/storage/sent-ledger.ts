import type { AlcoveDatabase } from './database.ts';
import type { SentDay } from './service-records.ts';

const DAY_MS = 86_400_000;
/** Days that have rows of their own; of earlier ones each month has one. */
export const DETAILED_DAYS = 90;

/** The first day of the month of a day that is long ago; null for later days. `now`: Unix milliseconds. */
export function monthOf(day: string, now: number): string | null {
  const isOld = day < new Date(now - DETAILED_DAYS * DAY_MS).toISOString().slice(0, 10);
  return isOld && !day.endsWith('-01') ? `${day.slice(0, 7)}-01` : null;
}

const idOf = (day: string, by: string, host: string) => JSON.stringify([day, by, host]);

/** Adds a request that left this origin to the count of its host and day (UTC). */
export async function countSent(
  database: AlcoveDatabase,
  { at, host, by, bytes }: { at: number } & Pick<SentDay, 'host' | 'by' | 'bytes'>,
): Promise<void> {
  const day = new Date(at).toISOString().slice(0, 10);
  const id = idOf(day, by, host);
  await database.transaction('rw', database.sentDays, async () => {
    const before = await database.sentDays.get(id);
    // The first of a day: old days are added up, or the table would only grow.
    if (!before) await joinOldDays(database, at);
    await database.sentDays.put({
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

/** Adds up the days that are long ago by month. */
async function joinOldDays({ sentDays }: AlcoveDatabase, now: number): Promise<void> {
  for (const row of await sentDays.toArray()) {
    const day = monthOf(row.day, now);
    if (day === null) continue;
    const id = idOf(day, row.by, row.host);
    const sum = await sentDays.get(id);
    await sentDays.put({
      ...row,
      id,
      day,
      requests: row.requests + (sum?.requests ?? 0),
      bytes: row.bytes + (sum?.bytes ?? 0),
      lastAt: Math.max(row.lastAt, sum?.lastAt ?? 0),
    });
    await sentDays.delete(row.id);
  }
}

/** What left this origin, newest first. */
export async function listSent(database: AlcoveDatabase): Promise<SentDay[]> {
  const rows = await database.sentDays.toArray();
  return rows.sort((a, b) => b.lastAt - a.lastAt);
}
