import { orElse } from '#device/capabilities.ts';
import { measureInWorker } from '#storage/backup/open-transfer.ts';
import { measureCaches, measureFolder } from '#storage/measure-files.ts';

/** Kinds of stored data, in the order they are shown. */
export const STORAGE_KINDS = [
  'models',
  'app',
  'chats',
  'transcripts',
  'textSets',
  'vectors',
  'presets',
  'usage',
  'service',
] as const;

export type StorageKind = (typeof STORAGE_KINDS)[number];

export interface MeasuredStorage {
  bytes: Record<StorageKind, number>;
  /** As the browser counts it; null where it does not say. */
  total: { usedBytes: number; quotaBytes: number } | null;
}

/** Folder of downloaded models in the private file system. */
const MODELS = 'models';

/** Measures all that this app stores. What cannot be read counts as nothing. */
export async function measureStorage(signal: AbortSignal): Promise<MeasuredStorage> {
  const [models, app, tables, estimate] = await Promise.all([
    orElse(() => measureFolder(MODELS), 0),
    orElse(measureCaches, 0),
    measureInWorker(signal),
    orElse(() => navigator.storage.estimate(), null),
  ]);
  const { usage, quota } = estimate ?? {};
  return {
    bytes: { models, app, ...tables },
    total: usage === undefined || !quota ? null : { usedBytes: usage, quotaBytes: quota },
  };
}
