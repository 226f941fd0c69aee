import { languageCode } from '#contract/languages.ts';
import type { AlcoveDatabase } from '#storage/database.ts';
import { parseOr } from '#storage/rows/fields.ts';
import { PARSERS } from '#storage/rows/parsers.ts';
import type { Recording, Speaker, StoredSegment } from '#storage/transcript-records.ts';
import {
  readSubtitles,
  readVerboseJson,
  type TranscriptFile,
} from '#transcript-formats/read-transcript.ts';
import type { SpokenSegment } from '#transcript-formats/segment.ts';
import { BackupError, LIMITS, megabytes } from './format.ts';
import { parseLine } from './read-lines.ts';

/** Segments under one number, as the rows of a window. */
const WINDOW = 100;

const SUBTITLES = /\.(?:srt|vtt)$/i;

/** The transcript in a file: subtitles, or `verbose_json`; null for everything else. @throws BackupError for broken subtitles */
export async function readTranscript(file: File): Promise<TranscriptFile | null> {
  const { name, size } = file;
  const isSubtitle = SUBTITLES.test(name);
  if (size > LIMITS.chatBytes) {
    if (!isSubtitle) return null;
    throw new BackupError(
      `“${name}” is larger than ${megabytes(LIMITS.chatBytes)}, the limit of a transcript.`,
    );
  }
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

/** Adds a transcript as a recording without sound, unless it is here already. @returns its id, and whether it was added. */
export async function addTranscript(
  database: AlcoveDatabase,
  transcript: TranscriptFile,
  fileName: string,
  now: number,
): Promise<{ id: string; name: string; isAdded: boolean }> {
  const { recordings, segments } = database;
  const known = await findKnown(database, transcript);
  if (known) return { id: known.id, name: known.name, isAdded: false };
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
  await database.transaction('rw', recordings, segments, async () => {
    row.order = ((await recordings.orderBy('order').last())?.order ?? 0) + 1;
    await recordings.add(row);
    // A file that was edited must not write over a segment of another transcript.
    const ids = rows.map((one) => one.id);
    const stored = new Set<unknown>(await segments.where(':id').anyOf(ids).primaryKeys());
    await segments.bulkAdd(rows.filter((one) => !stored.has(one.id)));
  });
  return { id, name: row.name, isAdded: true };
}

const stemOf = (name: string) => name.replace(/\.[a-z0-9]{2,5}$/i, '');

/** By its id; a file without one by its words, with the names of speakers or without: file names follow a pattern. */
async function findKnown(
  { recordings, segments }: AlcoveDatabase,
  { recording, seconds, segments: found }: TranscriptFile,
): Promise<Recording | undefined> {
  if (recording) return recordings.get(recording.id);
  const words = spelling(found.map(({ text }) => text));
  for (const row of await recordings.toArray()) {
    // Text ends with its recording, or before: only of some all text is read.
    if (row.seconds + 1 < seconds) continue;
    const own = await segments.where('recordingId').equals(row.id).toArray();
    own.sort((a, b) => a.start - b.start || a.end - b.end);
    const names = new Map(row.speakers.map(({ id, name }) => [id, name]));
    const named = own.map(({ text, speaker }) =>
      speaker ? `${names.get(speaker) ?? ''}: ${text}` : text,
    );
    if ([own.map(({ text }) => text), named].some((all) => spelling(all) === words)) return row;
  }
  return undefined;
}

/** Lines may be divided differently. */
const spelling = (texts: readonly string[]) => texts.join('').replace(/\s+/g, '');

function speakersOf(segments: readonly SpokenSegment[]): Speaker[] {
  const names = new Set(segments.flatMap(({ speaker }) => speaker ?? []));
  return [...names].map((name) => ({ id: crypto.randomUUID(), name }));
}

interface RowFacts {
  id: string;
  fileName: string;
  now: number;
  speakers: readonly Speaker[];
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
    speakers,
    leftOut: [],
    revision: null,
  };
}

function toStored(
  { text, start, end, speaker, words }: SpokenSegment,
  id: string,
  recordingId: string,
  speakers: readonly Speaker[],
): StoredSegment {
  return {
    id,
    recordingId,
    start,
    end,
    text,
    speaker: speakers.find(({ name }) => name === speaker)?.id ?? null,
    ...(words && { words: words.map(({ text: word, ...times }) => ({ ...times, word })) }),
  };
}
