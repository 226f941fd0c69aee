import { readAloudText } from '#ui/messages/read-aloud.ts';

const KINDS = ['af', 'am', 'bf', 'bm'] as const;

/** A voice as people choose it: `am_puck` is “Puck, American man”. The one in the box has no prefix. */
export function voiceName(voice: string): string {
  const kind = KINDS.find((prefix) => voice.startsWith(`${prefix}_`)) ?? 'af';
  const name = voice.replace(/^[a-z]{2}_/u, '');
  return readAloudText[kind](name.slice(0, 1).toUpperCase() + name.slice(1));
}
