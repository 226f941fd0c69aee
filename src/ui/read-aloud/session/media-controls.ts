import { toWav } from '#base/audio.ts';

/** Samples a second of the silence, and its seconds: browsers show controls for sound of at least five. */
const RATE = 8_000;
const SECONDS = 6;

export interface MediaActions {
  play: () => void;
  pause: () => void;
  previoustrack: () => void;
  nexttrack: () => void;
  stop: () => void;
}

/**
 * Media keys and the controls of the system. They belong to a media element, which Web Audio and the voices of the system
 * are not: a silent one plays with them.
 */
export function openMediaControls(title: string, actions: MediaActions) {
  const session = globalThis.navigator?.mediaSession;
  if (!session || typeof Audio === 'undefined')
    return { show: () => {}, owns: () => false, close: () => {} };
  const address = URL.createObjectURL(toWav(new Float32Array(RATE * SECONDS), RATE));
  const element = new Audio(address);
  element.loop = true;
  session.metadata = new MediaMetadata({ title, artist: 'Alcove' });
  const names = Object.keys(actions) as (keyof MediaActions)[];
  for (const name of names) session.setActionHandler(name, actions[name]);
  return {
    /** Follows the state of the voice. */
    show(isPlaying: boolean) {
      session.playbackState = isPlaying ? 'playing' : 'paused';
      // Without a press of a person a browser refuses: the voice is silent then as well.
      if (isPlaying) element.play().catch(() => {});
      else element.pause();
    },
    owns: (target: unknown) => target === element,
    close() {
      element.pause();
      element.removeAttribute('src');
      URL.revokeObjectURL(address);
      session.playbackState = 'none';
      session.metadata = null;
      for (const name of names) session.setActionHandler(name, null);
    },
  };
}
