import { listZipEntries, openZipEntry } from '#base/zip.ts';
import { type AddFiles, offerFiles } from './transfers.ts';

/** Bytes at the start by which an export is recognised. */
const HEAD = 300;
/** A backup, a project, chats or recordings of Alcove; an encrypted backup; a chat as JSON. */
const EXPORT =
  /^(?:\{"format":"alcove-backup"|alcove-encrypted|\s*\{\s*"conversation":\s*\{\s*"id":)/;
/** The archives of ChatGPT and Claude have their chats at the top, or in one folder. */
const CHATS = /^(?:[^/]+\/)?(?:conversations(?:-\d+)?|projects)\.json$/;
/** How their lists begin; `[]` where there is nothing of a kind. */
const CHATS_HEAD = /^\s*\[\s*(?:\]|\{\s*"uuid"\s*:|\{.*"(?:create_time|mapping)"\s*:)/s;
/** Bytes of a list in which the title of its first chat has ended. */
const LIST_HEAD = 4_000;

/** Whether a file is an export of Alcove, or the archive of another product's chats: an import reads it, and no chat does. */
async function isExport(file: File): Promise<boolean> {
  const head = await file.slice(0, HEAD).text();
  if (!head.startsWith('PK')) return EXPORT.test(head);
  const entries = await listZipEntries(file, [CHATS]);
  for (const entry of entries) {
    const list = await headOf(await openZipEntry(file, entry));
    if (!CHATS_HEAD.test(list)) return false;
  }
  return entries.length > 0;
}

async function headOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let head = '';
  while (head.length < LIST_HEAD) {
    const { value, done } = await reader.read();
    if (done) return head;
    head += decoder.decode(value.subarray(0, LIST_HEAD), { stream: true });
  }
  await reader.cancel();
  return head;
}

/** Imports the exports among dropped files. `add` takes the others, and those in which the import finds nothing. */
async function divertExports(files: readonly File[], add: AddFiles): Promise<void> {
  const kinds = await Promise.all(files.map((file) => isExport(file).catch(() => false)));
  const exports = files.filter((_, i) => kinds[i]);
  const others = files.filter((_, i) => !kinds[i]);
  offerFiles(exports, add);
  if (others.length > 0) add(others);
}

/** Where files were dropped. */
interface DropTarget {
  /** Whether nothing of it is stored: then a chat to import is a file like others. */
  isTemporary?: boolean;
  addFiles: AddFiles;
}

/** Adds dropped files to a chat or a project, and imports exports among them. */
export async function addDropped(
  { isTemporary = false, addFiles }: DropTarget,
  files: readonly File[],
): Promise<void> {
  if (isTemporary) addFiles(files);
  else await divertExports(files, addFiles);
}
