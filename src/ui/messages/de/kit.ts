import type { kitText } from '#ui/messages/kit.ts';

export const kit: typeof kitText = {
  close: 'Schließen',
  copy: 'Kopieren',
  copied: 'Kopiert',
  today: 'Heute',
  yesterday: 'Gestern',
  tooLongToEdit: 'Zu lang, um hier bearbeitet zu werden',
  tooLongToPaste:
    'Der Text ist zu lang, um hier eingefügt zu werden: höchstens 100.000 Zeichen, und 10.000 ohne Leerzeichen.',
  tooLongToShow: (count) =>
    `Der Text hat ${count} Zeichen: Er wird unverändert verwendet, ist aber zu lang, um hier bearbeitet zu werden.`,
  deleteText: 'Text löschen',
  notShown: (name) => `„${name}“ konnte nicht angezeigt werden.`,
  bashkir: 'Baschkirisch',
  tibetan: 'Tibetisch',
  recordingName: (day, time) => `Aufnahme ${day}, ${time}`,
  microphoneRefused:
    'Das Mikrofon ist gesperrt. Mit dem Symbol neben der Adresse erlauben und erneut versuchen.',
  noMicrophone: 'Kein Mikrofon gefunden.',
  silentShare:
    'Es wurde kein Ton freigegeben. Erneut versuchen, einen Tab wählen und seinen Ton einschalten.',
  cannotRecord:
    'Dieser Browser kann nicht aufnehmen. Mit einer anderen App aufnehmen und die Datei hinzufügen.',
  microphoneFailed:
    'Das Mikrofon konnte nicht geöffnet werden. Andere Programme schließen, die es verwenden, und erneut versuchen.',
};
