import { listZipEntries } from '#base/zip.ts';
import { BackupError } from './format.ts';

/** Files of Alcove that have another use than an import, by how they begin. */
const BEGINNINGS: readonly [start: RegExp, use: (name: string) => string][] = [
  [
    /^\s*\{\s*"log"\s*:\s*\{\s*"version"\s*:/,
    (name) =>
      `“${name}” is a list of requests as an HTTP archive (HAR), which the developer tools of browsers open. It is not imported: use “Save to a set” under Developer → Requests to run requests again; sets are in backups.`,
  ],
  [
    /^\{"(?:id|at|requestId)":(?=.*"requestId":")(?=.*"completionTokens":\d)/,
    (name) =>
      `“${name}” is a list of requests from Developer → Requests, one in each line, for scripts. It is not imported: use “Save to a set” under Developer → Requests to run requests again; sets are in backups.`,
  ],
  [
    /^\s*\{\s*"report"\s*:\s*"alcove-audit"/,
    (name) =>
      `“${name}” is a report of Settings → Privacy, which an auditor compares with a build of Alcove. It has no chats or other data to import.`,
  ],
  [/^GGUF/, (name) => `“${name}” is a model: drop it on the Models page.`],
];

const PACK = /^alcove-pack\.json$/;

/** The use of a file that is no backup and has no chats, as an error; null where it is not known. */
export async function otherExport(file: File, head: string): Promise<BackupError | null> {
  const [, use] = BEGINNINGS.find(([start]) => start.test(head)) ?? [];
  if (use) return new BackupError(use(file.name), { reason: 'nothing' });
  if (!head.startsWith('PK')) return null;
  const packs = await listZipEntries(file, [PACK]).catch(() => []);
  if (packs.length === 0) return null;
  const text = `“${file.name}” is a pack of models: drop it on the Models page.`;
  return new BackupError(text, { reason: 'nothing' });
}
