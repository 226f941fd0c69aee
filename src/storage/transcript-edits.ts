import type { AlcoveDatabase } from './database.ts';
import type { Speaker, StoredSegment } from './transcript-records.ts';

/** Segments to delete and to store in one step; `speakers` replaces the recording's speakers. */
export interface TranscriptChange {
  remove: readonly string[];
  put: readonly StoredSegment[];
  speakers?: readonly Speaker[] | undefined;
}

/** Segments read in one step: more would hold the page for longer than a frame. */
const STEP = 100;
/** Segments read for the first words of a recording. */
const FIRST = 6;
/** Segments of one window: it lasts half a minute. */
const MAX_IN_WINDOW = 300;

/** Reads and changes the segments of a transcript piece by piece. */
export class TranscriptEdits {
  readonly #database: AlcoveDatabase;

  constructor(database: AlcoveDatabase) {
    this.#database = database;
  }

  /** Stores a person's edit. `revision`: its id. A recording that was deleted stays deleted. */
  async apply(recordingId: string, change: TranscriptChange, revision: string): Promise<void> {
    const { recordings, segments } = this.#database;
    await this.#database.transaction('rw', recordings, segments, async () => {
      const row = await recordings.get(recordingId);
      if (!row) return;
      await segments.bulkDelete([...change.remove]);
      await segments.bulkPut([...change.put]);
      const { speakers = row.speakers } = change;
      await recordings.update(recordingId, { revision, speakers: [...speakers] });
    });
  }

  /** All segments window by window, in steps with time for other work between them. */
  async *read(recordingId: string): AsyncGenerator<StoredSegment[]> {
    const { segments } = this.#database;
    const found = await segments.where('recordingId').equals(recordingId).primaryKeys();
    // Keys pass no parser, so a damaged row may have a number as its key.
    const keys = found.filter((key) => typeof key === 'string');
    // The first words first: as text the tenth window comes before the second.
    const windowOf = (key: string) => Number(key.slice(recordingId.length + 1).split(':')[0]) || 0;
    keys.sort((a, b) => windowOf(a) - windowOf(b));
    for (let at = 0; at < keys.length; at += STEP) {
      const rows = await segments.bulkGet(keys.slice(at, at + STEP));
      yield rows.filter((row) => row !== undefined);
    }
  }

  /** The segments of one window. */
  window(recordingId: string, index: number): Promise<StoredSegment[]> {
    const prefix = `${recordingId}:${index}:`;
    return this.#database.segments.where('id').startsWith(prefix).toArray();
  }

  /** The first words of a transcript; empty without any. */
  async firstWords(recordingId: string): Promise<string> {
    const { segments } = this.#database;
    // By their keys the eleventh segment follows the second.
    const window = segments.where('id').startsWith(`${recordingId}:0:`).limit(MAX_IN_WINDOW);
    const rows = await window.toArray();
    const first =
      rows.length > 0
        ? rows
        : await segments.where('recordingId').equals(recordingId).limit(FIRST).toArray();
    return inOrder(first)
      .slice(0, FIRST)
      .map(({ text }) => text.trim())
      .join(' ');
  }
}

/** In the order of time. */
export function inOrder(segments: readonly StoredSegment[]): StoredSegment[] {
  return segments.toSorted((a, b) => a.start - b.start || a.end - b.end);
}
