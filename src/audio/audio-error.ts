import { readBrowser } from '#device/browser.ts';

/** A file that holds no audio that can be decoded. */
export class AudioError extends Error {
  override readonly name: string = 'AudioError';
}

/** The file may be fine: this browser cannot decode it. The message says so. */
export class BrowserAudioError extends AudioError {
  override readonly name = 'BrowserAudioError';

  constructor(codec: string | null, options?: ErrorOptions) {
    const what = codec ? `${codec.toUpperCase()} audio` : 'the audio of this file';
    super(`${readBrowser().name} cannot decode ${what}.`, options);
  }
}
