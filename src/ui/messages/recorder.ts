import { catalogue } from './catalogue.ts';

/** Recording from the microphone. */
export const recorderText = catalogue('recorder', {
  name: (day: string, time: string) => `Recording ${day}, ${time}`,
  refused: 'The microphone is blocked. Allow it with the icon next to the address, then try again.',
  none: 'No microphone was found.',
  failed: 'The microphone could not be opened.',
});
