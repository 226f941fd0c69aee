import { createStore } from 'zustand/vanilla';
import type { SpeakerCount } from '#storage/transcript-records.ts';
import type { Transcripts } from '#storage/transcripts.ts';
import type { SessionPorts } from '#ui/state/session-ports.ts';
import { findTurns } from './find-turns.ts';
import { KnownVoices } from './known-voices.ts';
import type { TranscriptDocument } from './transcript-document.ts';

interface SearchState {
  /** The recording whose speakers are searched for, and how many seconds of it are read. */
  finding: { id: string; seconds: number } | null;
}

/** Finds the speakers of recordings, one recording at a time: a new search ends the one before. */
export class SpeakerSearch {
  readonly state = createStore<SearchState>(() => ({ finding: null }));
  readonly voices: KnownVoices;
  readonly #v1: SessionPorts['v1'];
  readonly #transcripts: Transcripts;
  readonly #document: (id: string) => TranscriptDocument;
  #controller = new AbortController();

  constructor(
    { v1, store }: Pick<SessionPorts, 'v1' | 'store'>,
    transcripts: Transcripts,
    document: (id: string) => TranscriptDocument,
  ) {
    this.voices = new KnownVoices(store.database);
    this.#v1 = v1;
    this.#transcripts = transcripts;
    this.#document = document;
  }

  /**
   * Says who speaks in the segments of a recording that is transcribed, by the sound of it; its text stays.
   * @returns whether it was not stopped. @throws AnswerError
   */
  async find(id: string, count: SpeakerCount): Promise<boolean> {
    this.#controller.abort();
    const controller = new AbortController();
    this.#controller = controller;
    const show = (seconds: number) => this.state.setState({ finding: { id, seconds } });
    show(0);
    const document = this.#document(id);
    const close = document.open();
    try {
      const search = { id, count, voices: this.voices, onHeard: show };
      await document.assignTurns(await findTurns(this.#v1, search, controller.signal));
      await this.#transcripts.update(id, { speakerCount: count });
      return true;
    } catch (error) {
      if (controller.signal.aborted) return false;
      throw error;
    } finally {
      close();
      if (this.#controller === controller) this.state.setState({ finding: null });
    }
  }

  /** Ends the search in a recording, if there is one. */
  stop(id: string): void {
    if (this.state.getState().finding?.id === id) this.#controller.abort();
  }
}
