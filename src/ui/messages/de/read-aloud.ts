import type { readAloudText } from '#ui/messages/read-aloud.ts';

export const readAloud: typeof readAloudText = {
  readAloud: 'Vorlesen',
  readFromHere: 'Ab hier vorlesen',
  stop: 'Vorlesen beenden',
  title: 'Vorlesen',
  synthetic: 'Künstliche Stimme, auf diesem Gerät erzeugt.',
  deviceVoice: (name) => `Künstliche Stimme „${name}“ dieses Geräts.`,
  waiting: 'Stimme wird vorbereitet …',
  speaking: 'Wird vorgelesen',
  paused: 'Angehalten',
  pause: 'Anhalten',
  resume: 'Fortsetzen',
  back: 'Vorheriger Satz',
  forward: 'Nächster Satz',
  speed: 'Tempo',
  times: (speed) => `${speed}×`,
  close: 'Beenden',
  englishOnly:
    'Die mitgelieferte Stimme spricht nur Englisch, und dieser Text scheint in einer anderen Sprache zu sein.',
  noVoice: 'Dieser Browser hat keine eigene Stimme für andere Sprachen.',
  voice: 'Stimme dieses Geräts',
  readWith: 'Mit dieser Stimme vorlesen',
  every: 'Jede Antwort vorlesen',
  everyLead:
    'Jede neue Antwort im Chat wird vorgelesen, während sie geschrieben wird. Anfangs aus.',
  save: 'Als Audiodatei speichern',
  saving: (made, total) => `Wird gespeichert: Satz ${made} von ${total}`,
  cancelSaving: 'Abbrechen',
  notSaved: 'Die Audiodatei konnte nicht erstellt werden',
  failed: 'Das konnte nicht vorgelesen werden',
};
