import { createStore } from 'zustand/vanilla';
import { transcribeText } from '#ui/messages/transcribe.ts';

export interface PlaybackState {
  seconds: number;
  isPlaying: boolean;
  rate: number;
  /** Why it cannot be played, as a sentence. */
  problem: string | null;
}

/** The audio element of a page, as far as playback uses it. */
type Sound = Pick<
  HTMLMediaElement,
  'currentTime' | 'playbackRate' | 'paused' | 'play' | 'pause' | 'addEventListener'
>;

/** Plays a recording; views of the time follow `state`. */
export class Playback {
  readonly state = createStore<PlaybackState>(() => ({
    seconds: 0,
    isPlaying: false,
    rate: 1,
    problem: null,
  }));
  #sound: Sound | null = null;
  /** Where to start when there is sound. */
  #wanted: number | null = null;

  /** @returns a function that stops following the element. */
  attach(sound: Sound): () => void {
    const controller = new AbortController();
    const { signal } = controller;
    const on = (type: string, run: () => void) => sound.addEventListener(type, run, { signal });
    this.#sound = sound;
    on('timeupdate', () => this.sync());
    on('seeked', () => this.sync());
    on('play', () => this.state.setState({ isPlaying: true }));
    on('pause', () => this.state.setState({ isPlaying: false }));
    on('error', () => this.state.setState({ problem: transcribeText.cannotPlay }));
    sound.playbackRate = this.state.getState().rate;
    if (this.#wanted !== null) sound.currentTime = this.#wanted;
    this.#wanted = null;
    return () => {
      controller.abort();
      this.#sound = null;
    };
  }

  /** Reads the time now: the element says it a few times a second only. */
  sync(): void {
    if (this.#sound) this.state.setState({ seconds: this.#sound.currentTime });
  }

  seek(seconds: number): void {
    const to = Math.max(0, seconds);
    if (this.#sound) this.#sound.currentTime = to;
    else this.#wanted = to;
    this.state.setState({ seconds: to });
  }

  /** Plays a passage, and stops behind it unless it was paused or left before. */
  playUntil(from: number, to: number): void {
    this.seek(from);
    const sound = this.#sound;
    if (!sound) return;
    const controller = new AbortController();
    const { signal } = controller;
    // The browser says the time when it can: on a busy machine seconds behind the end.
    const look = () => {
      if (sound.currentTime < to) return;
      controller.abort();
      sound.pause();
    };
    const leave = () => {
      if (sound.currentTime < from - 1 || sound.currentTime >= to) controller.abort();
    };
    sound.addEventListener('timeupdate', look, { signal });
    sound.addEventListener('seeking', leave, { signal });
    sound.addEventListener('pause', () => controller.abort(), { signal });
    sound.play().catch(() => controller.abort());
  }

  skip(seconds: number): void {
    this.seek(this.state.getState().seconds + seconds);
  }

  toggle(): void {
    if (!this.#sound) return;
    // If the browser refuses to play, the state is paused.
    if (this.#sound.paused) this.#sound.play().catch(() => {});
    else this.#sound.pause();
  }

  setRate(rate: number): void {
    if (this.#sound) this.#sound.playbackRate = rate;
    this.state.setState({ rate });
  }
}
