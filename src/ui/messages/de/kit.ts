import type { kitText } from '#ui/messages/kit.ts';

export const kit: typeof kitText = {
  close: 'Schließen',
  copy: 'Kopieren',
  copied: 'Kopiert',
  today: 'Heute',
  yesterday: 'Gestern',
  notShown: (name) => `„${name}“ konnte nicht angezeigt werden.`,
};
