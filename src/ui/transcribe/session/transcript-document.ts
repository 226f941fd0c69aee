import { createStore } from 'zustand/vanilla';
import { inOrder, type TranscriptChange, TranscriptEdits } from '#storage/transcript-edits.ts';
import type { LiveEdit, Recording, Speaker, StoredSegment } from '#storage/transcript-records.ts';
import { watch } from '#storage/watch.ts';
import { errorsText } from '#ui/messages/errors.ts';
import { transcribeText } from '#ui/messages/transcribe.ts';
import { describeError } from '#ui/state/describe-error.ts';
import type { SessionPorts } from '#ui/state/session-ports.ts';
import { type Cursor, type DocumentState, EMPTY } from './document-state.ts';
import { type Edit, EditHistory } from './edit-history.ts';
import {
  assignSpeaker,
  changeSegments,
  mergeSegments,
  overwriteSpans,
  replaceInSegments,
  replaceSpeaker,
  rewriteSegment,
  splitSegment,
} from './edit-segments.ts';
import { applyTurns, type FoundTurns } from './find-turns.ts';
import { storeUnsaved, takeUnsaved } from './unsaved-edits.ts';
import { WriteQueue } from './write-queue.ts';

type Which = (segment: StoredSegment) => boolean;
type Ports = Pick<SessionPorts, 'clock' | 'store' | 'notify' | 'onLeave'>;

/**
 * One transcript that is edited in place. Edits show immediately and are stored in order; additions of
 * a running transcription and changes of other tabs are merged in.
 */
export class TranscriptDocument {
  readonly state = createStore<DocumentState>(() => EMPTY);
  readonly id: string;
  readonly #ports: Ports;
  readonly #history = new EditHistory();
  readonly #edits: TranscriptEdits;
  readonly #writes: WriteQueue;
  #users = 0;
  #stopWatching = () => {};
  /** The stored state that the segments here are of; null until one is read. */
  #known: { revision: string | null; windows: number } | null = null;
  #reading: Promise<void> = Promise.resolve();
  readonly #release: () => void;

