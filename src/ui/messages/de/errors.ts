import type { errorsText } from '#ui/messages/errors.ts';

export const errors: typeof errorsText = {
  noRoom:
    'Auf diesem Gerät ist kein Speicherplatz mehr frei. Aufnahmen, Chats oder Modelle löschen und erneut versuchen.',
  freeStorage: 'Speicher freigeben',
  notReadable:
    'Die Datei konnte nicht gelesen werden. Vielleicht wurde sie verschoben oder geändert.',
  notFound: 'Die Datei wurde nicht gefunden.',
  notAllowed: 'Der Browser hat es nicht erlaubt.',
  stopped: 'Der Vorgang wurde abgebrochen.',
  timeout: 'Der Vorgang hat zu lange gedauert.',
  cannotStore: 'Dieser Browser kann keine Daten speichern.',
  storageMissing:
    'Dieser Browser lässt Alcove hier nichts speichern. Den privaten Modus verlassen oder Websitedaten erlauben und neu laden.',
  storageBlocked:
    'Ein anderer Tab hält eine ältere Version der gespeicherten Daten offen. Die anderen Tabs von Alcove schließen und neu laden.',
  storageSilent:
    'Der Browser hat die gespeicherten Daten nicht rechtzeitig geöffnet. Andere Tabs von Alcove schließen und neu laden.',
  storageNewer:
    'Diese Daten hat eine neuere Version von Alcove gespeichert. Neu laden, um diese Seite zu aktualisieren.',
  storageDamaged:
    'Den gespeicherten Daten fehlen ihre Tabellen: Nichts davon ist lesbar. Alles löschen, um von vorn zu beginnen.',
  storageFailed:
    'Der Browser konnte die gespeicherten Daten nicht lesen. Neu laden; hilft das nicht, den Browser neu starten.',
  missingCodes:
    'Die Zeichentabelle, die dieses PDF braucht, ist nicht auf diesem Gerät. Mit dem Internet verbinden und das PDF erneut hinzufügen: Danach ist es auch offline lesbar.',
  noConnection: 'Die Verbindung ist fehlgeschlagen.',
  unknown: 'Ein Fehler ist aufgetreten.',
  unknownReload: 'Ein Fehler ist aufgetreten. Die Seite neu laden und erneut versuchen.',
  noServiceWorkerYet:
    'Der Service-Worker ist nicht gestartet. Der Chat funktioniert; fetch-Aufrufe an /v1 werden beantwortet, sobald er läuft.',
  failed: (action, reason) => `${action}: ${reason}`,
};
