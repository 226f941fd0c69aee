import { catalogue } from './catalogue.ts';

/** Voices that are named in recordings to come. */
export const knownVoicesText = catalogue('known-voices', {
  title: 'Known voices',
  about:
    'Where speakers are found in a recording, these voices get their names. Each is ten seconds of sound, stored in this browser alone.',
  none: 'None. Open Speakers in a transcript, name somebody, and press the bookmark behind the name.',
  count: (count: string) => `Known voices: ${count}`,
  full: (count: string) => `${count} voices are known, which is the most. Forget one first.`,
  manage: 'Manage',
  know: (name: string) => `Know the voice of ${name} in other recordings`,
  forgetOf: (name: string) => `Forget the voice of ${name}`,
  forget: 'Forget',
  forgetAll: 'Forget all voices',
  forgotten: (name: string) => `Forgot the voice of ${name}`,
  allForgotten: 'Forgot all voices',
  ask: (name: string) => `Know the voice of ${name}?`,
  askAbout: (name: string) =>
    `Up to ten seconds of this recording are stored in this browser, and other recordings name ${name} where this voice speaks. A voice identifies a person: ask first.`,
  askLater: 'You can play and delete it under Known voices. It is part of backups.',
  remember: 'Remember voice',
  notStored: 'The voice could not be stored',
  unnamed: 'Give the speaker a name first.',
  tooShort: 'This recording has no two seconds of this voice alone.',
  from: (recording: string, date: string) => `From ${recording}, ${date}`,
  play: (name: string) => `Play the voice of ${name}`,
  notPlayed: 'The voice could not be played',
  back: 'Recordings',
});
