import { toPlain } from '#base/words.ts';
import { countedNouns } from './question-words.ts';
import { comparisons, withoutComparisons } from './table-comparisons.ts';
import { equalNumbers, namesNumber } from './table-numbers.ts';
import {
  MONEY,
  measuredBy,
  OF_TIME,
  OPERATIONS,
  type Operation,
  SCORED,
} from './table-operations.ts';
import { isOfPeople, whoColumn } from './table-roles.ts';
import { areNames, type Found, type TextColumn, type TextTable } from './table-rows.ts';
import { rhythmsIn, unitOf } from './table-spans.ts';
import {
  bestNamed,
  findTarget,
  inverted,
  isMentioned,
  isOtherMeasure,
  isPriceOfOne,
  ofCounted,
} from './table-target.ts';
import { tenureOf } from './table-tenure.ts';
import { hasUnit, isUnit, unitColumn } from './table-units.ts';
import { valuesSaid } from './table-values.ts';
import { stem, stems } from './table-words.ts';

/** Words that change what the rest of a question asks for. */
const CHANGED =
  /\b(?:not|no|but|besides|apart|aside|neither|nor|except|excluding|without|other than|different|distinct|unique|second|third|median|per|each|every|(?:gap|interval|break|pause|time|days|weeks|hours|minutes) between|share|percentage|proportion|fraction|ratio|difference|compared|versus|vs|today|yesterday|tomorrow|heute|gestern|anteil|unterschied|differenz|nicht|kein\w*|ohne|ausser|verschieden\w*|pro|je|jede\w*)\b|n't\b|\b(?:than|als) (?!\p{Sc}?\s?-?\d)/u;
/** A time that is known from the day of the question alone. */
const RELATIVE =
  /\b(?:last|past|previous|this|next|current|letzt\w*|vorig\w*|dies\w*|nachst\w*) (?:few |\d+ )?(?:day|week|month|quarter|year|night|tag|woche|monat|quartal|jahr)/;
/** “Most expensive” is one row, “most rain” may be a sum. */
const SUPERLATIVE = /\bmost (?=\p{L}+(?:ive|ous|able|ful|al|ant|ent)\b)/gu;
const SUMMED = /\b(?:total|sum|most|least|altogether|spen[dt]|sold|fewest|meisten|insgesamt)\b/;
/** Words by which rows are added up, and spans of time that have several. */
const ADDED = /\b(?:total|altogether|spen[dt]|sold|bought|ausgegeben|verkauft|insgesamt)\b/;
const SPAN =
  /\b(?:which|what|welche\w*) (day|week|weekday|month|quarter|year|tag|woche|monat|quartal|jahr)\b/;
export const WHICH = /\b(?:which|what|who|whose|where|welche\w*|wer|wo)\b/;

/** What a question asks of a table. */
export interface TableQuestion {
  operation: Operation;
  /** The column that is computed. */
  target: TextColumn | null;
  /** The column of which the first value is asked for: "which category has most". */
  group: TextColumn | null;
  /** The column for each of whose values a result is asked for: "per category". */
  each: TextColumn | null;
  /** The words that say so; empty for none. */
  part: string;
  /** Spans of time of which the answer supposes one row each: “the monthly rent”, “in which week was most rain”. */
  units: string[];
  /** Whether it is found by the time since when somebody is there. */
  isTenure?: boolean;
}

/** Null where it asks for something that is not computed. */
export function readQuestion(question: string, table: TextTable): TableQuestion | null {
  const plain = withoutComparisons(toPlain(question));
  const each = findEach(plain, table);
  if (asksElse(plain, table, each)) return null;
  const tenure = tenureOf(plain, table);
  if (tenure === undefined) return null;
  if (tenure) return { ...tenure, group: null, each: null, part: '', units: [], isTenure: true };
  return readComputed(question, plain, table, each);
}

function readComputed(
  question: string,
  plain: string,
  table: TextTable,
  each: TextColumn | null,
): TableQuestion | null {
  const computed = computedIn(question, plain, table);
  if (!computed) return null;
  const { operation, target } = computed;
  if (each && /^(?:rows|highest|lowest)$/.test(operation)) return null;
  const group = each ? null : findGroup(plain, table, operation);
  if (isConfused(plain, target, group) || isOtherMeasure(plain, target)) return null;
  if (!group && isOfSeveral(plain, table)) return null;
  const rhythms = rhythmsIn(plain, table);
  const part = [each ? EACH.exec(plain)?.[0] : '', ...rhythms.map(({ word }) => word)].join(' ');
  const span = spanOf(plain, { operation, target, group });
  const units = [...rhythms.map(({ unit }) => unit), ...(span ? [span] : [])];
  return { operation, target, group, each, part, units };
}

