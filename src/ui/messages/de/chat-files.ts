import { plural } from '#ui/messages/catalogue.ts';
import type { chatFilesText } from '#ui/messages/chat-files.ts';

export const chatFiles: typeof chatFilesText = {
  reading: (name) => `${name} wird gelesen`,
  readingPassages: (name, done, total) =>
    plural(total, {
      one: `${name} wird gelesen: ${done} von # Stelle`,
      other: `${name} wird gelesen: ${done} von # Stellen`,
    }),
  leftOut: (name, count, names) =>
    plural(count, {
      one: `Aus „${name}“ wurde eine Datei nicht gelesen: ${names}.`,
      other: `Aus „${name}“ wurden # Dateien nicht gelesen: ${names}.`,
    }),
  pagesOf: (name) => `Seiten von ${name}`,
  textPage: (number) => `Seite ${number}: Text`,
  readPage: (number) => `Seite ${number}: aus ihrem Bild gelesen`,
  unreadablePage: (number) => `Seite ${number}: nicht lesbar`,
  emptyPage: (number) => `Seite ${number}: leer`,
  allWasRead: 'Keine Seite dieser Dokumente blieb ungelesen.',
  notAllWasRead: 'Nicht jede Seite dieser Dokumente war zu lesen.',
  refusedFiles:
    'Dateien, die beim Hinzufügen abgelehnt oder ausgelassen wurden, stehen nicht hier.',
  whenAdded: 'Beim Hinzufügen von Dateien:',
  notRead: (count) =>
    plural(count, {
      one: 'Nicht vollständig gelesen: # Datei',
      other: 'Nicht vollständig gelesen: # Dateien',
    }),
  wholeText: 'als Text gelesen',
  textPages: (list) => `als Text gelesen: Seite ${list}`,
  readPages: (list) => `aus dem Bild gelesen: Seite ${list}`,
  unreadablePages: (list) => `nicht lesbar: Seite ${list}`,
  emptyPages: (list) => `leer: Seite ${list}`,
  cancelReading: (name) => `Lesen von ${name} abbrechen`,
  files: (count) => plural(count, { one: '# Datei', other: '# Dateien' }),
  searchFiles: 'Dateien durchsuchen',
  noFile: 'Keine Datei heißt so.',
  readingPage: (name, page, pages) =>
    pages > 1
      ? `${name} wird gelesen: Bild der Seite ${page} von ${pages}`
      : `${name} wird gelesen`,
  wordsOnly: 'nur die Wörter des Bildes',
  somePictures: (read, pages) =>
    `${read} von ${pages} ${pages === 1 ? 'Seite' : 'Seiten'} aus Bildern gelesen`,
  unreadPages: (list) => `nicht gelesen: Seite ${list}`,
  otherModel: 'Vektoren eines anderen Modells',
  embedAgain: (name) => `${name} neu einbetten`,
  notEmbedded: (name) => `„${name}“ konnte nicht neu eingebettet werden`,
  remove: (name) => `${name} entfernen`,
  documentNotRemoved: (name) => `„${name}“ konnte nicht entfernt werden`,

  unknownKind: (name) =>
    `Alcove kann „${name}“ nicht lesen. Ein Dokument, ein Bild oder eine Aufnahme anhängen.`,
  tooLarge: (name, limit) => `„${name}“ ist größer als ${limit}.`,
  tooManyFiles: (name, limit) =>
    `„${name}“ wurde nicht angehängt: Eine Nachricht kann höchstens ${limit} Dateien haben.`,
  tooLargeTogether: (name, limit) =>
    `„${name}“ wurde nicht angehängt: Die Dateien einer Nachricht können zusammen höchstens ${limit} haben.`,
  noPictures: (name, model) => `„${name}“ wurde nicht angehängt: ${model} kann keine Bilder sehen.`,
  noAudio: (name, model) =>
    `„${name}“ wurde nicht angehängt: ${model} kann kein Audio verarbeiten.`,
  noModel: (reason) => `${reason} Unter Modelle ein geeignetes herunterladen.`,
  inTranscribe: (reason) => `${reason} Transkribieren macht Sprache zu Text.`,

  openTranscribe: 'Transkribieren öffnen',

  noSpeech: 'Keine Sprache gefunden. Noch einmal aufnehmen.',
  noSound: 'Das Mikrofon hat keinen Ton geliefert.',
  notTranscribed: 'Die Aufnahme konnte nicht transkribiert werden',
  recordingNotStored: 'Die Aufnahme konnte nicht gespeichert werden',
  transcribing: 'Wird transkribiert …',
  cancel: 'Abbrechen',
  dismiss: 'Schließen',
  discard: 'Verwerfen',
  openInTranscribe: 'In Transkribieren öffnen',
  saveRecording: 'Aufnahme speichern',

  modelFile: (name) => `„${name}“ ist ein Modell. Auf der Seite Modelle hinzufügen.`,
  showModels: 'Anzeigen',
  modelConverting: (model) =>
    `${model} wird auf diesem Gerät umgewandelt. Modelle zeigt den Fortschritt.`,
  modelReady: (model) => `${model} ist jetzt benutzbar.`,
  useModel: 'In diesem Chat verwenden',
  modelFailed: (model, reason) => `${model} wurde nicht umgewandelt: ${reason}`,
};
