import { fromPcm } from '#base/audio.ts';
import { fromBase64 } from '#base/bytes.ts';
import { readEvents } from '#ui/state/read-events.ts';
import type { SessionPorts } from '#ui/state/session-ports.ts';
import { openSoundOutput, type SoundOutput } from './sound-output.ts';
import { chosenVoice } from './voices.ts';

/** Says sentences, one at a time. */
export interface Voice {
  /** Makes a sentence ready, so that it follows without a pause. */
  prepare: (text: string, speed: number) => void;
  /**
   * Resolves when it was said, or `signal` aborts. `onWord` gets the characters that are said now. `onStart`: its sound begins.
   * @throws AnswerError
   */
  say: (text: string, options: SayOptions) => Promise<void>;
  pause: () => void;
  resume: () => void;
  close: () => void;
}

export interface SayOptions {
  speed: number;
  onStart: () => void;
  onWord: (word: { start: number; end: number }) => void;
  signal: AbortSignal;
}

/** Hz of `response_format: pcm`. */
const RATE = 24_000;
/** Sentences in memory: the current one, those that follow, and some to skip back to. */
const MAX_CLIPS = 6;

interface Word {
  start_char: number;
  end_char: number;
  start: number;
  end: number;
}

interface SpeechEvent {
  type: string;
  audio?: string;
  words?: Word[];
}

type VoicePorts = Pick<SessionPorts, 'v1' | 'models' | 'preferences'>;
type ChosenVoice = ReturnType<typeof chosenVoice>;

/** A sentence whose sound arrives in parts. */
class Clip {
  readonly #parts: { samples: Float32Array<ArrayBuffer>; words: Word[]; from: number }[] = [];
  readonly #controller = new AbortController();
  #isDone = false;
  #error: unknown = null;
  /** Resumes the player that waits for the next part. */
  #wake = () => {};

  constructor(ports: VoicePorts, chosen: ChosenVoice, text: string, speed: number) {
    this.#fetch(ports, chosen, text, speed).catch((error: unknown) => {
      this.#error = error;
      this.#change(true);
    });
  }

  /** Whether it can be played. One that failed is requested again. */
  get isUsable(): boolean {
    return this.#error === null && !this.#controller.signal.aborted;
  }

  abort(): void {
    this.#controller.abort();
  }

  async *parts() {
    for (let i = 0; ; i++) {
      while (i >= this.#parts.length && !this.#isDone) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
      if (this.#error !== null) throw this.#error;
      const part = this.#parts[i];
      if (!part) return;
      yield part;
    }
  }

  async #fetch({ v1 }: VoicePorts, chosen: ChosenVoice, input: string, speed: number) {
    const format = { response_format: 'pcm', stream_format: 'sse', return_words: true };
    // The reader has judged the whole text: a sentence of it may be a quotation.
    const body = { ...chosen, input, speed, language: 'en', ...format };
    const response = await v1('/v1/audio/speech', body, this.#controller.signal);
    let seconds = 0;
    for await (const { audio = '', words = [] } of readEvents<SpeechEvent>(response)) {
      const samples = fromPcm(fromBase64(audio));
      if (samples.length === 0) continue;
      this.#parts.push({ samples, words, from: seconds });
      seconds += samples.length / RATE;
      this.#change(false);
    }
    this.#change(true);
  }

  #change(isDone: boolean): void {
    this.#isDone = isDone;
    this.#wake();
  }
}

/** The voice that the person chose, by `/v1/audio/speech`. */
export class OwnVoice implements Voice {
  readonly #ports: VoicePorts;
  readonly #output: SoundOutput;
  /** The last used is the last. */
  readonly #clips = new Map<string, Clip>();

  constructor(ports: VoicePorts, openOutput = openSoundOutput) {
    this.#ports = ports;
    this.#output = openOutput();
  }

  prepare(text: string, speed: number): void {
    this.#clip(text, speed);
  }

  async say(text: string, { speed, onStart, onWord, signal }: SayOptions): Promise<void> {
    for await (const { samples, words, from } of this.#clip(text, speed).parts()) {
      if (signal.aborted) return;
      onStart();
      let said = -1;
      const onTime = (seconds: number) => {
        const word = words.findLast(({ start }) => start <= from + seconds);
        // Words like `three dollars fifty` stand for one.
        if (!word || word.start_char === said) return;
        said = word.start_char;
        onWord({ start: word.start_char, end: word.end_char });
      };
      await this.#output.play(samples, RATE, onTime, signal);
    }
  }

  pause(): void {
    this.#output.pause();
  }

  resume(): void {
    this.#output.resume();
  }

  close(): void {
    for (const clip of this.#clips.values()) clip.abort();
    this.#clips.clear();
    this.#output.close();
  }

  #clip(text: string, speed: number): Clip {
    const chosen = chosenVoice(this.#ports);
    const key = `${chosen.model} ${chosen.voice} ${speed} ${text}`;
    const known = this.#clips.get(key);
    const clip = known?.isUsable ? known : new Clip(this.#ports, chosen, text, speed);
    this.#clips.delete(key);
    this.#clips.set(key, clip);
    for (const [oldest, unused] of this.#clips) {
      if (this.#clips.size <= MAX_CLIPS) break;
      unused.abort();
      this.#clips.delete(oldest);
    }
    return clip;
  }
}
