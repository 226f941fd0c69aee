import { isOtherLanguage } from '#base/other-language.ts';
import type { SpokenSpan } from '#documents/spoken-spans.ts';
import { readAloudText } from '#ui/messages/read-aloud.ts';
import { describeError } from '#ui/state/describe-error.ts';
import { offerPlayer } from '#ui/state/player-keys.ts';
import { type DeviceVoice, type Reading, stopReading, useReading } from '#ui/state/reading.ts';
import type { SessionPorts } from '#ui/state/session-ports.ts';
import type { ChapterStart } from './chapter-tag.ts';
import { SystemVoice } from './device-voice.ts';
import { openMediaControls } from './media-controls.ts';
import { OwnVoice, type Voice } from './own-voice.ts';
import type { Progress } from './save-speech.ts';
import { sentencesOf, wordsOf } from './sentences.ts';

/** A text that can be read aloud. */
export interface ReadingText {
  id: string;
  title: string;
  /** The character from which on it is read; 0 by default. */
  from?: number;
  /** The text so far. */
  read: () => { text: string; isDone: boolean };
  /** Chapters of its file, in order, by their first character; its headings where there are none. */
  chapters?: readonly ChapterStart[];
  /** Calls back when more is written. @returns a function that ends it */
  onGrowth?: (listener: () => void) => () => void;
  /** The element that shows a character, and the first character of that element. */
  place: (at: number) => { element: Element; from: number } | null;
}

/** Sentences that are made while one is said. */
const AHEAD = 2;

/** Of the speed in the browser's storage: not a preference that the first picture needs. */
const SPEED = 'alcove-reading-speed';

/** 1 is the voice's own pace. */
function readSpeed(): number {
  try {
    const speed = Number(localStorage.getItem(SPEED));
    return speed >= 0.5 && speed <= 3 ? speed : 1;
  } catch {
    // No storage.
    return 1;
  }
}

function writeSpeed(speed: number): void {
  try {
    localStorage.setItem(SPEED, String(speed));
  } catch {
    // A full or closed store costs a preference, nothing a person wrote.
  }
}

/** Reads one text aloud, sentence by sentence. Its state is in `useReading`. */
export class Reader {
  #speed = readSpeed();
  readonly #openVoice: (voice: DeviceVoice | null) => Voice;
  readonly #ports: SessionPorts;
  #reading: OpenReading | null = null;

  constructor(
    ports: SessionPorts,
    openVoice = (voice: DeviceVoice | null): Voice =>
      voice ? new SystemVoice(voice) : new OwnVoice(ports),
  ) {
    this.#ports = ports;
    this.#openVoice = openVoice;
  }

  /** The text that is read; null for none. */
  get text(): ReadingText | null {
    return this.#reading?.text ?? null;
  }

  /** Reads a text in place of any other. Resolves when it was read, stopped or refused. */
  async start(text: ReadingText, voice: DeviceVoice | null = null): Promise<void> {
    stopReading();
    const speed = this.#speed;
    const { id, title } = text;
    const begun = { id, title, phase: 'waiting', problem: null, voice, speed, word: null } as const;
    useReading.setState({ reading: begun });
    this.#reading = new OpenReading(text, this.#openVoice(voice));
    await this.#reading.run();
  }

  pause(): void {
    this.#reading?.setPaused(true);
  }

  resume(): void {
    this.#reading?.setPaused(false);
  }

  toggle(): void {
    this.#reading?.setPaused(useReading.getState().reading?.phase !== 'paused');
  }

  /** To a sentence before or after. */
  skip(sentences: number): void {
    this.#reading?.skip(sentences);
  }

  /** Says the current sentence again at another speed. */
  setSpeed(speed: number): void {
    this.#speed = speed;
    writeSpeed(speed);
    show({ speed });
    this.#reading?.skip(0);
  }

  /** The whole text as an MP3 file with its chapters. Null where nothing is read. @throws AnswerError, AbortError */
  async file(signal: AbortSignal, onProgress: Progress): Promise<File | null> {
    if (!this.text) return null;
    const { title, read, chapters } = this.text;
    const { speechFile } = await import('./save-speech.ts');
    const speed = this.#speed;
    const { text } = read();
    return speechFile(this.#ports, { title, text, chapters, speed, signal, onProgress });
  }

  /** Reads the same text with a voice of the browser or system. */
  async readWith(voice: DeviceVoice): Promise<void> {
    if (this.text) await this.start(this.text, voice);
  }
}

function show(changes: Partial<Reading>): void {
  useReading.setState(({ reading }) => ({ reading: reading && { ...reading, ...changes } }));
}

/** One text that is being read. */
class OpenReading {
  readonly text: ReadingText;
  readonly #voice: Voice;
  readonly #end = new AbortController();
  #sentence = new AbortController();
  #at = 0;
  #isPaused = false;
  /** Continues after a pause, a skip or growth. */
  #wake = () => {};

