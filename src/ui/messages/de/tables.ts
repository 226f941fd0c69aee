import { plural } from '#ui/messages/catalogue.ts';
import type { tablesText } from '#ui/messages/tables.ts';

export const tables: typeof tablesText = {
  count: (rows, total, where) => `${rows} von ${total} Zeilen${where}.`,
  share: (value, rows, total, where) => `${value}: ${rows} von ${total} Zeilen${where}.`,
  distinct: (column, value, rows, total, where) =>
    `${column} hat ${value} verschiedene Werte${where}, in ${rows} von ${total} Zeilen.`,
  sum: (column, value, rows, total, where) =>
    `Die Summe von ${column} ist ${value}${where}, aus ${rows} von ${total} Zeilen.`,
  average: (column, value, rows, total, where) =>
    `Der Durchschnitt von ${column} ist ${value}${where}, aus ${rows} von ${total} Zeilen.`,
  highest: (column, value, rows, total, where) =>
    `Der höchste Wert von ${column} ist ${value}${where}, in ${rows} von ${total} Zeilen.`,
  lowest: (column, value, rows, total, where) =>
    `Der niedrigste Wert von ${column} ist ${value}${where}, in ${rows} von ${total} Zeilen.`,
  mostOf: (group, column, value, where) =>
    `${group} mit der höchsten Summe von ${column}${where}: ${value}.`,
  leastOf: (group, column, value, where) =>
    `${group} mit der niedrigsten Summe von ${column}${where}: ${value}.`,
  mostRows: (group, value, where) => `${group} mit den meisten Zeilen${where}: ${value}.`,
  fewestRows: (group, value, where) => `${group} mit den wenigsten Zeilen${where}: ${value}.`,
  resultOf: (operation, column) =>
    operation === 'count'
      ? 'Zeilen'
      : `${operation === 'average' ? 'Durchschnitt' : 'Summe'} von ${column}`,
  each: (result, group, value, where) => `${result} je ${group}${where}: ${value}.`,
  rows: (rows, total, where) => `${rows} von ${total} Zeilen passen${where}.`,
  where: (conditions) => `mit ${conditions}`,
  and: 'und',
  scope: 'Aus allen Zeilen der Tabelle berechnet; darunter die ersten, die zählen.',

  found: (lines, files) =>
    `${plural(lines, { one: '# Zeile', other: '# Zeilen' })} in ${plural(files, { one: '# Datei', other: '# Dateien' })}`,
  none: 'Keine Zeile dieser Dateien gehört in die Antwort.',
  noneSoFar: 'Keine der gelesenen Zeilen gehört in die Antwort.',
  notRead: 'Die Dateien wurden nicht gelesen, daher ist nichts aufgeführt.',
  byWords: (lines, files) =>
    `Unter ${lines} Zeilen aus ${files} Dateien nach Wörtern und Bedeutung gefunden und wörtlich zitiert. Zeilen in anderen Worten können fehlen.`,
  byWordsAlone: (lines, files) =>
    `Unter ${lines} Zeilen aus ${files} Dateien nur nach Wörtern gefunden und wörtlich zitiert. Zeilen in anderen Worten fehlen.`,
  byModel: (model, lines, files) =>
    `${model} hat ${lines} Zeilen aus ${files} Dateien gelesen. Jede gefundene Zeile ist wörtlich zitiert; ein kleines Modell kann Zeilen übersehen oder unpassende aufnehmen.`,
  unsure: (model) =>
    `${model} war zu unsicher, um die Zeilen zu beurteilen; Wörter und Bedeutung haben entschieden.`,
  unsureByWords: (model) =>
    `${model} war zu unsicher, um die Zeilen zu beurteilen; Wörter haben entschieden.`,
  effort: (tokens, time) => `${tokens} Token in ${time}.`,
  stoppedAfter: (read, lines) => `Nach ${read} von ${lines} Zeilen angehalten.`,
  onlyFirst: (count) => `Die ersten ${count} sind aufgeführt.`,
  unread: (pages) => `Seiten, die nicht gelesen werden konnten: ${pages}.`,

  work: 'Dateien werden gelesen',
  searching: (done, lines) => `${done} von ${lines} Zeilen durchsucht`,
  reading: (done, lines) => `${done} von ${lines} Zeilen gelesen`,
  foundSoFar: (count) => plural(count, { one: '# gefunden', other: '# gefunden' }),
  timeLeft: (time) => `noch etwa ${time}`,
  takes: (model, lines, time) => `Alle ${lines} Zeilen mit ${model} zu lesen dauert etwa ${time}.`,
  readAll: 'Alles lesen',
  searchOnly: 'Nur Wörter und Bedeutung nutzen',
};
