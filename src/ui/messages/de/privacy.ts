import { plural } from '#ui/messages/catalogue.ts';
import type { privacyText } from '#ui/messages/privacy.ts';

export const privacy: typeof privacyText = {
  none: (since) =>
    `Seit ${since} hat nichts diesen Browser verlassen: 0 Anfragen an andere Websites.`,
  some: (count, since) =>
    plural(count, {
      one: `Seit ${since} hat # Anfrage diesen Browser verlassen.`,
      other: `Seit ${since} haben # Anfragen diesen Browser verlassen.`,
    }),
  bySite: 'Anfragen nach Website',
  each: (count) =>
    plural(count, { one: 'Die letzte Anfrage', other: 'Die letzten # Anfragen einzeln' }),
  eachCaption: 'Die letzten Anfragen',
  time: 'Zeit',
  why: 'Wofür',
  page: 'Eine Seite oder ein Teil davon',
  description: 'Angaben zu einem Modell',
  file: 'Eine Datei eines Modells',
  answer: 'Eine Antwort',
  providerModels: 'Eine Liste von Modellen',
  inventory: 'Was hier gespeichert ist',
  inventoryNotShown: 'Die Liste der gespeicherten Daten konnte nicht angezeigt werden.',
  aboutInventory:
    'Jede Tabelle, jeder Ordner und jeder Cache dieser Website in diesem Browser, jetzt gemessen. Zuletzt benutzt: bei einem Modell die letzte Antwort; bei den Dateien der App und den Vorlieben dieser Besuch; sonst das letzte Schreiben.',
  items: 'Einträge',
  from: 'Älteste',
  to: 'Neueste',
  lastUsed: 'Zuletzt benutzt',
  name: 'Name',
  empty: 'Leer:',
  folders: 'Ordner',
  caches: 'Caches',
  preferences: 'Vorlieben der Seiten',
  delete: 'Löschen',
  deleteNamed: (name) => `${name} löschen`,
  deleteTitle: (name) => `„${name}“ löschen`,
  deleteTable: 'Löscht die Zeilen aus diesem Browser. Das lässt sich nicht rückgängig machen.',
  deleteFolder: 'Löscht die Dateien aus diesem Browser. Das lässt sich nicht rückgängig machen.',
  deleteCache:
    'Löscht die gespeicherten Dateien der App und der eingebauten Modelle. Sie werden von der eigenen Adresse von Alcove neu geladen, wenn sie gebraucht werden; ohne Verbindung öffnet sich die App bis dahin nicht.',
  deletePreferences:
    'Löscht die Auswahl der Seiten, etwa das Design und das letzte Modell. Die Seite öffnet sich neu.',
  gone: (name) => `„${name}“ ist gelöscht. Noch einmal gemessen: Nichts ist davon übrig.`,
  notGone: (name) =>
    `„${name}“ wurde gelöscht. Dateien, die diese Seite verwendet, wurden seitdem wieder gespeichert.`,
  notDeleted: 'Es wurde nicht gelöscht',
  manage: 'Verwalten',
  manageNamed: (name) => `${name} verwalten`,
  check: 'Selbst prüfen',
  first:
    'Die Netzwerkansicht des Browsers öffnen (F12), diese Seite neu laden und Alcove verwenden. Jede Zeile nennt die eigene Adresse von Alcove.',
  second:
    'Oben den Offline-Modus einschalten oder das Netz ausschalten und ein Modell noch einmal fragen. Es antwortet wie zuvor.',
  third:
    'Den Bericht speichern und prüfen lassen. Er hat den Hash jeder Datei, die hier läuft, die Richtlinie der Seite und Zahlen: keine Texte, Namen oder Schlüssel.',
  report: 'Bericht speichern',
  reporting: 'Hashes der App werden berechnet',
  reported: 'Der Bericht liegt bei den Downloads.',
  notReported: 'Der Bericht konnte nicht erstellt werden',
};
