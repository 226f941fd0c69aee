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
});
