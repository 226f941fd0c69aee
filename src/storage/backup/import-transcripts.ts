import { listZipEntries, openZipEntry } from '#base/zip.ts';
import { languageCode } from '#contract/languages.ts';
import { csvRows } from '#documents/csv-rows.ts';
import type { AlcoveDatabase } from '#storage/database.ts';
import { parseOr } from '#storage/rows/fields.ts';
import { PARSERS } from '#storage/rows/parsers.ts';
import { MAX_NAMED_SPEAKERS } from '#storage/rows/transcript-rows.ts';
import type { Recording, Speaker, StoredSegment } from '#storage/transcript-records.ts';
import { nameOverlaps } from '#transcript-formats/overlaps.ts';
import { readMarkdown, readPlain, readTable, readWord } from '#transcript-formats/read-text.ts';
import {
  readSubtitles,
  readVerboseJson,
  type TranscriptFile,
} from '#transcript-formats/read-transcript.ts';
import type { SpokenSegment } from '#transcript-formats/segment.ts';
import { BackupError, LIMITS, megabytes } from './format.ts';
import { parseLine } from './read-lines.ts';
import { openHash } from './spool.ts';

/** Segments under one number, as the rows of a window. */
const WINDOW = 100;

export const tooLarge = (name: string): BackupError =>
  new BackupError(
    `“${name}” is larger than ${megabytes(LIMITS.chatBytes)}, the limit of a transcript.`,
  );

const SUBTITLES = /\.(?:srt|vtt)$/i;
/** The exports for readers, which come back where they have times. */
export const FOR_READERS = /\.(txt|csv|md|docx)$/i;

/**
 * The transcript in a file: subtitles, `verbose_json`, or an export for readers with times; null for everything else.
 * @throws BackupError for broken subtitles
 */
export async function readTranscript(file: File): Promise<TranscriptFile | null> {
  const { name, size } = file;
  const isSubtitle = SUBTITLES.test(name);
  if (size > LIMITS.chatBytes) {
    if (!isSubtitle) return null;
    throw tooLarge(name);
  }
  const [, reader] = FOR_READERS.exec(name) ?? [];
  if (reader) return readForReaders(file, reader.toLowerCase());
  if (isSubtitle) {
    const found = readSubtitles(await file.text());
    if (found) return found;
    throw new BackupError(`No subtitles with times were found in “${name}”.`);
  }
  if (!(await file.slice(0, 200).text()).trimStart().startsWith('{')) return null;
  try {
    return readVerboseJson(parseLine(new Uint8Array(await file.arrayBuffer())));
  } catch (error) {
    // What it is instead is for others to say.
    if (error instanceof BackupError) return null;
    throw error;
  }
}

/** Cells of a row of a table of segments: it has four. */
const MAX_CELLS = 20;

async function readForReaders(file: File, format: string): Promise<TranscriptFile | null> {
  if (format === 'docx') return readWord(await documentOf(file));
  const text = await file.text();
  if (format === 'csv') return readTable(csvRows(text, ',', MAX_CELLS));
  return format === 'md' ? readMarkdown(text) : readPlain(text);
}

/** The document of a Word file as XML; empty where there is none, and where it is larger than a transcript may be. */
async function documentOf(file: File): Promise<string> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  try {
    const [entry] = await listZipEntries(file, [/^word\/document\.xml$/]);
    if (!entry) return '';
    const reader = (await openZipEntry(file, entry)).getReader();
    for (let read = await reader.read(); read.value; read = await reader.read()) {
      size += read.value.length;
      if (size > LIMITS.chatBytes) await reader.cancel();
      if (size > LIMITS.chatBytes) return '';
      parts.push(read.value);
    }
  } catch {
    // A damaged one, or no archive: not a transcript.
    return '';
  }
  return new Blob(parts).text();
}

/** Adds the transcripts of one import. */
export class TranscriptImport {
  readonly #database: AlcoveDatabase;
  readonly #onAlive: () => void;
  /** By the hash of its words, each recording here: read once, where a file without an id needs it. */
  #byWords: Map<string, Known> | null = null;

  /** @param onAlive is called while all recordings are read, which can take long */
  constructor(database: AlcoveDatabase, onAlive: () => void) {
    this.#database = database;
    this.#onAlive = onAlive;
  }

