import { rankingTerms } from '#base/words.ts';
import { askTable } from '#retrieval/ask-table.ts';
import type { TableAnswer } from '#retrieval/table-results.ts';
import type { Source } from '#storage/chat-records.ts';
import { language } from '#ui/messages/catalogue.ts';
import { tablesText } from '#ui/messages/tables.ts';

/** Characters of tables that are read for one question: the page waits for them. */
const MAX_TEXT = 6_000_000;

/** Results whose sentence says it all; of the others the rows are a part of the answer. */
const TOTALS: ReadonlySet<TableAnswer['operation']> = new Set([
  'count',
  'sum',
  'average',
  'share',
  'distinct',
]);

interface TextDocument {
  id: string;
  name: string;
  text?: string;
}

/** Results of a column that a question names; a number of rows may be of other things than it counts. */
const OF_COLUMNS: ReadonlySet<TableAnswer['operation']> = new Set([
  'sum',
  'average',
  'highest',
  'lowest',
]);

interface TableSource {
  source: Source;
  /** Whether it answers the question as a whole: by a table that fits it best, or whose file it names. */
  isWhole: boolean;
}

/**
 * Answers that are computed from the tables of documents: a passage each, with the sentence and the rows that show
 * it. A model sums up nothing: it reads the result. @param best id of the document whose passage fits the question best
 */
export function tableSources(
  question: string,
  documents: readonly TextDocument[],
  best: string | undefined,
): TableSource[] {
  let read = 0;
  const isOneOfMany = documents.length > 1;
  const asked = new Set(rankingTerms(question));
  const answers = documents.flatMap(({ id, name, text = '' }) => {
    if (!text.includes(' | ')) return [];
    read += text.length;
    const answer = read > MAX_TEXT ? null : askTable(question, text, name);
    const [first] = answer?.shown ?? [];
    // Of no rows there is nothing to open.
    if (!answer || !first) return [];
    return isAbout(answer, isOneOfMany, id === best) ? { id, name, text, answer, first } : [];
  });
  const most = Math.max(...answers.map(({ answer }) => answer.named));
  return answers
    .filter(({ answer }) => answer.named === most)
    .map(({ id, name, text, answer, first }) => {
      const computed = sentenceOf(answer);
      const rows = answer.shown.map(({ start, end }) => text.slice(start, end));
      const { start, end } = first;
      const lines = [computed, ...rows].join('\n');
      const isTotal = TOTALS.has(answer.operation);
      const isLookup = answer.operation === 'rows' && answer.isCode !== true;
      const place = { documentId: id, documentName: name, start, end };
      const flags = { ...(isTotal && { isTotal }), ...(isLookup && { isLookup }) };
      const source = { ...place, text: lines, computed, ...flags };
      const isOfColumn = OF_COLUMNS.has(answer.operation) && answer.column !== null;
      const isMeant = id === best || namesFile(asked, name, MIN_NAME);
      return { source, isWhole: answer.isCode === true || (isOfColumn && isMeant) };
    });
}

/** Whether a question means this table. Rows that it names in passing are no answer where another document fits it better. */
function isAbout(
  { named, isExact, operation }: TableAnswer,
  isOneOfMany: boolean,
  isBest: boolean,
): boolean {
  if (named > 0) return true;
  if (operation === 'rows' && !isBest) return false;
  return isExact || !isOneOfMany;
}

/** Letters of a word that means a table by the name of its file. */
const MIN_NAME = 3;

/** Whether a question, as `rankingTerms`, has a word of a file's name with that many letters. */
export function namesFile(asked: ReadonlySet<string>, name: string, letters: number): boolean {
  const [stem = ''] = name.split('.');
  return rankingTerms(stem).some((word) => word.length >= letters && asked.has(word));
}

function sentenceOf(answer: TableAnswer): string {
  const { operation, group, value } = answer;
  const conditions = answer.conditions.join(` ${tablesText.and} `);
  const where = conditions === '' ? '' : ` ${tablesText.where(conditions)}`;
  const [rows, total] = [answer.matched, answer.total].map((count) =>
    new Intl.NumberFormat(language()).format(count),
  ) as [string, string];
  if (answer.isEach && group !== null) {
    const what = tablesText.resultOf(operation, answer.column ?? '');
    return tablesText.each(what, group, value, where);
  }
  if (operation === 'count' || operation === 'rows')
    return tablesText[operation](rows, total, where);
  if (operation === 'share') return tablesText.share(answer.value, rows, total, where);
  const isMost = operation === 'highest';
  if (group !== null && answer.column === null) {
    return tablesText[isMost ? 'mostRows' : 'fewestRows'](group, value, where);
  }
  const column = answer.column ?? '';
  if (group !== null) return tablesText[isMost ? 'mostOf' : 'leastOf'](group, column, value, where);
  return tablesText[operation](column, `${value}${rowsOf(answer)}`, rows, total, where);
}

/** Rows that are named with the highest or lowest value. */
const MAX_NAMED = 3;

/** Of a highest or lowest value the rows that have it, by the column of their names, or the first other one: a model need not read them. */
function rowsOf({ operation, column, names: own, shown, ranked }: TableAnswer): string {
  if (operation !== 'highest' && operation !== 'lowest') return '';
  const names = shown.slice(0, ranked ?? MAX_NAMED).flatMap(({ cells }) => {
    const others = [...cells].filter(([name, cell]) => name !== column && cell !== '');
    const label = others.find(([name]) => name === own) ?? others[0];
    return label ? [`${label[0]}: ${label[1]}`] : [];
  });
  if (names.length === 0) return '';
  return ` (${names.join('; ')}${shown.length > names.length ? '; …' : ''})`;
}
