import { providerOrigin } from '#contract/provider-origin.ts';

/** As `storage/database.ts` names them; its library is too large for this thread. */
const DATABASE = 'alcove';
const TABLE = 'providers';

/** Origins of the configured providers, as sources of a policy. Without a database there is none. */
export async function readProviderOrigins(): Promise<string[]> {
  const rows = await readRows().catch(() => []);
  const origins = rows.flatMap((row) => {
    return providerOrigin(baseUrlOf(row)) ?? [];
  });
  return [...new Set(origins)].sort();
}

function baseUrlOf(row: unknown): unknown {
  try {
    const { configJson } = row as { configJson: string };
    return (JSON.parse(configJson) as { baseUrl?: unknown } | null)?.baseUrl;
  } catch {
    return null;
  }
}

function readRows(): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE);
    // It was never made: the app makes it, with its tables.
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      database.onversionchange = () => database.close();
      try {
        const reading = database.transaction(TABLE, 'readonly').objectStore(TABLE).getAll();
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
