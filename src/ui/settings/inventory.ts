import { listInWorker } from '#storage/backup/open-transfer.ts';
import type { AlcoveDatabase } from '#storage/database.ts';
import {
  type FilesContent,
  listCaches,
  listFolders,
  removeFolder,
} from '#storage/measure-files.ts';
import type { TableContent } from '#storage/measure-tables.ts';
import type { DataKind, TableName } from '#storage/tables.ts';
import { decodeName } from '#ui/kit/item-path.ts';

/** Kinds of data that can be cleared, with the texts that name and describe them. */
export const CLEARABLE = [
  { kind: 'chats', name: 'chats', about: 'clearsChats' },
  { kind: 'transcripts', name: 'transcripts', about: 'clearsTranscripts' },
  { kind: 'textSets', name: 'textSets', about: 'clearsTextSets' },
  { kind: 'presets', name: 'presets', about: 'clearsPresets' },
  { kind: 'usage', name: 'usage', about: 'clearsUsage' },
] as const satisfies readonly { kind: DataKind; name: string; about: string }[];

export type Clearable = (typeof CLEARABLE)[number];

/** Something that is stored, whichever way. */
export interface StoredThing {
  group: 'tables' | 'folders' | 'caches' | 'preferences';
  name: string;
  /** Its name as people read it, where that differs: folders of models have parts of addresses. */
  title?: string;
  items: number;
  bytes: number;
  oldestAt: number | null;
  newestAt: number | null;
  /** Unix milliseconds when it was read or written last, as far as that is known. */
  lastUsedAt: number | null;
  /** It is in another one, which counts it. */
  isPart?: boolean;
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
  group === 'tables' ? ALONE.has(name) : group !== 'folders' || !isOfModels(name);

/** Whether a folder is of models, which are deleted on their page. */
export const isOfModels = (name: string): boolean => /^models(?:\/|$)/.test(name);

/** Everything that is stored; the parts of a folder after it. */
export async function listStored(
  database: AlcoveDatabase,
  signal: AbortSignal,
): Promise<StoredThing[]> {
  const [tables, folders, cached, used] = await Promise.all([
    listInWorker(signal),
    listFolders().catch(() => []),
    listCaches().catch(() => []),
    lastUses(database),
  ]);
  return [
    ...tables.map(
      ({ rows, ...table }): StoredThing => ({
        ...{ group: 'tables', items: rows, lastUsedAt: table.newestAt },
        ...table,
      }),
    ),
    ...folders.flatMap(({ parts = [], ...folder }) => {
      const own = parts.map((part) => ({ ...ofFiles('folders', part, used), isPart: true }));
      return [ofFiles('folders', folder, used), ...own];
    }),
    // The files of the page itself come from them.
    ...cached.map((files) => ({
      ...ofFiles('caches', files, used),
      ...(navigator.serviceWorker?.controller && { lastUsedAt: performance.timeOrigin }),
    })),
    ...[localStorage, sessionStorage].map(ofStorage),
  ];
}

/** When each model of this device answered last; the folder of all models by an empty name. Unix milliseconds. */
export async function lastUses({ usage }: AlcoveDatabase): Promise<Map<string, number>> {
  const uses = new Map<string, number>();
  await usage.orderBy('at').each(({ at, status, servedBy = '' }) => {
    const [place, id = ''] = servedBy.split(/\/(.*)/s);
    // A request that was refused names a model, too.
    if (place !== 'local' || status >= 400) return;
    uses.set(id, at);
    uses.set('', at);
  });
  return uses;
}

function ofFiles(
  group: StoredThing['group'],
  { files, name, ...content }: FilesContent,
  used: ReadonlyMap<string, number>,
): StoredThing {
  const [folder, part = ''] = name.split('/');
  const model = folder === 'models' ? used.get(decodeName(part)) : undefined;
  const lastUsedAt = Math.max(model ?? 0, content.newestAt ?? 0) || null;
  return { group, items: files, name, title: decodeName(name), ...content, lastUsedAt };
}

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
    // This page read it when it opened.
    lastUsedAt: storage.length > 0 ? performance.timeOrigin : null,
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
