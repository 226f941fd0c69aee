import { catalogue } from './catalogue.ts';

/** Recording from the microphone. */
export const recorderText = catalogue('recorder', {
  name: (day: string, time: string) => `Recording ${day}, ${time}`,
  refused: 'The microphone is blocked. Allow it with the icon next to the address, then try again.',
  none: 'No microphone was found.',
  silentShare: 'No sound was shared. Try again, choose a tab, and turn on its sound.',
  unsupported: 'This browser cannot record. Record with another app, then add the file.',
  failed: 'The microphone could not be opened. Close other programs that use it, then try again.',
});
