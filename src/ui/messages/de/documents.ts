import { type documentsText, limit } from '#ui/messages/documents.ts';

export const documents: typeof documentsText = {
  empty: ({ name }) => `„${name}“ enthält keinen Text.`,
  'rich-text': ({ name }) =>
    `„${name}“ ist eine Rich-Text-Datei. Erst als Word-Dokument (.docx) speichern.`,
  mail: ({ name }) =>
    `„${name}“ ist eine gespeicherte E-Mail. Ihren Text erst als PDF oder Textdatei speichern.`,
  'old-office': ({ name }) =>
    `„${name}“ ist mit einem Passwort gesperrt oder in einem Format von vor 2007. Ohne Passwort als .docx, .xlsx oder .pptx speichern.`,
  damaged: ({ name, type }) =>
    `„${name}“ ist keine Datei vom Typ .${type}, oder sie ist beschädigt.`,
  'archive-files': ({ name, max }) =>
    `„${name}“ hat mehr als ${limit(max)} Dokumente, die Obergrenze für ein Archiv.`,
  'archive-empty': ({ name }) => `„${name}“ enthält keine Dokumente oder Bilder.`,
  locked: ({ name }) => `„${name}“ ist mit einem Passwort oder einer Lizenz gesperrt.`,
  'not-word': ({ name }) => `„${name}“ ist kein Word-Dokument, oder die Datei ist beschädigt.`,
  'no-word-text': ({ name }) => `„${name}“ hat keinen lesbaren Textteil.`,
  unpacks: ({ name, max }) =>
    `„${name}“ enthält entpackt mehr als ${limit(max)} Bytes Text, die Obergrenze.`,
  'pdf-size': ({ name, max }) =>
    `„${name}“ hat mehr als ${limit(max)} Bytes, die Obergrenze für ein PDF.`,
  'pdf-pictures': ({ name }) =>
    `„${name}“ enthält keinen Text, und aus den Bildern war keiner zu lesen.`,
  picture: ({ name }) =>
    `Dieser Browser kann das Bild „${name}“ nicht öffnen. Als PNG oder JPEG speichern und erneut versuchen.`,
  'picture-size': ({ name, max }) =>
    `„${name}“ hat mehr als ${limit(max)} Pixel, die Obergrenze eines Bildes.`,
  pages: ({ name, max }) =>
    `„${name}“ hat mehr als ${limit(max)} Seiten, die Obergrenze einer solchen Datei.`,
  'no-words': ({ name }) => `In „${name}“ wurden keine Wörter gefunden.`,
  'unread-words': ({ name }) =>
    `„${name}“ enthält Wörter, die nicht gelesen werden konnten: Sie sind undeutlich oder in einer Schrift, die Alcove noch nicht liest.`,
  'pdf-unpacks': ({ name, max }) =>
    `„${name}“ hat entpackt zusammen mehr als ${limit(max)} Bytes, die Obergrenze.`,
  'pdf-locked': ({ name }) => `„${name}“ ist mit einem Passwort gesperrt.`,
  'pdf-damaged': ({ name }) => `„${name}“ ist kein PDF, oder die Datei ist beschädigt.`,
  rows: ({ name, max }) =>
    `„${name}“ hat mehr als ${limit(max)} Zeilen, die Obergrenze einer Tabelle.`,
  columns: ({ name, max }) =>
    `„${name}“ hat mehr als ${limit(max)} Spalten, die Obergrenze einer Tabelle.`,
  cells: ({ name, max }) =>
    `„${name}“ hat mehr als ${limit(max)} Zellen, die Obergrenze einer Tabelle.`,
  characters: ({ name, max }) => `„${name}“ hat mehr als ${limit(max)} Zeichen, die Obergrenze.`,
  bytes: ({ name, max }) => `„${name}“ hat mehr als ${limit(max)} Bytes, die Obergrenze.`,
  texts: ({ max }) =>
    `Das sind mehr als ${limit(max)} Texte, die Obergrenze. Längere Abschnitte wählen.`,
  'not-json': ({ line }) => `Zeile ${line} ist kein JSON.`,
  'too-deep': () => 'Ein Wert ist zu tief verschachtelt, um angezeigt zu werden.',
  'vector-count': ({ count, expected }) => `Es gibt ${count} Vektoren für ${expected} Texte.`,
  'vector-list': ({ line }) => `Zeile ${line} ist keine Liste von Zahlen.`,
  'vector-length': ({ line, count, expected }) =>
    `Zeile ${line} hat ${count} Zahlen, die erste hat ${expected}.`,
  'vector-number': ({ line }) => `Zeile ${line} enthält einen Wert, der keine Zahl ist.`,
  moved: ({ name }) =>
    `„${name}“ wurde verschoben, geändert oder gelöscht. Die Datei erneut auswählen.`,
  memory: ({ name }) =>
    `„${name}“ konnte nicht gelesen werden: Vielleicht reicht der Arbeitsspeicher nicht.`,
  silent: ({ name, max }) =>
    `„${name}“ konnte nicht in ${max} Sekunden gelesen werden, der Obergrenze.`,
  'not-started': () =>
    'Der Code, der PDFs liest, konnte nicht geladen werden. Die Verbindung prüfen und erneut versuchen.',
  unreadable: ({ name }) =>
    `„${name}“ konnte nicht gelesen werden: Die Datei ist beschädigt oder zu groß.`,
  'not-npy': () => 'Die Datei ist kein NPY-Array.',
  'npy-header': () => 'Der Kopf des NPY-Arrays ist beschädigt.',
  'npy-cut': () => 'Die Datei endet vor ihrer letzten Zeile.',
  'npy-shape': () => 'Das Array muss zwei Dimensionen haben: Texte mal Zahlen.',
  'npy-empty': () => 'Das Array ist leer.',
  'npy-records': () => 'Arrays aus Datensätzen werden nicht gelesen.',
  'npy-type': ({ type }) => `Zahlen vom Typ ${type} werden nicht gelesen.`,
};
