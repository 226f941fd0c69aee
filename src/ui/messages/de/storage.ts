import type { storageText } from '#ui/messages/storage.ts';

export const storage: typeof storageText = {
  title: 'Speicher',
  notShown: 'Die gespeicherten Daten konnten nicht gemessen werden.',
  measuring: 'Wird gemessen …',
  total: (used, quota) =>
    `Der Browser zählt ${used} für diese App, von ${quota}, die er speichern darf.`,
  aboutSizes: 'Alles ist in diesem Browser gespeichert, auf diesem Gerät.',
  kind: 'Art',
  size: 'Größe',
  actions: 'Aktionen',
  openModels: 'Modelle öffnen',
  nothing: 'Nichts',
  models: 'Heruntergeladene Modelle',
  app: 'App und eingebaute Modelle, für den Betrieb ohne Netz',
  chats: 'Chats und ihre Dateien',
  transcripts: 'Aufnahmen und Transkripte',
  textSets: 'Textsammlungen',
  vectors: 'Vektoren der Textsammlungen',
  presets: 'Voreinstellungen und Vorlagen',
  usage: 'Nutzung und gespeicherte Antworten',
  service: 'Einstellungen und Schlüssel',
  deleteEverything: 'Alles löschen',
  deleteWarning:
    'Löscht alle Chats, Aufnahmen, Transkripte, Textsammlungen, Schlüssel, Einstellungen und heruntergeladenen Modelle aus diesem Browser, in jedem offenen Tab. Das lässt sich nicht rückgängig machen.',
  offlineWarning:
    'Dieses Gerät ist offline: Alcove lässt sich erst mit einer Verbindung wieder öffnen.',
  exportFirst: 'Zuerst meine Daten exportieren',
  deleteAll: 'Das alles löschen',
};
