import { providerOrigin } from '#contract/provider-origin.ts';

/** As `storage/database.ts` names them; its library is too large for this thread. */
const DATABASE = 'alcove';

/**
 * Origins of the configured providers, as sources of a policy. Without a database there is none, and none in offline
 * mode.
 */
export async function readProviderOrigins(): Promise<string[]> {
  if (await isOffline()) return [];
  const rows = await readRows('providers').catch(() => []);
  const origins = rows.flatMap((row) => {
    return providerOrigin(baseUrlOf(row)) ?? [];
  });
  return [...new Set(origins)].sort();
}

/** Whether offline mode is on, as `storage/settings.ts` stores it. */
export async function isOffline(): Promise<boolean> {
  const rows = (await readRows('settings').catch(() => [])) as {
    name?: unknown;
    value?: unknown;
  }[];
  return rows.some(({ name, value }) => name === 'offline' && value === true);
}

function baseUrlOf(row: unknown): unknown {
  try {
    const { configJson } = row as { configJson: string };
    return (JSON.parse(configJson) as { baseUrl?: unknown } | null)?.baseUrl;
  } catch {
    return null;
  }
}

function readRows(table: 'providers' | 'settings'): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE);
    // It was never made: the app makes it, with its tables.
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      database.onversionchange = () => database.close();
      try {
        const reading = database.transaction(table, 'readonly').objectStore(table).getAll();
        reading.onsuccess = () => resolve(reading.result);
        reading.onerror = () => reject(reading.error);
      } catch (error) {
        reject(error);
      } finally {
        // Waits for the reading.
        database.close();
      }
    };
  });
}
