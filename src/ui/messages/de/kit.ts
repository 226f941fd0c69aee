import type { kitText } from '#ui/messages/kit.ts';

export const kit: typeof kitText = {
  close: 'Schließen',
  copy: 'Kopieren',
  copied: 'Kopiert',
  today: 'Heute',
  yesterday: 'Gestern',
  tooLongToEdit: 'Zu lang, um hier bearbeitet zu werden',
  notShown: (name) => `„${name}“ konnte nicht angezeigt werden.`,
};
