import type { DeviceVoice } from '#ui/state/reading.ts';
import type { SayOptions, Voice } from './own-voice.ts';

/** Milliseconds that a browser gets to list its voices. */
const LIST_MS = 2_000;

/** The voices of the browser that make their sound on this device: others send the text to their maker. */
export async function listDeviceVoices(): Promise<DeviceVoice[]> {
  return (await readVoices())
    .filter((voice) => voice.localService)
    .map(({ voiceURI, name, lang }) => ({ id: voiceURI, name, language: lang.replace('_', '-') }));
}

/** Chromium lists them some time after it was asked. */
async function readVoices(): Promise<SpeechSynthesisVoice[]> {
  const { speechSynthesis: speech } = globalThis;
  if (!speech) return [];
  const voices = speech.getVoices();
  if (voices.length > 0) return voices;
  await new Promise<void>((resolve) => {
    speech.addEventListener('voiceschanged', () => resolve(), { once: true });
    setTimeout(resolve, LIST_MS);
  });
  return speech.getVoices();
}

/** A voice of the browser or the system, for languages that no model here speaks. */
export class SystemVoice implements Voice {
  readonly #voice: DeviceVoice;

  constructor(voice: DeviceVoice) {
    this.#voice = voice;
  }

  prepare(): void {}

  async say(text: string, { speed, onStart, onWord, signal }: SayOptions): Promise<void> {
    const chosen = (await readVoices()).find(({ voiceURI }) => voiceURI === this.#voice.id);
    if (signal.aborted) return;
    const utterance = new SpeechSynthesisUtterance(plainText(text));
    utterance.voice = chosen ?? null;
    utterance.lang = this.#voice.language;
    utterance.rate = speed;
    await new Promise<void>((resolve) => {
      const end = () => {
        signal.removeEventListener('abort', stop);
        resolve();
      };
      const stop = () => {
        speechSynthesis.cancel();
        end();
      };
      signal.addEventListener('abort', stop);
      utterance.onstart = onStart;
      utterance.onend = end;
      utterance.onerror = end;
      utterance.onboundary = ({ charIndex, charLength }) => {
        const end = charIndex + (charLength || text.slice(charIndex).search(/\s|$/u));
        onWord({ start: charIndex, end });
      };
      speechSynthesis.speak(utterance);
    });
  }

  pause(): void {
    speechSynthesis.pause();
  }

  resume(): void {
    speechSynthesis.resume();
  }

  close(): void {
    // A paused one would hold back the next.
    speechSynthesis.resume();
    speechSynthesis.cancel();
  }
}

/** Marks of Markdown as spaces, so that the places of words stay. The contents of a block of code are not said. */
function plainText(text: string): string {
  const [line = ''] = /^\s*(?:`{3}|~{3})/u.test(text) ? text.split('\n') : [text];
  return line
    .replace(/\]\([^)]*\)/gu, (link) => ' '.repeat(link.length))
    .replace(/[*_`~#>|[\]]/gu, ' ');
}
