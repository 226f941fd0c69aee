import type { AlcoveDatabase } from './database.ts';
import { type RowPlaces, removeRows } from './remove-rows.ts';
import { storable } from './storable.ts';
import { inOrder } from './transcript-edits.ts';
import type {
  Recording,
  RecordingMark,
  RecordingNotes,
  RecordingState,
  SpeakerCount,
  StoredSegment,
  WindowResult,
} from './transcript-records.ts';

/** Options of a transcription. */
export interface TranscriptionOptions {
  model: string;
  language: string | null;
  translate: boolean;
  /** How many people speak; absent where speakers are not searched for. */
  speakerCount?: SpeakerCount | undefined;
  /** Names and terms; absent for the list in Settings. */
  vocabulary?: string[] | undefined;
}

type Notes = Pick<RecordingNotes, 'marks' | 'edits'>;

/** A recording and all that belongs to it. */
const PLACES: RowPlaces = [
  ['recordings', 'id'],
  ['recordingFiles', 'id'],
  ['recordingPeaks', 'id'],
  ['segments', 'recordingId'],
];

/** Pieces are written in order, and all before they are dropped: a late one would come back as a lost recording. */
let partsWritten: Promise<void> = Promise.resolve();

/** The tables of recordings and transcripts. */
export class Transcripts {
  readonly #database: AlcoveDatabase;

  constructor(database: AlcoveDatabase) {
    this.#database = database;
  }

  /** In the order of the queue. */
  list(): Promise<Recording[]> {
    return this.#database.recordings.orderBy('order').toArray();
  }

  get(id: string): Promise<Recording | undefined> {
    return this.#database.recordings.get(id);
  }

  async file(id: string): Promise<Blob | null> {
    return (await this.#database.recordingFiles.get(id))?.data ?? null;
  }

  async peaks(id: string): Promise<Uint8Array> {
    return (await this.#database.recordingPeaks.get(id))?.peaks ?? new Uint8Array(0);
  }

  /** In the order of time. */
  async segments(id: string): Promise<StoredSegment[]> {
    return inOrder(await this.#database.segments.where('recordingId').equals(id).toArray());
  }

  /** Puts a file at the end of the queue. `now`: Unix milliseconds. */
  async add(
    file: File,
    options: TranscriptionOptions,
    now: number,
    state: RecordingState = 'waiting',
    notes?: Notes,
  ): Promise<Recording> {
    const recording: Recording = {
      id: crypto.randomUUID(),
      name: file.name,
      type: file.type,
      sizeBytes: file.size,
      addedAt: now,
      order: 0,
      state,
      error: null,
      ...options,
      detectedLanguage: null,
      seconds: 0,
      windowsDone: 0,
      doneSeconds: 0,
      speakers: [],
      leftOut: [],
      ...notes,
      revision: null,
    };
    const { recordings, recordingFiles } = this.#database;
    const row = await storable({ id: recording.id, data: file });
    await this.#database.transaction('rw', recordings, recordingFiles, async () => {
      // Read in here: files that are added together wait for each other.
      recording.order = ((await recordings.orderBy('order').last())?.order ?? 0) + 1;
      await recordings.add(recording);
      await recordingFiles.add(row);
    });
    return recording;
  }

  async update(id: string, changes: Partial<Omit<Recording, 'id'>>): Promise<void> {
    await this.#database.recordings.update(id, changes);
  }

  /** Marks a second of a recording. */
  mark(id: string, second: number): Promise<void> {
    const mark = { id: crypto.randomUUID(), second, text: '' };
    return this.#changeMarks(id, (marks) => [...marks, mark].sort((a, b) => a.second - b.second));
  }

  /** Writes a note to a mark; null removes the mark. */
  note(id: string, markId: string, text: string | null): Promise<void> {
    return this.#changeMarks(id, (marks) =>
      marks.flatMap((mark) => {
        if (mark.id !== markId) return [mark];
        return text === null ? [] : [{ ...mark, text: text.trim() }];
      }),
    );
  }

