import { plural } from '#ui/messages/catalogue.ts';
import type { failureText } from '#ui/messages/failure.ts';

export const failure: typeof failureText = {
  notLoaded:
    'Der Code dafür konnte nicht geladen werden. Bitte die Verbindung prüfen und erneut versuchen.',
  dataIsSafe: 'Die Daten sind weiterhin in diesem Browser gespeichert.',
  tryAgain: 'Erneut versuchen',
  showPlain: 'Als reinen Text anzeigen',
  reload: 'Neu laden',
  copyDetails: 'Details kopieren',
  exportData: 'Meine Daten exportieren',
  exporting: 'Wird exportiert …',
  exported: 'Exportiert',
  notExported: 'Die Daten in diesem Browser konnten nicht gelesen werden.',
  showMore: (left) =>
    plural(left, {
      one: 'Mehr anzeigen (noch # Zeichen)',
      other: 'Mehr anzeigen (noch # Zeichen)',
    }),
  stopped: 'Alcove funktioniert nicht mehr',
  stoppedAdvice: 'Beim Anzeigen der Seite ist ein Fehler aufgetreten. Zum Fortfahren neu laden.',
  insecure: 'Alcove braucht eine sichere Verbindung',
  insecureAdvice: (origin) =>
    `Auf ${origin} schalten Browser Service-Worker und Sperren ab. Die App über https oder auf localhost öffnen.`,
  noLocks: 'Dieser Browser kennt keine Web Locks',
  noLocksAdvice:
    'Alcove teilt damit Modelle zwischen Tabs. Den Browser aktualisieren oder einen anderen verwenden.',
  noStorage: 'Dieser Browser kann keine Daten speichern',
  noStorageAdvice:
    'IndexedDB ist abgeschaltet, wie in manchen privaten Fenstern. Die App in einem normalen Fenster öffnen.',
  tooOld: 'Diesem Browser fehlt etwas, das Alcove braucht',
  tooOldAdvice: (missing) =>
    `Es fehlt: ${missing}. Den Browser aktualisieren, abschalten, was es blockiert, oder Alcove in einem anderen Browser öffnen.`,
  notOpened: 'Die gespeicherten Daten konnten nicht geöffnet werden',
  notStarted: 'Alcove konnte nicht starten',
  notStartedAdvice:
    'Die Seite neu laden. Hilft das nicht, die Daten exportieren und von vorn beginnen.',
  dataUnchanged:
    'Chats, Transkripte und Einstellungen sind in diesem Browser gespeichert und unverändert.',
  deleteAndRestart: 'Alles löschen und von vorn beginnen',
  deleteWarning:
    'Löscht alle Chats, Transkripte, Textsammlungen, Schlüssel, Einstellungen und heruntergeladenen Modelle aus diesem Browser. Das lässt sich nicht rückgängig machen. Vorher die Daten exportieren.',
  deleteEverything: 'Alles löschen',
  notDeleted: (what) =>
    `Nicht gelöscht: ${what}. Andere Tabs dieser App schließen und erneut versuchen.`,
  deleting: 'Alles wird gelöscht …',
  allDeleted: 'Alles ist gelöscht',
  allDeletedLead:
    'In diesem Browser ist nichts mehr von Alcove gespeichert. Wenn Sie es öffnen, beginnt es wie beim ersten Besuch.',
  openAgain: 'Alcove öffnen',
  serviceWorker: 'der Service-Worker',
  cachedFiles: 'zwischengespeicherte Dateien',
  databases: 'Chats, Transkripte und Einstellungen',
  modelFiles: 'Modelldateien',
  preferences: 'persönliche Einstellungen',
};
