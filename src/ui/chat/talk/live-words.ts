import { joinSamples } from '#base/audio.ts';
import { toPcm } from '#base/wav.ts';
import type { AlcoveRealtimeSocket } from '#client/alcove-global.d.ts';
import type { SessionPorts } from '#ui/state/session-ports.ts';

/** Milliseconds of sound in one event. */
const CHUNK_MS = 100;

interface RealtimeEvent {
  type: string;
  transcript?: string;
}

/**
 * Writes down what a person says while they say it, in a Realtime session of the service: at the end of an utterance little
 * is left to do. Words come in the order in which they were asked for.
 */
export class LiveWords {
  #socket: AlcoveRealtimeSocket | null = null;
  #sound: Float32Array[] = [];
  #samples = 0;
  #rate: number;
  /** Who waits for the words of an utterance; null: transcribe it in another way. */
  #waiting: ((text: string | null) => void)[] = [];

  private constructor(socket: AlcoveRealtimeSocket, rate: number) {
    this.#socket = socket;
    this.#rate = rate;
    socket.onmessage = ({ data }) => this.#receive(JSON.parse(data) as RealtimeEvent);
    socket.onclose = () => this.close();
  }

  /** @param rate samples a second of the microphone. @returns null where the model has no such session. */
  static async open(
    { realtime, preferences }: Pick<SessionPorts, 'realtime' | 'preferences'>,
    rate: number,
    signal: AbortSignal,
  ): Promise<LiveWords | null> {
    const { speechModel: model } = preferences();
    try {
      const socket = await realtime(model, signal);
      await new Promise((resolve, reject) => {
        socket.onopen = resolve;
        socket.onclose = reject;
      });
      const input = {
        format: { type: 'audio/pcm', rate },
        transcription: { model },
        // The talk itself decides when a person has finished.
        turn_detection: null,
      };
      const session = { type: 'transcription', audio: { input } };
      socket.send(JSON.stringify({ type: 'session.update', session }));
      return new LiveWords(socket, rate);
    } catch {
      // The utterance is transcribed when it is over, and that request reports the fault.
      return null;
    }
  }

  push(samples: Float32Array): void {
    this.#sound.push(samples);
    this.#samples += samples.length;
    if (this.#samples * 1_000 >= this.#rate * CHUNK_MS) this.#flush();
  }

  /** Ends an utterance. @returns its words; null where the session has none. */
  finish(): Promise<string | null> {
    this.#flush();
    if (!this.#send({ type: 'input_audio_buffer.commit' })) return Promise.resolve(null);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Forgets a noise. */
  clear(): void {
    this.#sound = [];
    this.#samples = 0;
    // Of an utterance whose words are waited for nothing is to be forgotten.
    if (this.#waiting.length === 0) this.#send({ type: 'input_audio_buffer.clear' });
  }

  close(): void {
    const socket = this.#socket;
    this.#socket = null;
    for (const resolve of this.#waiting.splice(0)) resolve(null);
    socket?.close();
  }

  #flush(): void {
    if (this.#samples === 0) return;
    const pcm = toPcm(joinSamples(this.#sound.splice(0)));
    this.#samples = 0;
    this.#send({ type: 'input_audio_buffer.append', audio: btoa(String.fromCharCode(...pcm)) });
  }

  #send(event: { type: string; audio?: string }): boolean {
    if (this.#socket?.readyState !== 1) return false;
    this.#socket.send(JSON.stringify(event));
    return true;
  }

  #receive({ type, transcript }: RealtimeEvent): void {
    if (type.endsWith('.completed')) this.#waiting.shift()?.(transcript?.trim() || null);
    else if (type.endsWith('.failed')) this.#waiting.shift()?.(null);
    else if (type === 'error') this.close();
  }
}
