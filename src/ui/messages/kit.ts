import { catalogue } from './catalogue.ts';

/** Texts of the components that every page uses. */
export const kitText = catalogue('kit', {
  close: 'Close',
  copy: 'Copy',
  copied: 'Copied',
  today: 'Today',
  yesterday: 'Yesterday',
  tooLongToEdit: 'Too long to edit here',
  notShown: (name: string) => `“${name}” could not be shown.`,
});
