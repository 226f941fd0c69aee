import type { recorderText } from '#ui/messages/recorder.ts';

export const recorder: typeof recorderText = {
  name: (day, time) => `Aufnahme ${day}, ${time}`,
  refused:
    'Das Mikrofon ist gesperrt. Mit dem Symbol neben der Adresse erlauben und erneut versuchen.',
  none: 'Kein Mikrofon gefunden.',
  silentShare:
    'Es wurde kein Ton freigegeben. Erneut versuchen, einen Tab wählen und seinen Ton einschalten.',
  unsupported:
    'Dieser Browser kann nicht aufnehmen. Mit einer anderen App aufnehmen und die Datei hinzufügen.',
  failed:
    'Das Mikrofon konnte nicht geöffnet werden. Andere Programme schließen, die es verwenden, und erneut versuchen.',
};
