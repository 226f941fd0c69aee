import type { talkText } from '#ui/messages/read-aloud.ts';

export const talk: typeof talkText = {
  title: 'Freihändiges Gespräch',
  start: 'Freihändig sprechen',
  end: 'Beenden',
  opening: 'Mikrofon und Modell werden vorbereitet …',
  listening: 'Hört zu. Einfach sprechen.',
  recording: 'Hört zu …',
  transcribing: 'Schreibt mit …',
  thinking: 'Denkt nach …',
  speaking: 'Spricht. Sprechen oder eine Taste drücken unterbricht.',
  level: 'Pegel des Mikrofons',
  notUnderstood: 'Keine Wörter erkannt. Näher am Mikrofon erneut versuchen.',
  facts: 'Der Ton bleibt auf diesem Gerät und wird nicht gespeichert; die Worte werden ein Chat.',
};
