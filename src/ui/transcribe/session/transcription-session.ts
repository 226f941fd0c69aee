import { createStore } from 'zustand/vanilla';
import type { Recording } from '#storage/transcript-records.ts';
import { type TranscriptionOptions, Transcripts } from '#storage/transcripts.ts';
import { transcribeText } from '#ui/messages/transcribe.ts';
import type { SessionPorts } from '#ui/state/session-ports.ts';
import { runOnceMore } from './run-once-more.ts';
import { describeFailure, type LiveRecording, transcribeOnce } from './transcribe-once.ts';

/** Held by the tab that transcribes; another tab takes over when it is closed. */
const LOCK = 'alcove-transcribe';
/** Attempts per recording when the model fails. */
const MAX_TRIES = 2;

/** The queue of recordings. What is stored is read from `transcripts`; `state` is what only this tab knows. */
export class TranscriptionSession {
  readonly state = createStore<{ live: LiveRecording | null }>(() => ({ live: null }));
  readonly transcripts: Transcripts;
  readonly #ports: SessionPorts;
  /** The recording that this tab transcribes, and how to stop it. */
  #running: { id: string; controller: AbortController } | null = null;

  constructor(ports: SessionPorts) {
    this.#ports = ports;
    this.transcripts = new Transcripts(ports.store.database);
  }

  /** Transcribes all waiting recordings in order, in one tab of the origin. */
  readonly start = runOnceMore(() => this.#ports.locks.request(LOCK, () => this.#transcribeAll()));

  /** Adds files to the queue in the given order. */
  async add(files: readonly File[], options: TranscriptionOptions): Promise<void> {
    for (const file of files) await this.transcripts.add(file, options, this.#ports.clock());
    this.start();
  }

  /** Resumes what a closed tab left waiting, and makes recordings of what it took from the microphone. */
  async recover(options: TranscriptionOptions): Promise<void> {
    try {
      await this.transcripts.recoverRecordings(options, this.#ports.clock());
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

  /** Resumes after the last stored window. */
  async resume(id: string): Promise<void> {
    await this.transcripts.move(id, ['paused', 'cancelled', 'failed'], 'waiting');
    this.start();
  }

  async transcribeAgain(id: string, options: TranscriptionOptions): Promise<void> {
    this.#stop(id);
    await this.transcripts.startAgain(id, options);
    this.start();
  }

  /** Deletes a recording with its transcript; the toast restores both. */
  async remove({ id, name }: Recording): Promise<void> {
    this.#stop(id);
    const undo = await this.transcripts.remove(id);
    this.#ports.notify({
      text: transcribeText.deleted(name),
      action: { label: transcribeText.undo, run: () => undo().then(this.start) },
    });
  }

  /** Stops the recording if this tab transcribes it. Other tabs read its stored state instead. */
  #stop(id: string): void {
    if (this.#running?.id === id) this.#running.controller.abort();
  }

  async #transcribeAll(): Promise<void> {
    for (;;) {
      const list = await this.transcripts.list();
      // This tab holds the lock, so a recording that is `running` was left by a tab that closed.
      const next = list.find(({ state }) => state === 'waiting' || state === 'running');
      if (!next) return;
      await this.#transcribe(next);
    }
  }

  async #transcribe({ id, name }: Recording): Promise<void> {
    if (!(await this.transcripts.file(id))) {
      await this.transcripts.update(id, { state: 'failed', error: transcribeText.fileMissing });
      return;
    }
    await this.transcripts.update(id, { state: 'running', error: null });
    for (let attempt = 1; ; attempt++) {
      const end = await this.#tryOnce(id);
      if (end === 'stopped') return;
      if (end === 'done') {
        if (!this.#ports.isVisible())
          this.#ports.notify({ text: transcribeText.transcribed(name) });
        return;
      }
      const failure = describeFailure(end.error);
      if (failure.mayPass && attempt < MAX_TRIES) continue;
      const wasRunning = await this.transcripts.move(id, ['running'], 'failed');
      if (wasRunning) await this.transcripts.update(id, { error: failure.text });
      return;
    }
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
