import type { SessionPorts } from '#ui/state/session-ports.ts';

/** The model in the box: it is always there. */
const BOX = { model: 'alcove-voice', voice: 'heart' };

/** The model and the voice that a person chose to be read to by; the ones in the box where those are gone. */
export function chosenVoice({ models, preferences }: Pick<SessionPorts, 'models' | 'preferences'>) {
  const { voiceModel: model, voice } = preferences();
  return models.find(model)?.voices?.includes(voice) ? { model, voice } : BOX;
}
