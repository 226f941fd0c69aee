import type { backupsText } from '#ui/messages/backups.ts';
import { plural } from '#ui/messages/catalogue.ts';

export const backups: typeof backupsText = {
  exportEncrypted: 'Mit Passphrase exportieren …',
  encryptedTitle: 'Mit Passphrase exportieren',
  aboutPassphrase:
    'Alles wird in eine Datei verschlüsselt, die nur diese Passphrase öffnet, hier und in jedem anderen Browser. Niemand kann eine vergessene Passphrase wiederherstellen. Mehrere Wörter sind leichter zu merken als Sonderzeichen und schwerer zu erraten.',
  passphrase: 'Passphrase',
  repeat: 'Passphrase wiederholen',
  tooShort: (min) => `Mindestens ${min} Zeichen eingeben.`,
  notTheSame: 'Die beiden sind nicht gleich.',
  export: 'Exportieren',
  openTitle: 'Diese Sicherung ist verschlüsselt',
  openAbout: (name) => `Die Passphrase eingeben, mit der „${name}“ erstellt wurde.`,
  open: 'Importieren',
  wrong: 'Das ist nicht die Passphrase, mit der die Sicherung erstellt wurde.',
  cancel: 'Abbrechen',
  last: (name, when, size) => `Letzter Export: „${name}“, ${when}, ${size}, geprüft.`,
  lastEncrypted: (name, when, size) =>
    `Letzter Export: „${name}“, ${when}, ${size}, verschlüsselt, geprüft.`,
  noneYet: 'In diesem Browser wurde noch nichts exportiert.',
  grown: (count) =>
    plural(count, {
      one: '# davon bekam neue Nachrichten.',
      other: '# davon bekamen neue Nachrichten.',
    }),
  filesSkipped: (count) =>
    plural(count, {
      one: '# Datei des Archivs konnte nicht gelesen werden.',
      other: '# Dateien des Archivs konnten nicht gelesen werden.',
    }),
  transcriptsAdded: (added, present) =>
    plural(added, {
      one: `# Transkript importiert, ${present} bereits vorhanden.`,
      other: `# Transkripte importiert, ${present} bereits vorhanden.`,
    }),
  projectsAdded: (added, present) =>
    plural(added, {
      one: `# Projekt importiert, ${present} bereits vorhanden.`,
      other: `# Projekte importiert, ${present} bereits vorhanden.`,
    }),
  show: 'Anzeigen',
  folder: 'Sicherungen in einen Ordner',
  folderNotShown: 'Die Sicherungen in einen Ordner konnten nicht angezeigt werden.',
  aboutFolder:
    'Alcove schreibt, solange es offen ist, neue Sicherungen in einen gewählten Ordner, liest sie noch einmal und löscht erst dann ältere eigene. Die letzten drei bleiben.',
  choose: 'Ordner wählen …',
  change: 'Ändern …',
  chooseTitle: 'Sicherungen in einen Ordner',
  every: 'Wie oft',
  daily: 'Jeden Tag',
  weekly: 'Jede Woche',
  encrypt: 'Mit einer Passphrase verschlüsseln',
  start: 'Ordner wählen',
  into: (folder) => `In „${folder}“`,
  folderGone: 'Der Ordner kann nicht mehr verwendet werden. Noch einmal wählen.',
  backUpNow: 'Jetzt sichern',
  stop: 'Sicherungen beenden',
  stopped: 'Sicherungen beendet. Die Dateien im Ordner bleiben.',
  notChosen: 'Der Ordner wurde nicht eingerichtet',
  notStopped: 'Die Sicherungen wurden nicht beendet',
  lastGood: (name, when, size) => `Letzte gute Sicherung: „${name}“, ${when}, ${size}, geprüft.`,
  lastGoodEncrypted: (name, when, size) =>
    `Letzte gute Sicherung: „${name}“, ${when}, ${size}, verschlüsselt, geprüft.`,
  noGood: 'Im Ordner ist noch keine Sicherung.',
  failed: (when, reason) => `Die Sicherung von ${when} ist fehlgeschlagen. ${reason}`,
  isDue: (folder) =>
    `Eine Sicherung in „${folder}“ ist fällig. Der Browser fragt, bevor er schreibt.`,
  backedUp: (name) => `„${name}“ wurde geschrieben und geprüft.`,
};
