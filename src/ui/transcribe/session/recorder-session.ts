import { createStore } from 'zustand/vanilla';
import type { LiveEdit, RecordingMark } from '#storage/transcript-records.ts';
import { microphoneLock, type TranscriptionOptions, Transcripts } from '#storage/transcripts.ts';
import { shortClock } from '#transcript-formats/clock.ts';
import { openMicrophone, recordingName, type Take, whyRefused } from '#ui/kit/open-microphone.ts';
import { errorsText } from '#ui/messages/errors.ts';
import { transcribeText } from '#ui/messages/transcribe.ts';
import { describeError } from '#ui/state/describe-error.ts';
import { stopReading } from '#ui/state/reading.ts';
import { saveFile } from '#ui/state/save-file.ts';
import type { SessionPorts } from '#ui/state/session-ports.ts';
import { useShell } from '#ui/state/shell.ts';
import { failureToast } from '#ui/state/storage-full.ts';
import { LiveText, type Spoken } from './live-text.ts';
import { readRecordChoices } from './record-choices.ts';

export interface RecorderState {
  phase: 'idle' | 'opening' | 'recording' | 'paused';
  /** Recorded so far, without pauses. */
  seconds: number;
  /** Why the microphone could not be opened, as a sentence. */
  problem: string | null;
  /** Moments that the person has marked, in the order of time. */
  marks: readonly RecordingMark[];
}

/** What a person adds while a recording is made. */
interface Notes {
  marks: RecordingMark[];
  edits: LiveEdit[];
}

/** Adds a finished recording to the queue, or only stores it. */
type Add = (
  files: readonly File[],
  options: TranscriptionOptions,
  state?: 'waiting' | 'paused',
  notes?: Notes,
) => Promise<unknown>;

const IDLE: RecorderState = { phase: 'idle', seconds: 0, problem: null, marks: [] };
/** Milliseconds between two readings of the clock. */
const TICK_MS = 250;

/**
 * Records from the microphone, whatever page of the app is open. What comes is stored as it comes: a tab
 * that dies loses a second, and its recording is in the list at the next visit.
 */
export class RecorderSession {
  readonly state = createStore<RecorderState>(() => IDLE);
  /** The words while they are spoken, where the person wants them. */
  readonly live: LiveText;
  readonly #ports: SessionPorts;
  readonly #open: typeof openMicrophone;
  readonly #transcripts: Transcripts;
  #take: Take | null = null;
  /** Of its text and its transcript, as chosen at its start. */
  #options: TranscriptionOptions | null = null;
  #id = '';
  /** What the person wrote over its text, the last for each stretch. */
  #edits: readonly LiveEdit[] = [];
  /** The recording that was said to be in memory only. */
  #warned = '';
  #startedAt = 0;
  /** Start in Unix milliseconds, and the milliseconds recorded before. */
  #since = 0;
  #before = 0;
  #end = () => {};

  constructor(ports: SessionPorts, open = openMicrophone) {
    this.#ports = ports;
    this.#open = open;
    this.live = new LiveText(ports);
    this.#transcripts = new Transcripts(ports.store.database);
  }

