import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { openMicrophone } from '#ui/kit/open-microphone.ts';

/** Not needed before somebody presses. */
const loadMicrophone = () => import('#ui/kit/open-microphone.ts');

/** Records the microphone for a page, once at a time. Nothing is sent anywhere. */
export class Recorder {
  readonly state = createStore<{ isRecording: boolean; problem: string | null }>(() => ({
    isRecording: false,
    problem: null,
  }));
  /** Whether it records, or the browser asks whether it may. */
  isBusy = false;
  readonly #open: typeof openMicrophone | undefined;
  #isLeft = false;
  #end = () => {};

  constructor(open?: typeof openMicrophone) {
    this.#open = open;
  }

  /**
   * `onPart` gets the new audio every few seconds. @returns the recording once it is stopped, the page is left or the
   * microphone is gone; null where there is none, because it was refused or the page was left before.
   */
  async record(onPart: (part: Blob) => void): Promise<File | null> {
    if (this.isBusy || this.#isLeft) return null;
    this.isBusy = true;
    this.state.setState({ problem: null });
    const startedAt = Date.now();
    try {
      const microphone = await loadMicrophone();
      const open = this.#open ?? microphone.openMicrophone;
      const ended = new Promise<void>((resolve) => {
        this.#end = resolve;
      });
      const take = await open(onPart, this.#end).catch((error: unknown) => {
        this.state.setState({ problem: microphone.whyRefused(error) });
        return null;
      });
      if (!take) return null;
      if (this.#isLeft) {
        // The browser may ask for long.
        await take.stop();
        return null;
      }
      this.state.setState({ isRecording: true });
      await ended;
      const data = await take.stop();
      const name = `${microphone.recordingName(startedAt)}.${data.type.split('/')[1]}`;
      return new File([data], name, { type: data.type });
    } finally {
      this.isBusy = false;
      this.state.setState({ isRecording: false });
    }
  }

  stop(): void {
    this.#end();
  }

  /** The page is shown, or left, which ends the recording. */
  show(isShown: boolean): void {
    this.#isLeft = !isShown;
    if (!isShown) this.#end();
  }
}

/** A recorder that stops when its component leaves the page. */
export function useRecorder() {
  const [recorder] = useState(() => new Recorder());
  useEffect(() => {
    recorder.show(true);
    return () => recorder.show(false);
  }, [recorder]);
  return { recorder, ...useStore(recorder.state) };
}
