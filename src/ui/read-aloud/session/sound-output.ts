/** Plays samples of one voice, one after another. */
export interface SoundOutput {
  /**
   * Resolves when they have been played, or `signal` aborts. `onTime` gets the seconds that were played, while the page is
   * drawn. @param rate Hz
   */
  play: (
    samples: Float32Array<ArrayBuffer>,
    rate: number,
    onTime: (seconds: number) => void,
    signal: AbortSignal,
  ) => Promise<void>;
  pause: () => void;
  resume: () => void;
  close: () => void;
}

/** Web Audio: stops immediately, and is exact to the sample. */
export function openSoundOutput(): SoundOutput {
  const context = new AudioContext();
  const ignore = () => {};
  return {
    play(samples, rate, onTime, signal) {
      const buffer = context.createBuffer(1, samples.length, rate);
      buffer.copyToChannel(samples, 0);
      const source = context.createBufferSource();
      source.buffer = buffer;
      source.connect(context.destination);
      const startedAt = context.currentTime;
      return new Promise((resolve) => {
        let frame = 0;
        const draw = () => {
          onTime(context.currentTime - startedAt);
          frame = requestAnimationFrame(draw);
        };
        const end = () => {
          cancelAnimationFrame(frame);
          signal.removeEventListener('abort', end);
          source.disconnect();
          source.stop();
          resolve();
        };
        source.onended = end;
        signal.addEventListener('abort', end);
        source.start();
        if (signal.aborted) end();
        else draw();
      });
    },
    pause: () => void context.suspend().catch(ignore),
    resume: () => void context.resume().catch(ignore),
    close: () => void context.close().catch(ignore),
  };
}
