/** Milliseconds of one decision. */
export const FRAME_MS = 20;
/** Frames of the last `WINDOW` that have to be loud before a person speaks: a click or a cough is shorter. */
const LOUD = 4;
const WINDOW = 5;
/** Silence after which what a person says is complete. */
const END_MS = 700;
/** Speech that is shorter is a noise. */
const MIN_SPEECH_MS = 160;
/** How much louder than the background a voice is. */
const ABOVE_BACKGROUND = 3;
/** Root mean square that no background counts below: −46 dB. */
const MIN_LEVEL = 0.005;
/** How much louder a person has to be while the app speaks: the rest of its echo is quieter than that. */
const OVER_ECHO = 2.5;
/** The background follows louder sound slowly and quieter sound fast. */
const RISE = 0.01;
const FALL = 0.3;

/** Decides by loudness when a person begins to speak, and when they have finished. */
export class VoiceGate {
  #background = MIN_LEVEL / ABOVE_BACKGROUND;
  #recent: boolean[] = [];
  #isSpeech = false;
  #speechMs = 0;
  #silentMs = 0;

  /**
   * @param level Root mean square of a frame.
   * @param isPlaying Whether the app itself speaks.
   * @returns `begin` and `end` of speech, `noise` where too little was said
   */
  push(level: number, isPlaying: boolean): 'begin' | 'end' | 'noise' | null {
    const limit = Math.max(MIN_LEVEL, this.#background * ABOVE_BACKGROUND);
    const isLoud = level > limit * (isPlaying ? OVER_ECHO : 1);
    // The app's own echo is not the room's background.
    if (!this.#isSpeech && !isPlaying) {
      this.#background += (level - this.#background) * (level > this.#background ? RISE : FALL);
    }
    this.#recent = [...this.#recent.slice(1 - WINDOW), isLoud];
    const isVoice = this.#recent.filter(Boolean).length >= LOUD;
    if (!this.#isSpeech) {
      if (!isVoice) return null;
      this.#isSpeech = true;
      this.#speechMs = LOUD * FRAME_MS;
      this.#silentMs = 0;
      return 'begin';
    }
    if (isLoud) {
      this.#speechMs += FRAME_MS;
      this.#silentMs = 0;
      return null;
    }
    this.#silentMs += FRAME_MS;
    if (this.#silentMs < END_MS) return null;
    this.#isSpeech = false;
    this.#recent = [];
    return this.#speechMs < MIN_SPEECH_MS ? 'noise' : 'end';
  }
}
