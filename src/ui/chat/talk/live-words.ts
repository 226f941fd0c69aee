import { joinSamples, toPcm } from '#base/audio.ts';
import { toBase64 } from '#base/bytes.ts';
import type { AlcoveRealtimeSocket } from '#client/alcove-global.d.ts';
import type { SessionPorts } from '#ui/state/session-ports.ts';

/** Milliseconds of sound in one event. */
const CHUNK_MS = 100;
/** Seconds of an utterance beyond which a session may end it by itself. */
const MAX_SECONDS = 20;

interface RealtimeEvent {
  type: string;
  transcript?: string;
}

/**
 * Writes down what a person says while they say it, in a Realtime session of the service: at the end of an utterance little
 * is left to do. Where anything is not as it should be, the session is given up, and the utterance is to be transcribed
 * from its file.
 */
export class LiveWords {
  readonly #rate: number;
  #socket: AlcoveRealtimeSocket | null = null;
  #isUsable = true;
  /** Events until the session is open. */
  #early: string[] = [];
  /** Sound that is less than an event. */
  #sound: Float32Array[] = [];
  #samples = 0;
  /** Samples of the utterance so far. */
  #length = 0;
  /** Who waits for the words of an utterance; null: transcribe its file. */
  #waiting: ((text: string | null) => void)[] = [];

  /** @param rate samples a second of the microphone. */
  constructor(
    ports: Pick<SessionPorts, 'realtime' | 'preferences'>,
    rate: number,
    signal: AbortSignal,
  ) {
    this.#rate = rate;
    // The request of the file reports the fault of the model.
    this.#open(ports, signal).catch(() => this.close());
  }

  /** Whether another utterance may begin in it. */
  get isUsable(): boolean {
    return this.#isUsable;
  }

  push(samples: Float32Array): void {
    this.#sound.push(samples);
    this.#samples += samples.length;
    this.#length += samples.length;
    if (this.#samples * 1_000 >= this.#rate * CHUNK_MS) this.#flush();
  }

  /** Ends an utterance. @returns its words; null where the session has none. */
  finish(): Promise<string | null> {
    if (this.#length > MAX_SECONDS * this.#rate) this.close();
    this.#length = 0;
    this.#flush();
    this.#send({ type: 'input_audio_buffer.commit' });
    if (!this.#isUsable) return Promise.resolve(null);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  close(): void {
    this.#isUsable = false;
    this.#early = [];
    for (const resolve of this.#waiting.splice(0)) resolve(null);
    this.#socket?.close();
    this.#socket = null;
  }

  async #open(
    { realtime, preferences }: Pick<SessionPorts, 'realtime' | 'preferences'>,
    signal: AbortSignal,
  ): Promise<void> {
    const { speechModel: model } = preferences();
    const socket = await realtime(model, signal);
    if (!this.#isUsable) return socket.close();
    this.#socket = socket;
    socket.onmessage = ({ data }) => this.#receive(JSON.parse(data) as RealtimeEvent);
    socket.onclose = () => this.close();
    socket.onopen = () => {
      const format = { type: 'audio/pcm', rate: this.#rate };
      // The talk itself decides when a person has finished.
      const input = { format, transcription: { model }, turn_detection: null };
      const session = { type: 'transcription', audio: { input } };
      socket.send(JSON.stringify({ type: 'session.update', session }));
      for (const event of this.#early.splice(0)) socket.send(event);
    };
  }

  #flush(): void {
    if (this.#samples === 0) return;
    const pcm = toPcm(joinSamples(this.#sound.splice(0)));
    this.#samples = 0;
    this.#send({ type: 'input_audio_buffer.append', audio: toBase64(pcm) });
  }

  #send(event: { type: string; audio?: string }): void {
    if (!this.#isUsable) return;
    const text = JSON.stringify(event);
    if (this.#socket?.readyState === 1) this.#socket.send(text);
    else this.#early.push(text);
  }

  #receive({ type, transcript }: RealtimeEvent): void {
    const isOver = type.endsWith('.completed') || type.endsWith('.failed');
    // Of an utterance that the session ended by itself a part is missing from the next words.
    if (type === 'error' || (isOver && this.#waiting.length === 0)) this.close();
    else if (isOver) this.#waiting.shift()?.(transcript?.trim() || null);
  }
}