  async #changeMarks(id: string, change: (marks: RecordingMark[]) => RecordingMark[]) {
    const { recordings } = this.#database;
    await this.#database.transaction('rw', recordings, async () => {
      const row = await recordings.get(id);
      if (row) await recordings.update(id, { marks: change(row.marks ?? []) });
    });
  }

  /** Changes the state if it is one of `from`: a page may have been late. @returns whether it was. */
  async move(id: string, from: readonly RecordingState[], to: RecordingState): Promise<boolean> {
    const { recordings } = this.#database;
    return this.#database.transaction('rw', recordings, async () => {
      const row = await recordings.get(id);
      if (!row || !from.includes(row.state)) return false;
      await recordings.update(id, { state: to, error: null });
      return true;
    });
  }

  /** Stores the transcript of a window unless one is stored already. */
  async saveWindow(id: string, window: WindowResult): Promise<void> {
    const { recordings, segments } = this.#database;
    await this.#database.transaction('rw', recordings, segments, async () => {
      const row = await recordings.get(id);
      if (!row || row.windowsDone !== window.index) return;
      const { start, end, leftOut } = window;
      await segments.bulkAdd(
        window.segments.map((s, i) => ({
          ...s,
          // The same window always has the same ids.
          id: `${id}:${window.index}:${i}`,
          recordingId: id,
          speaker: null,
        })),
      );
      await recordings.update(id, {
        windowsDone: window.index + 1,
        doneSeconds: end,
        detectedLanguage: row.detectedLanguage ?? window.language,
        leftOut: leftOut ? [...row.leftOut, { start, end, why: leftOut }] : row.leftOut,
      });
    });
  }

  /** Saves the waveform so far, unless more of it is there from before. */
  async savePeaks(id: string, peaks: Uint8Array): Promise<void> {
    const { recordings, recordingPeaks } = this.#database;
    await this.#database.transaction('rw', recordings, recordingPeaks, async () => {
      if (!(await recordings.get(id))) return;
      if ((await this.peaks(id)).length < peaks.length) await recordingPeaks.put({ id, peaks });
    });
  }

  async finish(id: string, seconds: number, peaks: Uint8Array): Promise<void> {
    const { recordings, recordingPeaks } = this.#database;
    await this.#database.transaction('rw', recordings, recordingPeaks, async () => {
      // One that was deleted meanwhile stays deleted.
      if (!(await recordings.get(id))) return;
      await recordings.update(id, { state: 'done', seconds, doneSeconds: seconds });
      await recordingPeaks.put({ id, peaks });
    });
  }

  /** Deletes the transcript, to transcribe again with other options. @returns a function that undoes it. */
  async startAgain(id: string, options: TranscriptionOptions): Promise<() => Promise<void>> {
    const { recordings, segments } = this.#database;
    const mine = () => segments.where('recordingId').equals(id);
    return this.#database.transaction('rw', recordings, segments, async () => {
      const [before, words] = [await recordings.get(id), await mine().toArray()];
      await mine().delete();
      await recordings.update(id, {
        ...options,
        state: 'waiting',
        error: null,
        detectedLanguage: null,
        windowsDone: 0,
        doneSeconds: 0,
        leftOut: [],
        revision: null,
      });
      return () =>
        this.#database.transaction('rw', recordings, segments, async () => {
          // One that was deleted since stays deleted.
          if (!before || !(await recordings.get(id))) return;
          await mine().delete();
          await segments.bulkPut(words);
          await recordings.put({ ...before, revision: crypto.randomUUID() });
        });
    });
  }

  /** Changes places in the queue. */
  async swap(a: Recording, b: Recording): Promise<void> {
    const { recordings } = this.#database;
    await this.#database.transaction('rw', recordings, async () => {
      await recordings.update(a.id, { order: b.order });
      await recordings.update(b.id, { order: a.order });
    });
  }

  /** Deletes a recording with all that belongs to it. @returns a function that undoes it. */
  remove(id: string): Promise<() => Promise<void>> {
    return removeRows(this.#database, PLACES, id);
  }

  /** Saves a piece from the microphone, so that a crash does not lose it. */
  async savePart(recordingId: string, data: Blob): Promise<void> {
    const work = partsWritten.then(async () => {
      await this.#database.recordingParts.add((await storable({ recordingId, data })) as never);
    });
    partsWritten = work.catch(() => {});
    await work;
  }

  /** Saves what a person adds to a recording in progress. */
  async saveNotes(notes: RecordingNotes): Promise<void> {
    const work = partsWritten.then(() => this.#database.recordingNotes.put(notes));
    partsWritten = work.then(
      () => {},
      () => {},
    );
    await work;
  }

  async dropParts(recordingId: string): Promise<void> {
    await partsWritten;
    await this.#database.recordingParts.where('recordingId').equals(recordingId).delete();
    await this.#database.recordingNotes.delete(recordingId);
  }

  /** Makes recordings of the microphone parts of pages that died. */
  async recoverRecordings(options: TranscriptionOptions, now: number): Promise<void> {
    const { held = [] } = (await globalThis.navigator?.locks?.query()) ?? {};
    const alive = new Set(held.map((lock) => lock.name));
    const lost = new Map<string, Blob[]>();
    for (const part of await this.#database.recordingParts.orderBy('id').toArray()) {
      if (alive.has(microphoneLock(part.recordingId))) continue;
      const parts = lost.get(part.recordingId) ?? [];
      parts.push(part.data);
      lost.set(part.recordingId, parts);
    }
    for (const [id, parts] of lost) {
      const type = parts[0]?.type ?? '';
      const extension = type.split(';')[0]?.split('/')[1] ?? 'webm';
      const { marks = [], edits = [] } = (await this.#database.recordingNotes.get(id)) ?? {};
      const file = new File(parts, `Recovered recording.${extension}`, { type });
      await this.add(file, options, now, 'waiting', { marks, edits });
      await this.dropParts(id);
    }
    const isDead = (id: string) => !alive.has(microphoneLock(id));
    await this.#database.recordingNotes.filter(({ id }) => isDead(id)).delete();
  }
}

/** Held by the page that records under this id. */
export function microphoneLock(id: string): string {
  return `alcove-microphone:${id}`;
}
