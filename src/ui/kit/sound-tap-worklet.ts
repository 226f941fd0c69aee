// Runs on the audio thread: hands samples of all channels as one to the page, a tenth of a second at a time.

declare const sampleRate: number;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, type: typeof AudioWorkletProcessor): void;

class SoundTap extends AudioWorkletProcessor {
  #samples = new Float32Array(Math.round(sampleRate / 10));
  #filled = 0;

  process([channels = []]: Float32Array[][]): boolean {
    const { length } = channels[0] ?? [];
    for (let i = 0; i < length; i++) {
      let sum = 0;
      for (const channel of channels) sum += channel[i] ?? 0;
      this.#samples[this.#filled++] = sum / Math.max(1, channels.length);
      if (this.#filled === this.#samples.length) this.#flush();
    }
    return true;
  }

  #flush(): void {
    const full = this.#samples;
    this.#samples = new Float32Array(full.length);
    this.#filled = 0;
    this.port.postMessage(full, [full.buffer]);
  }
}

registerProcessor('alcove-sound-tap', SoundTap);
