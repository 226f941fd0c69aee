import { listZipEntries } from '#base/zip.ts';
import { offerFiles } from './offered-files.ts';

/** Characters at the start by which an export is recognised. */
const HEAD = 300;
/** A backup, a project, chats or recordings of Alcove; an encrypted backup; a chat as JSON. */
const EXPORT =
  /^(?:\{"format":"alcove-backup"|alcove-encrypted|\s*\{\s*"conversation":\s*\{\s*"id":)/;
const CHATS = /(?:^|\/)(?:conversations(?:-\d+)?|projects)\.json$/;

/** Whether a file is an export of Alcove, or the archive of another product's chats: an import reads it, and no chat does. */
async function isExport(file: File): Promise<boolean> {
  const head = await file.slice(0, HEAD).text();
  if (!head.startsWith('PK')) return EXPORT.test(head);
  const found = await listZipEntries(file, [CHATS]).catch(() => []);
  return found.length > 0;
}

/** Imports the exports among dropped files. @returns the others */
export async function withoutExports(files: readonly File[]): Promise<File[]> {
  const kinds = await Promise.all(files.map((file) => isExport(file).catch(() => false)));
  offerFiles(files.filter((_, i) => kinds[i]));
  return files.filter((_, i) => !kinds[i]);
}
