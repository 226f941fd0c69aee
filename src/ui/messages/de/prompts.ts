import { plural } from '#ui/messages/catalogue.ts';
import type { promptsText } from '#ui/messages/prompts.ts';

export const prompts: typeof promptsText = {
  prompts: 'Vorlagen',
  save: 'Die letzte Frage als Vorlage speichern',
  saved: 'Vorlage gespeichert.',
  delete: (name) => `Vorlage „${name}“ löschen`,
  deleted: 'Vorlage gelöscht.',
  undo: 'Rückgängig',
  tooLong: (limit) =>
    `Die Frage wurde nicht gespeichert: Eine Vorlage kann ${limit} Zeichen haben.`,
  tooMany: (limit) =>
    `Die Frage wurde nicht gespeichert: Es gibt schon ${limit} Vorlagen. Zuerst eine löschen.`,
  notSaved: 'Die Vorlage konnte nicht gespeichert werden',
  notDeleted: 'Die Vorlage konnte nicht gelöscht werden',
  notListed: (count) =>
    plural(count, {
      one: '# weitere Vorlage wird nicht aufgeführt. Wörter daraus hinter den Schrägstrich schreiben.',
      other:
        '# weitere Vorlagen werden nicht aufgeführt. Wörter daraus hinter den Schrägstrich schreiben.',
    }),
  notRead: (count) =>
    plural(count, {
      one: '# ältere Vorlage ist gespeichert und wird hier nicht durchsucht. Jeder Export enthält sie.',
      other:
        '# ältere Vorlagen sind gespeichert und werden hier nicht durchsucht. Jeder Export enthält sie.',
    }),

  summarise: 'Zusammenfassen',
  summariseText: 'Fasse das in drei Sätzen zusammen:',
  explain: 'Erklären',
  explainText: 'Erkläre das in einfachen Worten:',
  correct: 'Korrigieren',
  correctText: 'Korrigiere Rechtschreibung und Grammatik und ändere sonst nichts:',
  translate: 'Übersetzen',
  translateText: 'Übersetze das ins Deutsche:',
  list: 'Liste',
  listText: 'Schreibe die wichtigsten Punkte als Liste:',
};
