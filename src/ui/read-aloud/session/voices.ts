import { readAloudText } from '#ui/messages/read-aloud.ts';
import type { SessionPorts } from '#ui/state/session-ports.ts';

/** The model in the box: it is always there. */
const BOX = { model: 'alcove-voice', voice: 'heart' };

/** The model and the voice that a person chose to be read to by; the ones in the box where those are gone. */
export function chosenVoice({ models, preferences }: Pick<SessionPorts, 'models' | 'preferences'>) {
  const { voiceModel: model, voice } = preferences();
  return models.find(model)?.voices?.includes(voice) ? { model, voice } : BOX;
}

const KINDS = ['af', 'am', 'bf', 'bm'] as const;

/** A voice as people choose it: `am_puck` is “Puck, American man”. The one in the box has no prefix. */
export function voiceName(voice: string): string {
  const kind = KINDS.find((prefix) => voice.startsWith(`${prefix}_`)) ?? 'af';
  const name = voice.replace(/^[a-z]{2}_/u, '');
  return readAloudText[kind](name.slice(0, 1).toUpperCase() + name.slice(1));
}
