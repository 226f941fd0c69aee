import { recentTrace } from '#client/debug.ts';
import { measureDevice } from '#device/measure-device.ts';
import type { Services } from '#ui/services.ts';
import { recentFailures } from '#ui/state/recent-failures.ts';
import { writeDiagnostics } from './diagnostics.ts';

/** Requests of the report. */
const MAX_REQUESTS = 50;

/** The report for a bug, as JSON. What cannot be read is left out of it. */
export async function collectDiagnostics({ control, storage, version }: Services): Promise<string> {
  const orNull = <T>(work: Promise<T>): Promise<T | null> => work.catch(() => null);
  const [status, settings, usage, device, rows] = await Promise.all([
    orNull(control((c) => c.status())),
    orNull(control((c) => c.readSettings())),
    orNull(control((c) => c.recentUsage(MAX_REQUESTS))),
    orNull(measureDevice()),
    orNull(storage.then(countRows)),
  ]);
  return writeDiagnostics({
    version,
    path: location.pathname,
    userAgent: navigator.userAgent,
    language: document.documentElement.lang,
    isIsolated: globalThis.crossOriginIsolated,
    serviceWorker: navigator.serviceWorker?.controller?.state ?? 'none',
    device,
    status,
    settings,
    usage: usage ?? [],
    rows: rows ?? {},
    failures: recentFailures(),
    trace: recentTrace(),
  });
}

async function countRows({
  tables,
}: Awaited<Services['storage']>): Promise<Record<string, number>> {
  const counts = tables.map(async (table) => [table.name, await table.count()] as const);
  return Object.fromEntries(await Promise.all(counts));
}
