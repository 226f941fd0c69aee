import { catalogue } from './catalogue.ts';

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
