import { catalogue } from './catalogue.ts';

/** Reading texts aloud. */
export const readAloudText = catalogue('read-aloud', {
  readAloud: 'Read aloud',
  readFromHere: 'Read aloud from here',
  stop: 'Stop reading aloud',
  title: 'Reading aloud',
  synthetic: 'Synthetic voice, made on this device.',
  deviceVoice: (name: string) => `Synthetic voice “${name}” of your device.`,
  waiting: 'Preparing the voice…',
  speaking: 'Reading aloud',
  paused: 'Paused',
  pause: 'Pause',
  resume: 'Resume',
  back: 'Previous sentence',
  forward: 'Next sentence',
  speed: 'Speed',
  times: (speed: string) => `${speed}×`,
  close: 'Stop',
  englishOnly:
    'The built-in voice speaks English only, and this text seems to be in another language.',
  noVoice: 'This browser has no voice of its own for other languages.',
  voice: 'Voice of this device',
  readWith: 'Read with this voice',
  every: 'Read every answer aloud',
  everyLead: 'Each new answer in Chat is read as it is written. Off by default.',
  save: 'Save as audio file',
  saving: (made: string, total: string) => `Saving: sentence ${made} of ${total}`,
  cancelSaving: 'Cancel',
  notSaved: 'The audio file could not be made',
  failed: 'This could not be read aloud',
});

/** A conversation without hands. */
export const talkText = catalogue('talk', {
  title: 'Hands-free conversation',
  start: 'Talk hands-free',
  end: 'End',
  opening: 'Preparing the microphone and the model…',
  listening: 'Listening. Speak when you are ready.',
  recording: 'Listening…',
  transcribing: 'Writing down what you said…',
  thinking: 'Thinking…',
  speaking: 'Speaking. Speak or press a key to interrupt.',
  level: 'Microphone level',
  notUnderstood: 'No words were recognised. Try again, closer to the microphone.',
  facts: 'Sound stays on this device and is not stored; the words become a chat.',
});
