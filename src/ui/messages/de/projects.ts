import { plural } from '#ui/messages/catalogue.ts';
import type { projectsText } from '#ui/messages/projects.ts';

export const projects: typeof projectsText = {
  projects: 'Projekte',
  newProject: 'Neues Projekt',
  name: 'Name',
  create: 'Anlegen',
  notCreated: 'Das Projekt konnte nicht angelegt werden',
  notSaved: 'Das Projekt konnte nicht gespeichert werden',
  notFound: 'Dieses Projekt gibt es nicht mehr.',
  notShown: 'Die Projekte konnten nicht angezeigt werden.',
  undo: 'Rückgängig',

  instructions: 'Anweisungen',
  instructionsHint:
    'Jede Antwort in diesem Projekt folgt ihnen, vor dem System-Prompt ihres Chats.',
  instructionsPlaceholder: 'In zwei Sätzen antworten und die Datei nennen.',
  instructionsOf: (name) => `Anweisungen von „${name}“`,

  noInstructions: 'Keine Anweisungen',

  files: 'Dateien',
  filesLead: 'Dokumente oder Ordner hier ablegen: Jeder Chat in diesem Projekt durchsucht sie.',
  addFiles: 'Dateien hinzufügen',
  addFolder: 'Ordner hinzufügen',
  addTranscript: 'Transkript hinzufügen',
  newNote: 'Neue Notiz',
  noteTitle: 'Titel',
  noteText: 'Text',
  saveNote: 'Notiz speichern',
  editNote: (name) => `„${name}“ bearbeiten`,
  noteNotSaved: 'Die Notiz konnte nicht gespeichert werden',
  dropNow: 'Dateien oder Ordner ablegen, um sie dem Projekt hinzuzufügen',
  notAdded: 'Die Dateien konnten nicht hinzugefügt werden',
  fileRemoved: (name) => `„${name}“ wurde entfernt.`,
  notRemoved: 'Die Datei konnte nicht entfernt werden',
  countFiles: (count) => plural(count, { one: '# Datei', other: '# Dateien' }),
  countPassages: (count) => plural(count, { one: '# Abschnitt', other: '# Abschnitte' }),
  characters: (count) => `${count} Zeichen`,
  vectors: (size, models) => `Vektoren ${size} von ${models}`,

  folders: 'Ordner',
  folderFiles: (count) => plural(count, { one: '# Datei gelesen', other: '# Dateien gelesen' }),
  'other-tab': 'Ein anderer Tab liest ihn gerade',
  followed: (name) =>
    `„${name}“ wird verfolgt: Neue und geänderte Dateien werden gelesen, wenn das Projekt geöffnet wird.`,
  unfollowed: (name) => `„${name}“ wird nicht mehr verfolgt; die Dateien bleiben.`,
  filesRead: (count) =>
    plural(count, {
      one: 'Eine neue oder geänderte Datei wurde gelesen.',
      other: '# neue oder geänderte Dateien wurden gelesen.',
    }),
  noChanges: 'Nichts Neues.',
  gone: (count, names) =>
    plural(count, {
      one: `Nicht mehr im Ordner, aber noch im Projekt: ${names}`,
      other: `Nicht mehr im Ordner, aber noch im Projekt (#): ${names}`,
    }),
  removeGone: 'Aus dem Projekt entfernen',
  goneRemoved: (count) =>
    plural(count, { one: 'Eine Datei wurde entfernt.', other: '# Dateien wurden entfernt.' }),

  chats: 'Chats',
  noChats: 'In diesem Projekt ist noch kein Chat.',
  newChat: 'Neuer Chat in diesem Projekt',
  temporaryChat: 'Temporärer Chat',
  chip: (name, count) => plural(count, { one: `${name}: # Datei`, other: `${name}: # Dateien` }),

  moveTitle: 'In Projekt verschieben',
  project: 'Projekt',
  none: 'Kein Projekt',
  another: 'Neues Projekt …',
  moveHint:
    'Ab der nächsten Nachricht kann der Chat die Dateien seines Projekts verwenden und folgt dessen Anweisungen.',
  moveAction: 'Verschieben',
  notMoved: 'Der Chat konnte nicht verschoben werden',

  export: 'Projekt exportieren',
  exportTitle: (name) => `„${name}“ exportieren`,
  exportLead:
    'Eine Datei mit seinen Anweisungen, seinen Dateien und deren Vektoren. Einstellungen → Daten → Importieren oder Ablegen auf der Seite fügt sie in jedem Alcove hinzu.',
  exportChats: (count) => plural(count, { one: 'Mit seinem Chat', other: 'Mit seinen # Chats' }),
  exportLabel:
    'Die Datei ist nicht verschlüsselt. Wo sie importiert wird, dürfen ihre Dateien das Gerät erst verlassen, wenn es dort jemand erlaubt.',
  notExported: 'Das Projekt konnte nicht exportiert werden',

  delete: 'Projekt löschen',
  deleteTitle: (name) => `„${name}“ löschen?`,
  deleteLead: (files) =>
    plural(files, {
      one: 'Seine Datei und seine Anweisungen werden gelöscht.',
      other: 'Seine # Dateien und seine Anweisungen werden gelöscht.',
    }),
  keepChats: (count) =>
    plural(count, {
      one: 'Sein Chat bleibt als gewöhnlicher Chat',
      other: 'Seine # Chats bleiben als gewöhnliche Chats',
    }),
  deleteChats: (count) =>
    plural(count, { one: 'Auch seinen Chat löschen', other: 'Auch seine # Chats löschen' }),
  deleted: (name) => `„${name}“ wurde gelöscht.`,
  notDeleted: 'Das Projekt konnte nicht gelöscht werden',
};