  /** Adds a transcript as a recording without sound, unless it is here already. @returns its id, and whether it was added. */
  async add(
    transcript: TranscriptFile,
    fileName: string,
    now: number,
  ): Promise<{ id: string; isAdded: boolean }> {
    const { recordings, segments } = this.#database;
    const known = await this.#find(transcript);
    if (known !== undefined) return { id: known, isAdded: false };
    const id = transcript.recording?.id ?? crypto.randomUUID();
    const speakers = speakersOf(transcript.segments);
    const row = parseOr(
      PARSERS.recordings,
      toRecording(transcript, { id, fileName, now, speakers }),
      null,
    );
    const rows = transcript.segments.flatMap((segment, i) => {
      const place = `${id}:${Math.floor(i / WINDOW)}:${i % WINDOW}`;
      return parseOr(PARSERS.segments, toStored(segment, place, id, speakers), []);
    });
    if (!row || rows.length === 0) throw new BackupError(`“${fileName}” has no text.`);
    await this.#database.transaction('rw', recordings, segments, async () => {
      row.order = ((await recordings.orderBy('order').last())?.order ?? 0) + 1;
      await recordings.add(row);
      // A file that was edited must not write over a segment of another transcript.
      const ids = rows.map((one) => one.id);
      const stored = new Set<unknown>(await segments.where(':id').anyOf(ids).primaryKeys());
      await segments.bulkAdd(rows.filter((one) => !stored.has(one.id)));
    });
    if (this.#byWords) await addByWords(this.#byWords, row, rows);
    return { id, isAdded: true };
  }

  /** By its id; a file without one by its words, with the names of speakers or without: file names follow a pattern. */
  async #find({ recording, seconds, segments }: TranscriptFile): Promise<string | undefined> {
    const { recordings } = this.#database;
    if (recording) return (await recordings.get(recording.id))?.id;
    this.#byWords ??= await this.#readAll();
    const own = inOneOrder(segments);
    const isSame = (known: Known) =>
      // Text ends with its recording, or before.
      known.seconds + 1 >= (known.isOpen ? (own.at(-1)?.start ?? 0) : seconds);
    for (const hash of await hashesOf(own, ({ speaker }) => speaker)) {
      const known = this.#byWords.get(hash);
      if (known && isSame(known)) return known.id;
    }
    return undefined;
  }

  async #readAll(): Promise<Map<string, Known>> {
    const { recordings, segments } = this.#database;
    const found = new Map<string, Known>();
    for (const row of await recordings.toArray()) {
      const own = await segments.where('recordingId').equals(row.id).toArray();
      await addByWords(found, row, own);
      this.#onAlive();
    }
    return found;
  }
}

interface Known {
  id: string;
  seconds: number;
  /** Whether it is from a file that does not say where the last segment ends: `seconds` is where that one begins. */
  isOpen: boolean;
}

async function addByWords(
  found: Map<string, Known>,
  { id, seconds, speakers }: Recording,
  segments: readonly StoredSegment[],
): Promise<void> {
  const names = new Map(speakers.map((speaker) => [speaker.id, speaker.name]));
  const own = inOneOrder(segments);
  const last = own.at(-1);
  const isOpen = last !== undefined && last.start === last.end && last.end === seconds;
  for (const hash of await hashesOf(own, ({ speaker }) => names.get(speaker ?? ''))) {
    if ((found.get(hash)?.seconds ?? -1) < seconds) found.set(hash, { id, seconds, isOpen });
  }
}

/** Of the words alone, and with names before them: a file does not always say which of them are names. */
async function hashesOf<T extends { text: string }>(
  segments: readonly T[],
  nameOf: (segment: T) => string | null | undefined,
): Promise<string[]> {
  const named = segments.map((segment) => {
    const name = nameOf(segment);
    return name ? `${name}: ${segment.text}` : segment.text;
  });
  return Promise.all([hashOf(segments.map(({ text }) => text)), hashOf(named)]);
}

/** In the order of time; ids divide texts of the same time otherwise than files do. */
const inOneOrder = <T extends Pick<SpokenSegment, 'start' | 'end' | 'text'>>(all: readonly T[]) =>
  all.toSorted((a, b) => a.start - b.start || a.end - b.end || (a.text < b.text ? -1 : 1));

/** Of its words alone: lines may be divided differently. */
async function hashOf(texts: readonly string[]): Promise<string> {
  const hash = await openHash();
  for (const text of texts) hash.update(text.replace(/\s+/g, ''));
  return hash.digest();
}

const stemOf = (name: string) => name.replace(/\.[a-z0-9]{2,5}$/i, '');

/** By their names; a segment of one above the limit has no speaker. */
function speakersOf(segments: readonly SpokenSegment[]): Map<string, Speaker> {
  const speakers = new Map<string, Speaker>();
  for (const { speaker: name } of segments) {
    if (!name || speakers.has(name)) continue;
    if (speakers.size >= MAX_NAMED_SPEAKERS) break;
    speakers.set(name, { id: crypto.randomUUID(), name });
  }
  return speakers;
}

interface RowFacts {
  id: string;
  fileName: string;
  now: number;
  speakers: ReadonlyMap<string, Speaker>;
}

function toRecording(
  { recording, language, translated, seconds, segments }: TranscriptFile,
  { id, fileName, now, speakers }: RowFacts,
): unknown {
  return {
    id,
    name: recording?.name || stemOf(fileName),
    type: '',
    sizeBytes: 0,
    addedAt: now,
    order: 0,
    state: 'done',
    error: null,
    model: recording?.model ?? '',
    language: null,
    detectedLanguage: languageCode(language),
    translate: translated,
    seconds,
    windowsDone: Math.ceil(segments.length / WINDOW),
    doneSeconds: seconds,
    speakers: [...speakers.values()],
    leftOut: [],
    revision: null,
  };
}

function toStored(
  { text, start, end, speaker, words, overlaps }: SpokenSegment,
  id: string,
  recordingId: string,
  speakers: ReadonlyMap<string, Speaker>,
): StoredSegment {
  return {
    id,
    recordingId,
    start,
    end,
    text,
    speaker: speakers.get(speaker ?? '')?.id ?? null,
    ...(words && { words: words.map(({ text: word, ...times }) => ({ ...times, word })) }),
    ...(overlaps && {
      overlaps: nameOverlaps(overlaps, (name) => speakers.get(name)?.id),
    }),
  };
}
