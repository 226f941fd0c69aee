import type { AlcoveDatabase } from './database.ts';
import type { SentDay } from './service-records.ts';

/** Adds a request that left this origin to the count of its host and day (UTC). */
export async function countSent(
  database: AlcoveDatabase,
  { at, host, by, bytes }: { at: number } & Pick<SentDay, 'host' | 'by' | 'bytes'>,
): Promise<void> {
  const day = new Date(at).toISOString().slice(0, 10);
  const id = JSON.stringify([day, by, host]);
  await database.transaction('rw', database.sentDays, async () => {
    const before = await database.sentDays.get(id);
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

/** What left this origin, newest first. */
export async function listSent(database: AlcoveDatabase): Promise<SentDay[]> {
  const rows = await database.sentDays.toArray();
  return rows.sort((a, b) => b.lastAt - a.lastAt);
}
