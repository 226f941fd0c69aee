import { joinSamples, toWav } from '#base/audio.ts';
import { FRAME_MS, VoiceGate } from './voice-gate.ts';

/** Milliseconds before speech was noticed that belong to it: its beginning is soft. */
const BEFORE_MS = 400;
/** A longer utterance is sent in parts. */
const MAX_UTTERANCE_MS = 60_000;

export interface ListenEvents {
  /** A person begins to speak. */
  onBegin: () => void;
  /** What they say, from the moment before it was noticed. `rate`: samples a second. */
  onSound: (samples: Float32Array, rate: number) => void;
  /** They have finished: a WAV file. Null where it was a noise. */
  onEnd: (speech: Blob | null) => void;
  /** 0…1 */
  onLevel: (level: number) => void;
  /** The microphone went away. */
  onLost: () => void;
}

/**
 * Listens to the microphone, without the echo of the app's own voice, until it is closed. @param isPlaying whether the app
 * speaks now. @throws the browser's error where the microphone is refused.
 */
export async function listen(isPlaying: () => boolean, events: ListenEvents): Promise<() => void> {
  const audio = { echoCancellation: true, noiseSuppression: true, autoGainControl: true };
  const stream = await navigator.mediaDevices.getUserMedia({ audio });
  const context = new AudioContext();
  const close = () => {
    for (const track of stream.getTracks()) track.stop();
    void context.close().catch(() => {});
  };
  try {
    for (const track of stream.getTracks()) track.onended = events.onLost;
    await context.audioWorklet.addModule(new URL('./capture-worklet.js', import.meta.url).href);
    const capture = new AudioWorkletNode(context, 'alcove-capture');
    const utterances = new Utterances(context.sampleRate, isPlaying, events);
    capture.port.onmessage = ({ data }: MessageEvent<Float32Array>) => utterances.push(data);
    context.createMediaStreamSource(stream).connect(capture);
    return close;
  } catch (error) {
    close();
    throw error;
  }
}

/** Cuts the sound of a microphone into what a person says. */
export class Utterances {
  readonly #rate: number;
  readonly #isPlaying: () => boolean;
  readonly #events: ListenEvents;
  readonly #gate = new VoiceGate();
  readonly #frame: number;
  /** Sound of the current speech, or of the moment before. */
  #parts: Float32Array[] = [];
  #length = 0;
  /** Sound of the current speech that is not passed on yet. */
  #unsent: Float32Array[] = [];
  #isSpeech = false;
  #sum = 0;
  #count = 0;

  constructor(rate: number, isPlaying: () => boolean, events: ListenEvents) {
    this.#rate = rate;
    this.#frame = Math.round((rate * FRAME_MS) / 1_000);
    this.#isPlaying = isPlaying;
    this.#events = events;
  }

  push(samples: Float32Array): void {
    this.#parts.push(samples);
    this.#length += samples.length;
    this.#sum += samples.reduce((sum, sample) => sum + sample * sample, 0);
    this.#count += samples.length;
    if (this.#isSpeech) this.#unsent.push(samples);
    if (this.#count < this.#frame) return;
    const level = Math.sqrt(this.#sum / this.#count);
    this.#sum = 0;
    this.#count = 0;
    this.#events.onLevel(Math.min(1, level * 4));
    this.#decide(level);
  }

  #decide(level: number): void {
    const found = this.#gate.push(level, this.#isPlaying());
    if (found === 'begin') {
      this.#isSpeech = true;
      this.#events.onBegin();
      this.#unsent = [...this.#parts];
    }
    if (this.#isSpeech) this.#events.onSound(joinSamples(this.#unsent.splice(0)), this.#rate);
    const isTooLong = this.#isSpeech && this.#length > (this.#rate * MAX_UTTERANCE_MS) / 1_000;
    if (found === 'end' || found === 'noise' || isTooLong) {
      const speech = found === 'noise' ? null : toWav(joinSamples(this.#parts), this.#rate);
      this.#isSpeech = false;
      this.#parts = [];
      this.#length = 0;
      this.#events.onEnd(speech);
    }
    if (this.#isSpeech) return;
    const before = (this.#rate * BEFORE_MS) / 1_000;
    while (this.#length - (this.#parts[0]?.length ?? 0) > before) {
      this.#length -= this.#parts.shift()?.length ?? 0;
    }
  }
}
