import { saveFile } from './save-file.ts';

/** Saves everything that is stored, over a database connection of its own: the page's may be what failed. */
export async function exportData(): Promise<void> {
  const [{ AlcoveDatabase }, { exportEverything }] = await Promise.all([
    import('#storage/database.ts'),
    import('#storage/backup.ts'),
  ]);
  const database = new AlcoveDatabase();
  try {
    const day = new Date().toISOString().slice(0, 10);
    saveFile(`alcove-${day}.ndjson`, await exportEverything(database, Date.now()));
  } finally {
    database.close();
  }
}