/** The operation of a question and its column. */
function computedIn(question: string, plain: string, table: TextTable) {
  const asked = new Set(stems(question));
  const found = operationOf(question, plain, table);
  const limits = [...comparisons(question, table, null), ...equalNumbers(question, table)];
  const isCounted = found === 'count' && !namesNumber(question, table);
  const named =
    found === 'rows'
      ? null
      : (findTarget(plain, found, asked, table, limits) ??
        unitColumn(countedNouns(plain, new Set()), table));
  const meant = named && ofCounted(named, isCounted, plain, asked);
  if (meant === undefined || (found === 'count' && countsOther(plain, table, limits))) return null;
  const target = found === 'count' && meant && isSingular(meant, plain) ? null : meant;
  const operation = isCounted
    ? countedIn(plain, asked, target, table)
    : inverted(found, plain, target);
  if (operation === 'sum' && target && isPriceOfOne(target)) return null;
  if (target && isOfPace(plain, target, table)) return null;
  return operation && { operation, target };
}

/** Whether it counts a number of each row next to a limit of another: “how many tickets cost over £20” are no orders. */
function countsOther(plain: string, table: TextTable, limits: readonly Found[]): boolean {
  const nouns = new Set(countedNouns(plain, new Set()).map(stem));
  const isLimited = (name: string) => limits.some(({ words }) => words.startsWith(`${name} `));
  const counted = table.columns.filter(
    ({ name, kind }) => kind === 'number' && stems(name).some((word) => nouns.has(word)),
  );
  return (
    limits.length > 0 &&
    counted.some((column) => !isLimited(column.name) && !isNameOf(column, plain, table))
  );
}

/** Whether a question asks for an amount, not for how often: who spent most is not who has most rows. */
const asksAmount = (plain: string): boolean =>
  (MONEY.test(plain) || measuredBy(plain.replace(/\bpeople\b/g, '')).length > 0) &&
  !/\b(?:often|frequently|times)\b/.test(plain);

/** Whether a column has one of the things that are counted: `Room` of “how many rooms”; `Rooms` would be how many there are. */
function isSingular({ name }: TextColumn, plain: string): boolean {
  const own = toPlain(name)
    .replace(/\(.*\)/u, '')
    .trim();
  return countedNouns(plain, new Set()).some((noun) => noun !== own && stem(noun) === stem(own));
}

/** Whether the numbers of a column name the rows that are counted. */
const isNameOf = (column: TextColumn, plain: string, { rows }: TextTable): boolean =>
  isSingular(column, plain) && areNames(rows.flatMap(({ cells }) => cells.get(column.name) ?? []));

/** “How many goals” are a sum where a column has them; null where they are neither that nor rows. */
function countedIn(
  plain: string,
  asked: ReadonlySet<string>,
  target: TextColumn | null,
  { rows }: TextTable,
): Operation | null {
  const nouns = countedNouns(plain, new Set());
  // “How many kilometres” are no hours, and no rows.
  if (nouns.some((noun) => isUnit(noun) && !(target && hasUnit(noun, target, rows)))) return null;
  // How many have a time is no sum of times.
  if (target && (isMentioned(target, asked) || nouns.some(isUnit)))
    return target.isDuration ? null : 'sum';
  if (!SCORED.test(plain)) return 'count';
  return target && nouns.includes('goals') ? 'sum' : null;
}

/** What a question asks for first of all. “How many … maximum temperature above 30” counts: it only names a column. */
function operationOf(question: string, plain: string, table: TextTable): Operation {
  const of = (text: string) => OPERATIONS.find(([, form]) => form.test(text))?.[0] ?? 'rows';
  if (!/\b(?:how many|how often|wie viele|wie oft)\b/.test(plain) || !namesNumber(question, table))
    return of(plain);
  const names = new Set(table.columns.flatMap(({ name }) => stems(name)));
  return of(plain.replace(/\p{L}+/gu, (word) => (names.has(stem(word)) ? ' ' : word)));
}

/** “In which week was the most rain?” has one row to be found where there is one row for each week. */
function spanOf(
  plain: string,
  { operation, target, group }: Pick<TableQuestion, 'operation' | 'target' | 'group'>,
): string | null {
  if (operation !== 'highest' && operation !== 'lowest') return null;
  if (group || target?.kind !== 'number' || !SUMMED.test(plain)) return null;
  const isOfDays = /\b(?:when|wann)\b/.test(plain) && isOfMost(plain);
  const unit = SPAN.exec(plain)?.[1] ?? (isOfDays ? 'day' : undefined);
  return unit ? unitOf(unit) : null;
}

/** Whether the fastest is not known from a time alone: the distances are not the same. */
const isOfPace = (plain: string, target: TextColumn, { columns, rows }: TextTable): boolean =>
  /\b(?:fast|slow|quick)(?:er|est)\b/.test(plain) &&
  /\b(?:time|duration)\b/i.test(target.name) &&
  columns.some(
    ({ name, kind }) =>
      kind === 'number' &&
      /\b(?:distance|length|km|kilomet\w*|miles?)\b/i.test(name) &&
      new Set(rows.map(({ cells }) => cells.get(name))).size > 1,
  );

const isOfMost = (plain: string): boolean =>
  /\b(?:most|fewest|least|meisten|wenigsten)\b/.test(plain.replace(SUPERLATIVE, ' '));

