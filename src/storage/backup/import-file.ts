import { listZipEntries, openZipEntry } from '#base/zip.ts';
import type { AlcoveDatabase } from '#storage/database.ts';
import type { ImportCount } from './add-rows.ts';
import { PROJECT_FILES } from './claude-projects.ts';
import { BackupError, FORMAT, LIMITS, type OnProgress } from './format.ts';
import { CHAT_FILES, type ChatImportCount, countUnpacked, importChats } from './import-chats.ts';
import { FOR_READERS, readTranscript, TranscriptImport, tooLarge } from './import-transcripts.ts';
import { otherExport } from './other-exports.ts';
import { type BackupImport, readBackup } from './read-backup.ts';
import type { OpenSink } from './sink.ts';

/** What became of an import; the counts are of what its kind names. */
export interface ImportResult extends ImportCount {
  kind: 'backup' | 'chats' | 'transcripts' | 'projects';
  /** Chats that were there already and got messages that were written elsewhere since. */
  grown: number;
  /** Files of an archive that could not be read. */
  skipped: number;
  /** Of a backup: its rows that are here now, by table. */
  stored: BackupImport['stored'];
  /** The only thing that came, if it was one. */
  one: { kind: 'chat' | 'project' | 'transcript'; id: string } | null;
}

interface ImportOptions {
  /** The model of chats from other products. */
  model: string;
  /** Of an encrypted backup; null for everything else. */
  passphrase: string | null;
  openSink: OpenSink;
  onProgress: OnProgress;
}

const NOTHING: Omit<ImportResult, 'kind'> = {
  added: 0,
  present: 0,
  grown: 0,
  skipped: 0,
  unreadable: 0,
  keys: 0,
  stored: {},
  one: null,
};

/** Pages for people: too much of what they show is not in them. */
const PAGES = /\.(?:html?|pdf)$/i;

/**
 * Adds a backup, a project, chats or transcripts, whatever the file is. Nothing is overwritten, and nothing
 * is added twice. @throws BackupError StorageError
 */
export async function importFile(
  database: AlcoveDatabase,
  file: File,
  options: ImportOptions,
): Promise<ImportResult[]> {
  const { passphrase, openSink, onProgress } = options;
  const head = await file.slice(0, LIMITS.headBytes).text();
  if (passphrase !== null || isBackup(head)) {
    return [ofBackup(await readBackup(database, file, openSink, onProgress, passphrase))];
  }
  const other = await otherExport(file, head);
  if (other) throw other;
  const transcripts = await importTranscripts(database, file, head, onProgress);
  if (transcripts) return [transcripts];
  if (FOR_READERS.test(file.name) || PAGES.test(file.name)) {
    throw new BackupError(
      `“${file.name}” is text to read: add it to a chat or a project as a document. Chats come back from their file for Alcove or JSON, transcripts from their files with times.`,
    );
  }
  return ofChats(await importChats(database, file, options.model, onProgress));
}

function ofChats({
  added,
  present,
  grown,
  skipped,
  last,
  projects,
}: ChatImportCount): ImportResult[] {
  const onlyOne = (kind: 'chat' | 'project', id: string | null, all: number) =>
    id !== null && all === 1 ? { kind, id } : null;
  const chats: ImportResult = {
    ...NOTHING,
    kind: 'chats',
    added,
    present,
    grown,
    unreadable: skipped,
    one: onlyOne('chat', last, added + present),
  };
  const all = projects.added + projects.present;
  if (all === 0) return [chats];
  const one = onlyOne('project', projects.last, all);
  const { added: more, present: before } = projects;
  const found: ImportResult = { ...NOTHING, kind: 'projects', added: more, present: before, one };
  return added + present + skipped === 0 ? [found] : [chats, found];
}

/** Whether a file begins as a backup, whichever version wrote it. */
const isBackup = (head: string): boolean =>
  head.split('\n', 1).some((line) => line.includes(`"${FORMAT}"`));

function ofBackup({ chosen, tables, seen, completed, ...count }: BackupImport): ImportResult {
  if (!chosen) return { ...NOTHING, ...count, kind: 'backup' };
  const [table, kind, one] = CHOSEN[chosen.kind];
  const { [table]: all = 0 } = seen;
  const added = (tables[table] ?? 0) + (completed[table] ?? 0);
  const shown = all === 1 ? { kind: one, id: chosen.id } : null;
  return { ...NOTHING, ...count, kind, added, present: all - added, one: shown };
}

/** What a file of chosen things is counted by. */
const CHOSEN = {
  chat: ['conversations', 'chats', 'chat'],
  project: ['projects', 'projects', 'project'],
  transcripts: ['recordings', 'transcripts', 'transcript'],
} as const;

/** Adds the transcript of a file, or all of an archive; null where it has none. A file that cannot be read costs only itself. */
async function importTranscripts(
  database: AlcoveDatabase,
  file: File,
  head: string,
  onProgress: OnProgress,
): Promise<ImportResult | null> {
  const result: ImportResult = { ...NOTHING, kind: 'transcripts' };
  let first: BackupError | null = null;
  let bytes = 0;
  const transcripts = new TranscriptImport(database, () => onProgress(bytes, 0));
  const count = (done: number) => {
    bytes = done;
    onProgress(bytes, 0);
  };
  const isArchive = head.startsWith('PK') && !FOR_READERS.test(file.name);
  for await (const part of isArchive ? unpack(file, count) : [file]) {
    const found = await addFrom(part, transcripts).catch(orBackupError);
    if (found instanceof BackupError) {
      first ??= found;
      result.skipped++;
    } else if (found) {
      result[found.isAdded ? 'added' : 'present']++;
      result.one = { kind: 'transcript', id: found.id };
    }
  }
  const all = result.added + result.present;
  if (all === 0 && first) throw first;
  if (all === 0) return null;
  return all === 1 ? result : { ...result, one: null };
}

async function addFrom(part: File | BackupError, transcripts: TranscriptImport) {
  if (part instanceof BackupError) throw part;
  const transcript = await readTranscript(part);
  return transcript && transcripts.add(transcript, part.name, Date.now());
}

function orBackupError(error: unknown): BackupError {
  if (error instanceof BackupError) return error;
  throw error;
}

/** Files of an archive that several transcripts were exported as. */
const TRANSCRIPTS = /^[^/]+\.(?:json|srt|vtt|txt|csv|md|docx)$/i;

/** The files of an archive that may be transcripts, or why one is not read: none of one with the chats of another product. */
async function* unpack(file: File, onProgress: OnProgress): AsyncGenerator<File | BackupError> {
  const others = [CHAT_FILES, PROJECT_FILES];
  const entries = await listZipEntries(file, [...others, TRANSCRIPTS]).catch(() => []);
  if (entries.some(({ name }) => others.some((pattern) => pattern.test(name)))) return;
  const unpacked = countUnpacked(file.size, onProgress);
  for (const entry of entries) {
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let size = 0;
    try {
      for await (const piece of unpacked(await openZipEntry(file, entry))) {
        size += piece.length;
        if (size > LIMITS.chatBytes) break;
        parts.push(piece);
      }
    } catch (cause) {
      // Of the archive as a whole.
      if (cause instanceof BackupError) throw cause;
      yield new BackupError('The archive is damaged or was not downloaded to the end.', { cause });
      continue;
    }
    yield size > LIMITS.chatBytes ? tooLarge(entry.name) : new File(parts, entry.name);
  }
}