  /** `release`: nothing shows it and all its edits are stored. */
  constructor(id: string, ports: Ports, release: () => void = () => {}) {
    this.#release = release;
    this.id = id;
    this.#ports = ports;
    this.#edits = new TranscriptEdits(ports.store.database);
    this.#writes = new WriteQueue(
      (change, revision) => this.#edits.apply(id, change, revision),
      (error) => {
        const text = errorsText.failed(transcribeText.notSaved, describeError(error));
        ports.notify({ text });
      },
    );
  }

  /** Reads the transcript and follows it. @returns a function that stops it. */
  open(): () => void {
    this.#users++;
    if (this.#users === 1) {
      const row = () => this.#ports.store.database.recordings.get(this.id);
      const read = (recording: Recording | undefined) => {
        this.#reading = this.#reading.then(() => this.#follow(recording)).catch(reportError);
      };
      const stopWatching = watch(row, read, reportError);
      const stopLeaving = this.#ports.onLeave(() => this.#leavePage());
      this.#stopWatching = () => {
        stopWatching();
        stopLeaving();
      };
    }
    return () => {
      this.#users--;
      if (this.#users > 0) return;
      this.#stopWatching();
      // A long transcript with its words is megabytes.
      const release = () => {
        if (this.#users === 0) this.#release();
      };
      this.flush().then(release, reportError);
    };
  }

  /** Resolves when all edits are stored. @throws the error that prevented the last one from being stored. */
  flush(): Promise<void> {
    return this.#writes.flush();
  }

  /** Types: the segment has this text now. */
  write(id: string, text: string): void {
    const segment = this.#find(id);
    if (!segment || segment.text === text) return;
    this.#edit({ remove: [], put: [rewriteSegment(segment, text)] }, `write:${id}`);
  }

  /** The cursor left a segment: one without text is removed. */
  leave(id: string): void {
    if (this.#find(id)?.text.trim() === '') this.#edit({ remove: [id], put: [] }, `write:${id}`);
  }

  /** @returns the start of the second half; null at an edge, where nothing is split. */
  split(id: string, at: number): Cursor | null {
    const segment = this.#find(id);
    if (!segment) return null;
    const change = splitSegment(segment, at, `${id}:${crypto.randomUUID()}`);
    const second = change.put[1];
    if (!second) return null;
    this.#edit(change);
    return { id: second.id, at: 1 };
  }

  /** Appends a segment to the one before it. @returns the seam. */
  join(id: string): Cursor | null {
    const { segments } = this.state.getState();
    const index = segments?.findIndex((s) => s.id === id) ?? -1;
    const [first, second] = [segments?.[index - 1], segments?.[index]];
    if (!first || !second) return null;
    this.#edit(mergeSegments(first, second));
    return { id: first.id, at: first.text.trimEnd().length };
  }

  /** Appends the next segment to this one. */
  joinNext(id: string): Cursor | null {
    const { segments } = this.state.getState();
    const next = segments?.[segments.findIndex((s) => s.id === id) + 1];
    return next ? this.join(next.id) : null;
  }

  /** @returns how many segments changed. */
  replaceAll(text: string, by: string): number {
    const change = replaceInSegments(this.state.getState().segments ?? [], text, by);
    if (change.put.length > 0) this.#edit(change);
    return change.put.length;
  }

  /** Says who speaks in the segments that `which` picks; `speakers` changes who there is in the same step. */
  assign(speaker: string | null, which: Which, speakers?: readonly Speaker[]): void {
    const change = assignSpeaker(this.state.getState().segments ?? [], speaker, which);
    if (change.put.length > 0 || speakers) this.#edit({ ...change, speakers });
  }

  setSpeakers(speakers: readonly Speaker[], to: string | null = null, which?: Which): void {
    this.assign(to, which ?? (() => false), speakers);
  }

  /** Removes a speaker, whose words another one gets. */
  replaceSpeaker(id: string, by: string | null): void {
    const { segments, speakers } = this.state.getState();
    this.#edit(replaceSpeaker(segments ?? [], speakers, id, by));
  }

  /** Says who speaks by turns that were found in the sound. */
  assignTurns(found: FoundTurns): Promise<void> {
    return this.#editWhole((segments, speakers) => applyTurns(segments, speakers, found));
  }

  /** Gives stretches of the recording a person's own words, which its row had for this moment. */
  async overwrite(edits: readonly LiveEdit[]): Promise<void> {
    const close = this.open();
    try {
      await this.#editWhole((segments) => overwriteSpans(segments, edits));
      await this.#ports.store.database.recordings.update(this.id, { edits: undefined });
    } finally {
      close();
    }
  }

  /** Edits the transcript once it is read. */
  async #editWhole(
    edit: (segments: readonly StoredSegment[], speakers: readonly Speaker[]) => TranscriptChange,
  ): Promise<void> {
    await new Promise<void>((resolve) => {
      const look = () => {
        if (!this.state.getState().segments) return;
        stop();
        resolve();
      };
      const stop = this.state.subscribe(look);
      look();
    });
    // The first segments show before the last are read.
    await this.#reading;
    const { segments, speakers } = this.state.getState();
    this.#edit(edit(segments ?? [], speakers));
    await this.flush();
  }

  /** @returns a segment that changed, to show it; null without one. */
  undo(): string | null {
    const edit = this.#history.undo();
    return edit && this.#step(edit.after, edit.before);
  }

  redo(): string | null {
    const edit = this.#history.redo();
    return edit && this.#step(edit.before, edit.after);
  }

  /** The page may end before the last edits are stored. */
  #leavePage(): void {
    const unsaved = this.#writes.unsaved();
    const base = this.#known?.revision ?? null;
    storeUnsaved(
      this.id,
      unsaved && { change: unsaved.change, revisions: [base, ...unsaved.revisions] },
    );
  }

  #find(id: string): StoredSegment | undefined {
    return this.state.getState().segments?.find((s) => s.id === id);
  }

  #edit(change: TranscriptChange, joins: string | null = null): void {
    const { segments, speakers } = this.state.getState();
    if (!segments) return;
    const touched = new Set([...change.remove, ...change.put.map((s) => s.id)]);
    const before = segments.filter((s) => touched.has(s.id));
    const named = change.speakers && speakers;
    this.#history.add({
      before: { segments: before, speakers: named },
      after: { segments: change.put, speakers: change.speakers },
      joins,
      at: this.#ports.clock(),
    });
    this.#apply(change);
  }

  #step(from: Edit['before'], to: Edit['before']): string | null {
    const stays = new Set(to.segments.map((s) => s.id));
    const remove = from.segments.map((s) => s.id).filter((id) => !stays.has(id));
    this.#apply({ remove, put: to.segments, speakers: to.speakers });
    return to.segments[0]?.id ?? null;
  }

  #apply(change: TranscriptChange): void {
    const { segments, speakers } = this.state.getState();
    this.#show(changeSegments(segments ?? [], change), change.speakers ?? speakers);
    this.#writes.add(change);
  }

  #show(segments: readonly StoredSegment[] | null, speakers: readonly Speaker[]): void {
    const { canUndo, canRedo } = this.#history;
    this.state.setState({ segments, speakers, canUndo, canRedo });
  }

  /** Applies the stored state. */
  async #follow(recording: Recording | undefined): Promise<void> {
    if (!recording) return this.#forget();
    const { revision, windowsDone, speakers } = recording;
    const known = this.#known;
    const isMine = known !== null && (known.revision === revision || this.#writes.made(revision));
    if (isMine && windowsDone >= known.windows) {
      for (let index = known.windows; index < windowsDone; index++) {
        this.#merge(await this.#edits.window(this.id, index));
      }
    } else {
      const left = this.#known ? null : await takeUnsaved(this.id, revision);
      if (left) this.#writes.add(left);
      await this.#read(left?.speakers ?? speakers);
    }
    this.#known = { revision, windows: windowsDone };
  }

  async #read(speakers: readonly Speaker[]): Promise<void> {
    // The first time, shows the segments read so far.
    const isFirst = this.state.getState().segments === null;
    await this.#writes.flush();
    const segments: StoredSegment[] = [];
    for await (const some of this.#edits.read(this.id)) {
      if (isFirst) this.#merge(some, speakers);
      else segments.push(...some);
    }
    if (isFirst) return this.#merge([], speakers);
    // Another tab edited it, or it is transcribed again: undo no longer applies.
    this.#history.clear();
    this.#show(inOrder(segments), speakers);
  }

  /** Adds segments that are not known yet. */
  #merge(added: readonly StoredSegment[], named?: readonly Speaker[]): void {
    const { segments, speakers } = this.state.getState();
    const known = new Set(segments?.map((s) => s.id));
    const put = added.filter((s) => !known.has(s.id));
    if (put.length === 0 && segments !== null) return;
    const isFirst = segments === null;
    const change = { remove: [], put };
    this.#show(changeSegments(segments ?? [], change), (isFirst && named) || speakers);
  }

  #forget(): void {
    storeUnsaved(this.id, null);
    this.#known = null;
    this.#history.clear();
    this.#show([], []);
  }
}