/** Whether “where were most” or “who had most” asks for a sum of each, where rows repeat some values. */
const isOfSeveral = (plain: string, table: TextTable): boolean =>
  isOfMost(plain) &&
  (/\b(?:where|wo)\b/.test(plain) || (/\b(?:who|wer)\b/.test(plain) && !isOfPeople(table))) &&
  table.columns.some(({ name, kind }) => {
    const values = table.rows.flatMap(({ cells }) => cells.get(name) ?? []);
    return kind === 'text' && new Set(values).size < values.length;
  });

/** Whether a question asks for two results, for the extreme of sums by something that is no column, or for the last row. */
function isConfused(plain: string, target: TextColumn | null, group: TextColumn | null): boolean {
  if (group && !target && asksAmount(plain)) return true;
  const own = new Set(target ? stems(target.name) : []);
  const named = plain.replace(/\p{L}+/gu, (word) => (own.has(stem(word)) ? ' ' : word));
  const rest = named.replace(SUPERLATIVE, 'highest ');
  const asks = (one: Operation) =>
    OPERATIONS.some(([name, form]) => name === one && form.test(rest));
  const extremes = Number(asks('highest')) + Number(asks('lowest'));
  const isSum = /\b(?:total|sum|altogether|combined|summe|gesamt\w*)\b/.test(rest);
  if (asks('average') && (extremes > 0 || isSum)) return true;
  if (extremes > 1) return true;
  if (extremes === 0 || group || target?.kind !== 'number') return false;
  if (isSum || (WHICH.test(rest) && ADDED.test(rest))) return true;
  return (
    OF_TIME.test(rest) &&
    !own.has('age') &&
    !own.has('alter') &&
    !/(?:most|highest|lowest|largest|smallest)/.test(rest)
  );
}

const EACH = /\b(?:per|by|(?:for |in |of |from )?(?:each|every)|pro|je|jede\w*) (\p{L}+)/u;

function findEach(plain: string, { columns, rows }: TextTable): TextColumn | null {
  const word = stem(EACH.exec(plain)?.[1] ?? '');
  // “Paid by card” asks for the rows that were, next to yes and no.
  const isFlag = ({ name }: TextColumn) =>
    rows.every(({ cells }) => /^(?:yes|no|y|n|x|true|false|)$/i.test(cells.get(name) ?? ''));
  const named = columns.filter(
    (one) => one.kind === 'text' && stems(one.name).includes(word) && !isFlag(one),
  );
  return word && named.length === 1 ? (named[0] ?? null) : null;
}

/** Whether a question asks for something that is not computed here: rows left out, a second, a result for each. */
function asksElse(plain: string, table: TextTable, each: TextColumn | null): boolean {
  const names = table.columns.map(({ name }) => toPlain(name).replaceAll('_', ' '));
  const computed = [
    ...(each ? (EACH.exec(plain) ?? []).slice(0, 1) : []),
    // "no wounds" is a condition; the number of "more than 200 horsepower" stays behind its comparison.
    ...equalNumbers(plain, table).flatMap(({ parts }) => parts.filter((part) => !/\d/.test(part))),
    // Names of columns may be any words, and what a cell says: “not repairable”.
    ...names,
    ...(CHANGED.test(plain) ? valuesSaid(plain, CHANGED, table) : []),
  ];
  const rest = computed.reduce((text, part) => text.replaceAll(part, ' '), plain);
  if (RELATIVE.test(rest)) return true;
  return CHANGED.test(rest) || (!each && names.some((name) => plain.includes(` by ${name}`)));
}

const TEAM = /\b(?:clubs?|sides?|squads?)\b/;
/** What “which” asks for; of “which of the teams” it is behind the preposition. */
const ASKED =
  /\b(?:which|what|whose|welche\w*)((?: (?!(?:is|are|was|were|did|do|does|has|have|had)\b)\p{L}+){1,4})/u;

/** Whether rows may be added up by a column: of names, or of days of which some have several. */
const isGrouping = ({ name, kind }: TextColumn, { rows }: TextTable): boolean =>
  kind === 'text' ||
  (kind === 'date' && new Set(rows.map(({ cells }) => cells.get(name))).size * 2 <= rows.length);

/** The column of names that a question asks for the first of: `Which category did I spend the most on?` */
function findGroup(plain: string, table: TextTable, operation: Operation): TextColumn | null {
  if (operation !== 'highest' && operation !== 'lowest') return null;
  if (OF_TIME.test(plain) || !SUMMED.test(plain)) return null;
  if (/\bmost \w*(?:expensive|recent)|\b(?:highest|lowest) (?!total|sum)/.test(plain)) return null;
  const [, noun] = ASKED.exec(plain) ?? [];
  if (noun === undefined) return /\b(?:who|wer)\b/.test(plain) ? whoColumn(plain, table) : null;
  const groups = table.columns.filter((column) => isGrouping(column, table));
  const [first = ''] = stems(noun);
  const all = bestNamed(groups, new Set([...stems(noun), ...(TEAM.test(noun) ? ['team'] : [])]));
  // “Which customer orders most often” next to `Order`.
  const own = all.length > 1 ? all.filter(({ name }) => stems(name).includes(first)) : all;
  const [named, ...others] = own;
  return named && others.length === 0 ? named : null;
}
