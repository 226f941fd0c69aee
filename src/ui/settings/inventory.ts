import { listInWorker } from '#storage/backup/open-transfer.ts';
import type { AlcoveDatabase } from '#storage/database.ts';
import {
  type FilesContent,
  listCaches,
  listFolders,
  removeFolder,
} from '#storage/measure-files.ts';
import type { TableContent } from '#storage/measure-tables.ts';
import type { TableName } from '#storage/tables.ts';

/** Something that is stored, whichever way. */
export interface StoredThing {
  group: 'tables' | 'folders' | 'caches' | 'preferences';
  name: string;
  items: number;
  bytes: number;
  oldestAt: number | null;
  newestAt: number | null;
  /** The kind of data of a table, which is cleared together. */
  kind?: TableContent['kind'];
}

/** Tables without a kind that may go alone: nothing else refers to them. */
const ALONE: ReadonlySet<string> = new Set<TableName>([
  'modelProbes',
  'backups',
  'backupFolder',
  'quarantine',
]);

/** Where the rows of a table are managed one by one. */
export const MANAGED: Readonly<Partial<Record<string, string>>> = {
  keys: '/developer/keys',
  apiFiles: '/developer/batches',
  apiFileData: '/developer/batches',
  batches: '/developer/batches',
  batchLines: '/developer/batches',
  settings: '/settings/service',
  pairings: '/developer/connect',
  providers: '/settings/providers',
  providerSecrets: '/settings/providers',
  vaultKeys: '/settings/providers',
  rules: '/settings/providers',
  models: '/models',
};

/** Whether it can be deleted here, and alone. */
export const isDeletable = ({ group, name }: StoredThing): boolean =>
  group === 'tables' ? ALONE.has(name) : group !== 'folders' || name !== 'models';

export async function listStored(signal: AbortSignal): Promise<StoredThing[]> {
  const [tables, folders, cached] = await Promise.all([
    listInWorker(signal),
    listFolders().catch(() => []),
    listCaches().catch(() => []),
  ]);
  return [
    ...tables.map(
      ({ rows, ...table }): StoredThing => ({ group: 'tables', items: rows, ...table }),
    ),
    ...folders.map((files) => ofFiles('folders', files)),
    ...cached.map((files) => ofFiles('caches', files)),
    ...[localStorage, sessionStorage].map(ofStorage),
  ];
}

const ofFiles = (
  group: StoredThing['group'],
  { files, ...content }: FilesContent,
): StoredThing => ({ group, items: files, ...content });

function ofStorage(storage: Storage): StoredThing {
  const name = storage === localStorage ? 'localStorage' : 'sessionStorage';
  let bytes = 0;
  for (const [key, value] of Object.entries(storage)) bytes += key.length + String(value).length;
  return {
    group: 'preferences',
    name,
    items: storage.length,
    bytes,
    oldestAt: null,
    newestAt: null,
  };
}

/** Deletes it. @throws DOMException where the browser refuses */
export async function deleteStored(
  database: AlcoveDatabase,
  { group, name }: StoredThing,
): Promise<void> {
  switch (group) {
    case 'tables':
      return database.table(name).clear();
    case 'folders':
      return removeFolder(name);
    case 'caches':
      await caches.delete(name);
      return;
    case 'preferences':
      (name === 'localStorage' ? localStorage : sessionStorage).clear();
  }
}