  constructor(text: ReadingText, voice: Voice) {
    this.text = text;
    this.#voice = voice;
    const { id } = text;
    const controls = openMediaControls(text.title, {
      play: () => this.setPaused(false),
      pause: () => this.setPaused(true),
      previoustrack: () => this.skip(-1),
      nexttrack: () => this.skip(1),
      stop: stopReading,
    });
    const withdraw = offerPlayer({
      toggle: () => this.setPaused(!this.#isPaused),
      skip: (seconds) => this.skip(Math.sign(seconds)),
    });
    const stopFor = (event: Event) => {
      if (!controls.owns(event.target)) stopReading();
    };
    const target = globalThis.document;
    // A person writes, or plays something else: one voice at a time.
    target?.addEventListener('beforeinput', stopFor);
    target?.addEventListener('play', stopFor, { capture: true });
    // Another text, or none: this one is over.
    const unfollow = useReading.subscribe(({ reading }) => {
      if (reading?.id !== id) this.#end.abort();
      else controls.show(reading.phase === 'speaking');
    });
    this.#end.signal.addEventListener('abort', () => {
      for (const undo of [unfollow, withdraw, controls.close]) undo();
      target?.removeEventListener('beforeinput', stopFor);
      target?.removeEventListener('play', stopFor, { capture: true });
      this.#sentence.abort();
      voice.close();
      this.#wake();
    });
  }

  async run(): Promise<void> {
    const { signal } = this.#end;
    const unfollow = this.text.onGrowth?.(() => this.#wake()) ?? (() => {});
    try {
      const problem = await this.#read();
      if (signal.aborted) return;
      if (problem === null) stopReading();
      else show({ phase: 'refused', problem });
    } catch (error) {
      if (!signal.aborted) show({ phase: 'refused', problem: describeError(error) });
    } finally {
      unfollow();
    }
  }

  /** @returns why it cannot be read; null where it was, or is stopped */
  async #read(): Promise<string | null> {
    const { from = 0, read } = this.text;
    this.#at = Math.max(
      0,
      this.#spans().findIndex(({ end }) => end > from),
    );
    while (!this.#end.signal.aborted) {
      const span = this.#spans()[this.#at];
      if (this.#isForeign()) return readAloudText.englishOnly;
      if (span && !this.#isPaused) await this.#say(span);
      else if (!span && read().isDone) break;
      else await this.#sleep();
    }
    return null;
  }

  setPaused(isPaused: boolean): void {
    this.#isPaused = isPaused;
    if (isPaused) this.#voice.pause();
    else this.#voice.resume();
    show({ phase: isPaused ? 'paused' : 'speaking' });
    this.#wake();
  }

  skip(sentences: number): void {
    this.#at = Math.max(0, Math.min(this.#at + sentences, this.#spans().length));
    this.#sentence.abort();
    if (this.#isPaused) this.setPaused(false);
  }

  /** An answer that is being written shows its language only after some words. */
  #isForeign(): boolean {
    const isOwnVoice = useReading.getState().reading?.voice === null;
    return isOwnVoice && isOtherLanguage(this.text.read().text.slice(this.text.from ?? 0));
  }

  async #say(span: SpokenSpan): Promise<void> {
    const at = this.#at;
    this.#sentence = new AbortController();
    const { signal } = this.#sentence;
    const speed = useReading.getState().reading?.speed ?? 1;
    const said = this.#voice.say(wordsOf(this.text.read().text, span), {
      speed,
      signal,
      onStart: () => show({ phase: this.#isPaused ? 'paused' : 'speaking' }),
      onWord: ({ start, end }) =>
        show({ word: { start: span.start + start, end: Math.min(span.end, span.start + end) } }),
    });
    for (const next of this.#spans().slice(at + 1, at + 1 + AHEAD)) {
      this.#voice.prepare(wordsOf(this.text.read().text, next), speed);
    }
    await said;
    if (signal.aborted) return;
    this.#at = at + 1;
    if (!this.#spans()[this.#at]) show({ phase: 'waiting', word: null });
  }

  /** The sentences that are complete. */
  #spans(): SpokenSpan[] {
    const { text, isDone } = this.text.read();
    const spans = sentencesOf(text);
    const last = spans.at(-1);
    const mayGrow =
      last && !isDone && !isComplete(text.slice(last.start, last.end), text.slice(last.end));
    return mayGrow ? spans.slice(0, -1) : spans;
  }

  #sleep(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}

/** Whether a sentence at the end of a text that is being written will not grow. */
function isComplete(sentence: string, rest: string): boolean {
  return /\n\s*\n/u.test(rest) || (/[!?]$/u.test(sentence) && /^\s/u.test(rest));
}
