import { catalogue } from './catalogue.ts';

/** Texts of the components that every page uses. */
export const kitText = catalogue('kit', {
  close: 'Close',
  copy: 'Copy',
  copied: 'Copied',
  today: 'Today',
  yesterday: 'Yesterday',
  tooLongToEdit: 'Too long to edit here',
  tooLongToPaste:
    'The text is too long to paste here: at most 100,000 characters, and 10,000 without a space.',
  tooLongToShow: (count: string) =>
    `The text has ${count} characters. It is used unchanged, but is too long to edit here.`,
  deleteText: 'Delete the text',
  notShown: (name: string) => `“${name}” could not be shown.`,
  bashkir: 'Bashkir',
  tibetan: 'Tibetan',
  recordingName: (day: string, time: string) => `Recording ${day}, ${time}`,
  microphoneRefused:
    'The microphone is blocked. Allow it with the icon next to the address, then try again.',
  noMicrophone: 'No microphone was found.',
  silentShare: 'No sound was shared. Try again, choose a tab, and turn on its sound.',
  cannotRecord: 'This browser cannot record. Record with another app, then add the file.',
  microphoneFailed:
    'The microphone could not be opened. Close other programs that use it, then try again.',
});
