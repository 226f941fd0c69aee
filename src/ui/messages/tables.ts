import { catalogue } from './catalogue.ts';

/** Answers that are computed from the rows of a table: sentences for a person, and for the model that answers with them. */
export const tablesText = catalogue('tables', {
  count: (rows: string, total: string, where: string) => `${rows} of ${total} rows${where}.`,
  sum: (column: string, value: string, rows: string, total: string, where: string) =>
    `The sum of ${column} is ${value}${where}, from ${rows} of ${total} rows.`,
  average: (column: string, value: string, rows: string, total: string, where: string) =>
    `The average of ${column} is ${value}${where}, from ${rows} of ${total} rows.`,
  highest: (column: string, value: string, rows: string, total: string, where: string) =>
    `The highest ${column} is ${value}${where}, of ${rows} of ${total} rows.`,
  lowest: (column: string, value: string, rows: string, total: string, where: string) =>
    `The lowest ${column} is ${value}${where}, of ${rows} of ${total} rows.`,
  mostOf: (group: string, column: string, value: string, where: string) =>
    `The ${group} with the highest sum of ${column}${where}: ${value}.`,
  leastOf: (group: string, column: string, value: string, where: string) =>
    `The ${group} with the lowest sum of ${column}${where}: ${value}.`,
  mostRows: (group: string, value: string, where: string) =>
    `The ${group} with most rows${where}: ${value}.`,
  fewestRows: (group: string, value: string, where: string) =>
    `The ${group} with fewest rows${where}: ${value}.`,
  rows: (rows: string, total: string, where: string) => `${rows} of ${total} rows match${where}.`,
  where: (conditions: string) => `where ${conditions}`,
  and: 'and',
  scope: 'Computed from all rows of the table; below it the first that count.',
});
