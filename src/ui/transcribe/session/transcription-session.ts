import { createStore } from 'zustand/vanilla';
import { TranscriptEdits } from '#storage/transcript-edits.ts';
import type { Recording, RecordingNotes, RecordingState } from '#storage/transcript-records.ts';
import { type TranscriptionOptions, Transcripts } from '#storage/transcripts.ts';
import { transcribeText } from '#ui/messages/transcribe.ts';
import type { SessionPorts } from '#ui/state/session-ports.ts';
import { type ExportFormat, type ExportOptions, exportFiles } from './export-transcripts.ts';
import { explainUnreadable } from './file-kind.ts';
import { type FoundRecording, searchTranscripts } from './search-transcripts.ts';
import { SpeakerSearch } from './speaker-search.ts';
import { describeFailure, type LiveRecording, transcribeOnce } from './transcribe-once.ts';
import { TranscriptDocument } from './transcript-document.ts';
import { runOnceMore, TranscriptionLock } from './transcription-lock.ts';
import { dropUnsaved } from './unsaved-edits.ts';

/** Attempts per recording when the model fails. */
const MAX_TRIES = 2;
interface TranscriptionState {
  live: LiveRecording | null;
  /** Whether recordings wait for another tab that does not answer. */
  isBlocked: boolean;
}

/** The queue of recordings. Stored data is read from `transcripts`; `state` belongs to this tab only. */
export class TranscriptionSession {
  readonly state = createStore<TranscriptionState>(() => ({ live: null, isBlocked: false }));
  readonly transcripts: Transcripts;
  readonly speakers: SpeakerSearch;
  readonly #ports: SessionPorts;
  readonly #lock: TranscriptionLock;
  readonly #documents = new Map<string, TranscriptDocument>();
  /** Models that cannot be fetched without a network: their recordings wait for it. */
  readonly #unreachable = new Set<string>();
  /** The recording that this tab transcribes, and how to stop it. */
  #running: { id: string; controller: AbortController } | null = null;

