import type { tablesText } from '#ui/messages/tables.ts';

export const tables: typeof tablesText = {
  count: (rows, total, where) => `${rows} von ${total} Zeilen${where}.`,
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
  rows: (rows, total, where) => `${rows} von ${total} Zeilen passen${where}.`,
  where: (conditions) => `mit ${conditions}`,
  and: 'und',
  scope: 'Aus allen Zeilen der Tabelle berechnet; darunter die ersten, die zählen.',
};
