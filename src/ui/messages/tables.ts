import { catalogue, plural } from './catalogue.ts';

/** Answers that are computed from the rows of a table: sentences for a person, and for the model that answers with them. */
export const tablesText = catalogue('tables', {
  count: (rows: string, total: string, where: string) => `${rows} of ${total} rows${where}.`,
  share: (value: string, rows: string, total: string, where: string) =>
    `${value}: ${rows} of ${total} rows${where}.`,
  distinct: (column: string, value: string, rows: string, total: string, where: string) =>
    `${column} has ${value} different values${where}, in ${rows} of ${total} rows.`,
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
  resultOf: (operation: string, column: string) =>
    operation === 'count' ? 'Rows' : `The ${operation} of ${column}`,
  each: (result: string, group: string, value: string, where: string) =>
    `${result} for each ${group}${where}: ${value}.`,
  rows: (rows: string, total: string, where: string) => `${rows} of ${total} rows match${where}.`,
  where: (conditions: string) => `where ${conditions}`,
  and: 'and',
  scope: 'Computed from all rows of the table; below it the first that count.',

  // Answers that list everything: the lines found, how, and the work on them.
  found: (lines: number, files: number) =>
    `${plural(lines, { one: '# line', other: '# lines' })} in ${plural(files, { one: '# file', other: '# files' })}`,
  none: 'No line of these files belongs in the answer.',
  noneSoFar: 'None of the lines that were read belongs in the answer.',
  notRead: 'The files were not read, so nothing is listed.',
  byWords: (lines: string, files: string) =>
    `Found among ${lines} lines of ${files} files by words and meaning, and quoted word for word. Lines in other words may be missing.`,
  byWordsAlone: (lines: string, files: string) =>
    `Found among ${lines} lines of ${files} files by words alone, and quoted word for word. Lines in other words are missing.`,
  byModel: (model: string, lines: string, files: string) =>
    `${model} read ${lines} lines of ${files} files. Each line found is quoted word for word; a small model may miss lines, or include some that do not belong.`,
  unsure: (model: string) =>
    `${model} was too unsure to judge the lines, so words and meaning decided.`,
  unsureByWords: (model: string) => `${model} was too unsure to judge the lines, so words decided.`,
  effort: (tokens: string, time: string) => `${tokens} tokens in ${time}.`,
  stoppedAfter: (read: string, lines: string) => `Stopped after ${read} of ${lines} lines.`,
  onlyFirst: (count: string) => `The first ${count} are listed.`,
  unread: (pages: string) => `Pages that could not be read: ${pages}.`,

  work: 'Reading the files',
  searching: (done: string, lines: string) => `Searching ${done} of ${lines} lines`,
  reading: (done: string, lines: string) => `Reading ${done} of ${lines} lines`,
  foundSoFar: (count: number) => plural(count, { one: '# found', other: '# found' }),
  timeLeft: (time: string) => `about ${time} left`,
  takes: (model: string, lines: string, time: string) =>
    `Reading all ${lines} lines with ${model} takes about ${time}.`,
  readAll: 'Read everything',
  searchOnly: 'Use words and meaning only',
});