  /** `add`: for a recording that ends because its microphone is disconnected. `options`: of its text and its transcript. */
  async start(add: Add, options: TranscriptionOptions): Promise<void> {
    if (this.state.getState().phase !== 'idle') return;
    // It would be recorded.
    stopReading();
    this.state.setState({ ...IDLE, phase: 'opening' });
    this.#options = options;
    this.#edits = [];
    const id = crypto.randomUUID();
    try {
      this.#take = await this.#open(
        (part) => void this.#transcripts.savePart(id, part).catch((error) => this.#warn(id, error)),
        () => void this.stop(add).catch(reportError),
        readRecordChoices().source,
      );
    } catch (error) {
      this.state.setState({ ...IDLE, problem: whyRefused(error) });
      return;
    }
    this.#id = id;
    this.#startedAt = this.#ports.clock();
    this.#since = this.#startedAt;
    this.#before = 0;
    const timer = setInterval(() => this.#tick(), TICK_MS);
    // Shows other tabs that these parts belong to a recording in progress.
    const held = new Promise<void>((resolve) => {
      this.#end = () => {
        clearInterval(timer);
        resolve();
      };
    });
    this.#ports.locks.request(microphoneLock(id), () => held).catch(() => {});
    this.state.setState({ phase: 'recording' });
    this.#tick();
    if (readRecordChoices().showsText) await this.#listen(this.#take, options);
  }

  /** A recording is complete without its text: what fails here does not end it. */
  async #listen(take: Take, options: TranscriptionOptions): Promise<void> {
    const push = (samples: Float32Array) => this.live.push(samples, this.#elapsed());
    const rate = await take.listen(push).catch(() => null);
    if (rate !== null && this.#take === take) await this.live.start(options, rate);
  }

  pause(): void {
    if (this.state.getState().phase !== 'recording') return;
    this.#take?.pause();
    this.live.commit();
    this.#before = this.#elapsed();
    this.state.setState({ phase: 'paused' });
    this.#tick();
  }

  resume(): void {
    if (this.state.getState().phase !== 'paused') return;
    this.#take?.resume();
    this.#since = this.#ports.clock();
    this.state.setState({ phase: 'recording' });
    this.#tick();
  }

  /** Marks this moment. @returns the mark's id */
  mark(): string {
    const id = crypto.randomUUID();
    const mark = { id, second: this.#elapsed(), text: '' };
    this.#setMarks([...this.state.getState().marks, mark]);
    return id;
  }

  /** Writes a note to a mark; null removes the mark. */
  note(id: string, text: string | null): void {
    const { marks } = this.state.getState();
    this.#setMarks(
      marks.flatMap((mark) => {
        if (mark.id !== id) return [mark];
        return text === null ? [] : [{ ...mark, text: text.trim() }];
      }),
    );
  }

  #setMarks(marks: readonly RecordingMark[]): void {
    this.state.setState({ marks });
    this.#storeNotes();
  }

  /** Writes over text of this recording; its transcript gets it. */
  rewrite(before: Spoken, text: string): void {
    const edit = this.live.rewrite(before, text);
    if (!edit) return;
    const isWithin = ({ start, end }: LiveEdit) => start >= edit.start && end <= edit.end;
    this.#edits = [...this.#edits.filter((one) => !isWithin(one)), edit];
    this.#storeNotes();
  }

  #notes(): Notes {
    return { marks: [...this.state.getState().marks], edits: [...this.#edits] };
  }

  #storeNotes(): void {
    const id = this.#id;
    const notes = { id, ...this.#notes() };
    this.#transcripts.saveNotes(notes).catch((error) => this.#warn(id, error));
  }

  /** How loud it is now, 0…1. */
  level(): number {
    return this.#take?.level() ?? 0;
  }

  /** Ends the recording and has it transcribed. Where it cannot be stored, its parts are, for the next visit. */
  async stop(add: Add): Promise<void> {
    const id = this.#id;
    const options = this.#options;
    const notes = this.#notes();
    const file = await this.#finish();
    if (!file || !options) return;
    try {
      const { isForLater } = readRecordChoices();
      await add([file], options, isForLater ? 'paused' : 'waiting', notes);
      await this.#transcripts.dropParts(id);
    } catch (error) {
      const text = errorsText.failed(transcribeText.notAdded, describeError(error));
      // Nothing else may have it: on a full disk its parts were not stored either.
      const run = () => saveFile(`${file.name}.${extensionOf(file.type)}`, file);
      this.#ports.notify({ text, stays: true, action: { label: transcribeText.saveAsFile, run } });
    }
  }

  /** Throws the recording away; the toast brings it back. */
  async discard(add: Add): Promise<void> {
    const id = this.#id;
    const options = this.#options;
    const notes = this.#notes();
    const file = await this.#finish();
    if (!file || !options) return;
    await this.#transcripts.dropParts(id);
    this.#ports.notify({
      text: transcribeText.discarded,
      action: {
        label: transcribeText.undo,
        run: async () => {
          await add([file], options, 'waiting', notes);
        },
      },
    });
  }

  /** Says once that a recording in progress is nowhere but in memory. */
  #warn(id: string, error: unknown): void {
    if (this.#warned === id) return;
    this.#warned = id;
    const text = errorsText.failed(transcribeText.onlyInMemory, describeError(error));
    this.#ports.notify({ ...failureToast(text, error), stays: true });
  }

  async #finish(): Promise<File | null> {
    const take = this.#take;
    if (!take) return null;
    this.#take = null;
    this.live.stop();
    const data = await take.stop();
    this.#end();
    this.state.setState(IDLE);
    useShell.setState({ badge: null });
    return new File([data], recordingName(this.#startedAt), { type: data.type });
  }

  #elapsed(): number {
    const isRunning = this.state.getState().phase === 'recording';
    return this.#before + (isRunning ? (this.#ports.clock() - this.#since) / 1_000 : 0);
  }

  #tick(): void {
    const seconds = this.#elapsed();
    this.state.setState({ seconds });
    const sign = this.state.getState().phase === 'paused' ? '‖' : '●';
    useShell.setState({ badge: `${sign} ${shortClock(seconds)}` });
  }
}

/** What a recording of a type is called at its end: `audio/webm;codecs=opus` is .webm. */
function extensionOf(type: string): string {
  const name = type.replace(/^[^/]*\/|;.*$/g, '');
  return name === 'mp4' ? 'm4a' : name || 'webm';
}