  constructor(ports: SessionPorts) {
    this.#ports = ports;
    this.transcripts = new Transcripts(ports.store.database);
    this.speakers = new SpeakerSearch(ports, this.transcripts, (id) => this.document(id));
    this.#lock = new TranscriptionLock(ports.locks, {
      onSilent: (isBlocked) => this.state.setState({ isBlocked }),
    });
  }

  /** Transcribes all waiting recordings in order, in one tab of the origin. */
  readonly start = runOnceMore(() => this.#lock.run((signal) => this.#transcribeAll(signal)));

  /** Transcribes in this tab, whichever tab was at it: that one stops when it runs again. */
  async takeOver(): Promise<void> {
    await this.#lock.run((signal) => this.#transcribeAll(signal), { steal: true });
  }

  /**
   * Adds files to the queue in the given order, paused ones for later, a recording with its notes: one that cannot be stored holds up none of the
   * others.
   * @returns the ids of the recordings. @throws the first failure, once all were tried
   */
  async add(
    files: readonly File[],
    options: TranscriptionOptions,
    state?: RecordingState,
    notes?: Pick<RecordingNotes, 'marks' | 'edits'>,
  ) {
    const added: PromiseSettledResult<Recording>[] = [];
    for (const file of files) {
      const { transcripts } = this;
      const adding = transcripts.add(file, options, this.#ports.clock(), state, notes);
      added.push(...(await Promise.allSettled([adding])));
    }
    this.start();
    const failed = added.find((one) => one.status === 'rejected');
    if (failed) throw failed.reason;
    return added.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : []));
  }

  /** The first recording that a closed tab left behind. */
  async unfinished(): Promise<Recording | null> {
    const list = await this.transcripts.list();
    return list.find(({ state }) => state === 'running' || state === 'waiting') ?? null;
  }

  /** Resumes the queue of a closed tab, and makes recordings of its microphone parts. */
  async recover(options: TranscriptionOptions): Promise<void> {
    try {
      dropUnsaved(await this.#ports.store.database.recordings.toCollection().primaryKeys());
      await this.transcripts.recoverRecordings(options, this.#ports.clock());
      for (const { id, state, edits = [] } of await this.transcripts.list()) {
        // The page ended between the last words and the person's own.
        if (state === 'done' && edits.length > 0) await this.document(id).overwrite(edits);
      }
    } finally {
      this.start();
    }
  }

  async pause(id: string): Promise<void> {
    await this.transcripts.move(id, ['waiting', 'running'], 'paused');
    this.#stop(id);
  }

  /** Removes a recording from the queue; the text so far stays. */
  async cancel(id: string): Promise<void> {
    await this.transcripts.move(id, ['waiting', 'running', 'paused'], 'cancelled');
    this.#stop(id);
  }

  /** Resumes after the last stored window; one that waits for the network is tried immediately. */
  async resume(id: string): Promise<void> {
    await this.transcripts.move(id, ['paused', 'cancelled', 'failed', 'waiting'], 'waiting');
    this.#unreachable.clear();
    this.start();
  }

  #retryUnreachable(): void {
    if (this.#unreachable.size === 0) return;
    this.#unreachable.clear();
    this.start();
  }

  /** Replaces the transcript; the toast restores the one there was. */
  async transcribeAgain(id: string, options: TranscriptionOptions): Promise<void> {
    const document = this.document(id);
    await document.flush();
    this.#stop(id);
    const hadText = document.state.getState().segments?.length !== 0;
    const restore = await this.transcripts.startAgain(id, options);
    this.start();
    if (!hadText) return;
    const run = async () => {
      this.#stop(id);
      await restore();
      this.start();
    };
    const action = { label: transcribeText.undo, run };
    this.#ports.notify({ text: transcribeText.startedAgain, action });
  }

  async rename(id: string, name: string): Promise<void> {
    const plain = name.trim();
    if (plain !== '') await this.transcripts.update(id, { name: plain });
  }

  /** The text of a recording, for reading and editing. */
  document(id: string): TranscriptDocument {
    const found = this.#documents.get(id);
    if (found) return found;
    const release = () => void this.#documents.delete(id);
    const document = new TranscriptDocument(id, this.#ports, release);
    this.#documents.set(id, document);
    return document;
  }

  /** The beginning of a transcript. */
  firstWords(id: string): Promise<string> {
    return new TranscriptEdits(this.#ports.store.database).firstWords(id);
  }

  /** The recordings whose name or words hold a text. */
  readonly search = (text: string): AsyncGenerator<FoundRecording> =>
    searchTranscripts(this.transcripts, this.#ports.store, text);

  /** The transcripts of recordings as one file. */
  async export(
    recordings: readonly Recording[],
    format: Exclude<ExportFormat, 'ndjson'>,
    options: ExportOptions,
  ): Promise<File> {
    return exportFiles(await this.whole(recordings), format, options);
  }

  /** Recordings with their text, edits of the last seconds included. */
  whole(recordings: readonly Recording[]) {
    return Promise.all(
      recordings.map(async (recording) => {
        await this.#documents.get(recording.id)?.flush();
        return { recording, segments: await this.transcripts.segments(recording.id) };
      }),
    );
  }

  /** Deletes recordings with their transcripts; the toast restores all. */
  async remove(...recordings: Recording[]): Promise<void> {
    const removed: { name: string; undo: () => Promise<void> }[] = [];
    const run = async () => {
      for (const { undo } of removed) await undo();
      this.start();
    };
    try {
      for (const { id, name } of recordings) {
        await this.#documents.get(id)?.flush();
        this.#stop(id);
        removed.push({ name, undo: await this.transcripts.remove(id) });
      }
    } finally {
      // Where one cannot be deleted, the others come back by the same press.
      const [first, second] = removed;
      const { deleted, deletedMany, undo } = transcribeText;
      if (first) {
        const text = second ? deletedMany(removed.length) : deleted(first.name);
        this.#ports.notify({ text, action: { label: undo, run } });
      }
    }
  }

  /** Stops the recording if this tab transcribes it. Other tabs read its stored state instead. */
  #stop(id: string): void {
    this.speakers.stop(id);
    if (this.#running?.id === id) this.#running.controller.abort();
  }

  /** `taken` aborts when another tab took over. */
  async #transcribeAll(taken: AbortSignal): Promise<void> {
    taken.addEventListener('abort', () => this.#running?.controller.abort());
    while (!taken.aborted) {
      const list = await this.transcripts.list();
      // This tab holds the lock, so a recording that is `running` was left by a tab that closed.
      const isNext = ({ state, model }: Recording) =>
        state === 'running' || (state === 'waiting' && !this.#unreachable.has(model));
      const next = list.find(isNext);
      if (!next) return;
      await this.#transcribe(next);
    }
  }

  async #transcribe({ id, name, model }: Recording): Promise<void> {
    const file = await this.transcripts.file(id);
    if (!file) {
      await this.transcripts.update(id, { state: 'failed', error: transcribeText.fileMissing });
      return;
    }
    await this.transcripts.update(id, { state: 'running', error: null });
    for (let attempt = 1; ; attempt++) {
      const end = await this.#tryOnce(id);
      if (end === 'stopped') return;
      if (end === 'done') {
        await this.#afterwards(id);
        return this.#announce(name);
      }
      const { text, audio, isOfModel } = await this.#describe(id, model, end.error);
      if (isOfModel && (await this.#isUnreachable(model))) return this.#waitForNetwork(id, model);
      if (!audio && attempt < MAX_TRIES) continue;
      const error = audio ? await explainUnreadable(file, name, audio) : text;
      await this.#leave(id, 'failed', error);
      return;
    }
  }

  /** A person's own words take their places, and speakers are found where that was asked for; a failure leaves the transcript as it is. */
  async #afterwards(id: string): Promise<void> {
    const { speakerCount, edits = [] } = (await this.transcripts.get(id)) ?? {};
    if (edits.length > 0) await this.document(id).overwrite(edits).catch(reportError);
    if (speakerCount) await this.speakers.find(id, speakerCount).catch(reportError);
  }

  async #describe(id: string, model: string, error: unknown) {
    const row = await this.transcripts.get(id);
    return describeFailure(error, this.#titleOf(model), row?.doneSeconds ?? 0);
  }

  #titleOf(model: string): string {
    return this.#ports.models.find(model)?.title ?? model;
  }

  /** Whether a model fails because it is not on this device, and there is no network to fetch it. */
  async #isUnreachable(model: string): Promise<boolean> {
    const { models, network } = this.#ports;
    return !network.isOnline() && (await models.isMissing(model));
  }

  async #waitForNetwork(id: string, model: string): Promise<void> {
    this.#unreachable.add(model);
    await this.#leave(id, 'waiting', transcribeText.waitsForNetwork(this.#titleOf(model)));
    const { network } = this.#ports;
    network.onOnline(() => this.#retryUnreachable());
    // It may have returned meanwhile.
    if (network.isOnline()) this.#retryUnreachable();
  }

  /** Ends work on a recording, unless a person ended it before. */
  async #leave(id: string, to: 'waiting' | 'failed', error: string): Promise<void> {
    if (await this.transcripts.move(id, ['running'], to))
      await this.transcripts.update(id, { error });
  }

  #announce(name: string): void {
    if (!this.#ports.isVisible()) this.#ports.notify({ text: transcribeText.transcribed(name) });
  }

  async #tryOnce(id: string): Promise<'done' | 'stopped' | { error: unknown }> {
    const controller = new AbortController();
    this.#running = { id, controller };
    try {
      const { transcripts, state } = this;
      return await transcribeOnce({ ...this.#ports, transcripts, state }, id, controller);
    } catch (error) {
      return controller.signal.aborted ? 'stopped' : { error };
    } finally {
      this.#running = null;
      this.state.setState({ live: null });
    }
  }
}
