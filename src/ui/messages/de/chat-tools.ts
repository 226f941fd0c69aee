import { plural } from '#ui/messages/catalogue.ts';
import type { chatToolsText } from '#ui/messages/chat-tools.ts';

export const chatTools: typeof chatToolsText = {
  called: (name) => `${name} aufgerufen`,
  noArguments: 'Keine Argumente',
  result: (name) => `Ergebnis von ${name}`,
  sendResults: (count) => plural(count, { one: 'Ergebnis senden', other: 'Ergebnisse senden' }),
  notSent: 'Die Ergebnisse konnten nicht gesendet werden',
  tooLong: (length, limit) =>
    `Das Ergebnis hat ${length} Zeichen; höchstens ${limit} werden an ein Modell gesendet.`,
};
