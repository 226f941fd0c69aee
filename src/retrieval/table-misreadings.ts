import { toPlain } from '#base/words.ts';
import {
  type Check,
  isOf,
  isOfRepeated,
  isOtherFirst,
  partsOf,
  type Reading,
  valuesOf,
  withoutUnit,
  wordsOf,
} from './table-doubts.ts';
import { extremeWords, IS_MONEY } from './table-operations.ts';
import { type Found, numberIn, type TextColumn, type TextTable } from './table-rows.ts';
import { rootOf, stem, stems } from './table-words.ts';

/** Whether a question may well mean something else than how it is read: then nothing is computed. */
export function isMisread(question: string, table: TextTable, reading: Reading): boolean {
  if (reading.read.operation === 'rows') return false;
  const plain = toPlain(question);
  return CHECKS.some((check) => check(plain, table, reading, question));
}

/** `Omar Last` asks for no last row, and Max is no maximum. */
const isExtremeOfName: Check = (plain, { rows }, { read: { operation }, conditions }, question) => {
  if (operation !== 'highest' && operation !== 'lowest') return false;
  const named = new Set(partsOf(conditions).flatMap(wordsOf));
  const isName = (word: string) =>
    new RegExp(`\\S\\s+${word.charAt(0).toUpperCase()}${word.slice(1)}\\b`, 'u').test(question) &&
    rows.some(({ cells }) => [...cells.values()].some((cell) => wordsOf(cell).includes(word)));
  const said = extremeWords(plain);
  return said.length > 0 && said.every((word) => named.has(word) || isName(word));
};

/** A film may be called “Over 60”. */
const isLimitOfName: Check = (_, { columns, rows }, { conditions }) => {
  const limits = conditions.filter(({ words: said }) => / [<>≤≥] /.test(said));
  const said = partsOf(limits).map((part) => toPlain(part).trim());
  return columns.some(
    ({ name, kind }) =>
      kind === 'text' &&
      rows.some(({ cells }) => said.some((part) => toPlain(cells.get(name) ?? '').includes(part))),
  );
};

/** Something checked is not what a cell has as “not checked”. */
const isDenied: Check = (plain, { columns, rows }, { conditions }) =>
  !/\b(?:not|no|never|nicht|kein\w*)\b|n't\b/.test(plain) &&
  conditions.some(({ words: said, holds }) => {
    const [, word] = /: “(.+)”$/u.exec(said) ?? [];
    if (word === undefined) return false;
    const form = new RegExp(`\\b(?:not|no|never|nicht|kein\\w*) (?:\\p{L}+ )?${word}\\b`, 'u');
    return rows.some(
      (row) =>
        holds(row) &&
        columns.some(
          ({ name }) =>
            isOf({ words: said } as Found, { name } as TextColumn) &&
            form.test(toPlain(row.cells.get(name) ?? '')),
        ),
    );
  });

/** Next to empty cells “no delay recorded” may mean these, or zero. */
const isNoneOrEmpty: Check = (_, { columns, rows }, { conditions }) =>
  conditions.some(
    (one) =>
      one.words.endsWith(' = 0') &&
      one.parts.some((part) => /^(?:no|without)\b/i.test(part)) &&
      columns.some(
        (column) => isOf(one, column) && rows.some((row) => numberIn(row, column) === null),
      ),
  );

/** Pounds and euros are not added up, and not compared. */
const isOfCurrencies: Check = (_, table, { read, conditions }) => {
  const currency = table.columns.find(
    (column) =>
      /\b(?:currency|wahrung)\b/.test(toPlain(column.name)) &&
      new Set(valuesOf(table, column)).size > 1,
  );
  if (!currency || [read.group, read.each].includes(currency)) return false;
  if (conditions.some((one) => isOf(one, currency))) return false;
  return table.columns.some(
    (column) =>
      column.kind === 'number' &&
      IS_MONEY.test(toPlain(column.name)) &&
      ((read.operation !== 'count' && column === read.target) ||
        conditions.some((one) => isOf(one, column))),
  );
};

const PAID =
  /\b(?:cost|costs|pays?|paid|spen[dt]|earn(?:s|ed)?|expensive|cheapest|dearest|br(?:ing|ought) in)\b/;
/** What a thing is worth is not what it cost, or brought in. */
const isWorth: Check = (plain, _, { read: { target } }) =>
  target !== null &&
  /^(?:(?:insured|estimated|market|current) )?value$/.test(withoutUnit(target.name)) &&
  PAID.test(plain);

const PARTIAL =
  /^(?:(?:parts?|materials?|labou?r|shipping|postage|delivery|vat|tax|tip|service)\b ?(?:costs?|price|charges?|fees?|amount)?|(?:costs?|price) of (?:parts|materials|labou?r))$/;
/** The cost of parts is not all that was paid, next to one of labour. */
const isPartOfCost: Check = (plain, { columns }, { read: { target } }) => {
  if (
    !target ||
    !PARTIAL.test(withoutUnit(target.name)) ||
    !(PAID.test(plain) || /\btotal\b/.test(plain))
  )
    return false;
  const said = new Set(stems(plain));
  const own = stems(withoutUnit(target.name)).filter(
    (word) => PARTIAL.test(word) || /^part$|^material$/.test(word),
  );
  return (
    !own.some((word) => said.has(word)) &&
    columns.some(
      (one) => one !== target && one.kind === 'number' && PARTIAL.test(withoutUnit(one.name)),
    )
  );
};

/** How many delays there were is not how long they were. */
const isMeasureOfCounted: Check = (plain, _, { read: { target } }) => {
  if (
    target?.kind !== 'number' ||
    !/\((?:min|mins|minutes|h|hrs?|hours|s|secs?|seconds|days)\)/i.test(target.name)
  )
    return false;
  const own = withoutUnit(target.name);
  return [...plain.matchAll(/\b(?:most|fewest|how many|number of) (\p{L}+s)\b/gu)].some(
    ([, noun = '']) => noun !== own && stem(noun) === stem(own),
  );
};

/** What the average pupil paid is no average of pupils. */
const isOfAverageOne: Check = (plain, _, { read: { operation, target } }) => {
  const [, noun = ''] =
    /\b(?:do|does|did|can|would) (?:the|an|our) average (\p{L}+) \p{L}/u.exec(plain) ?? [];
  return (
    operation === 'average' &&
    noun !== '' &&
    target !== null &&
    stems(target.name).includes(stem(noun))
  );
};

/** Films “from 2019” are of that year, or of later ones too. */
const isFromYear: Check = (plain, table, { conditions }) => {
  const [, year] =
    /\bfrom ((?:19|20)\d\d)\b(?! ?(?:-|–|to\b|until\b|till\b|on\b|onwards?\b))/u.exec(plain) ?? [];
  if (year === undefined) return false;
  return table.columns.some(
    (column) =>
      column.kind === 'date' &&
      conditions.some((one) => one.words.includes(`from ${year}`) && isOf(one, column)) &&
      table.columns.some((other) => other !== column && valuesOf(table, other).includes(year)),
  );
};

/** Ten pounds may be a weight. */
const isOfPounds: Check = (plain, { columns }, { conditions }) =>
  /\d (?:pounds|lbs?)\b/.test(plain) &&
  !/\b(?:costs?|costing|paid|pay|price|worth|value|fees?|earn|spent|insured|gave|raised)\b/.test(
    plain,
  ) &&
  columns.some(({ name }) => /\b(?:weight|kg|kilos?|lbs?)\b/.test(toPlain(name))) &&
  columns.some(
    (column) => IS_MONEY.test(toPlain(column.name)) && conditions.some((one) => isOf(one, column)),
  );

/** Days are no rows of a day tariff. */
const isSpanOfValue: Check = (plain, _, { conditions }) => {
  const [, span = ''] =
    /\b(?:how many|number of) (days|nights|weeks|months|years|hours)\b/.exec(plain) ?? [];
  return span !== '' && partsOf(conditions).some((part) => stem(toPlain(part)) === stem(span));
};

const ASKED_BEHIND = /[:;,.] (?:so |and |but )?how (?:much|many)\b.*$/u;
/** “Last month, how much …” and “Most were early: how many …” ask for no highest or lowest. */
const isSaidBefore: Check = (plain, _, { read: { operation } }) => {
  if (operation !== 'highest' && operation !== 'lowest') return false;
  const [asked] = ASKED_BEHIND.exec(plain) ?? [];
  return asked !== undefined && extremeWords(asked).length === 0;
};

/** A day is no number: of “how many passed at the first go” the first day is no answer. */
const isDayOfNumber: Check = (plain, _, { read: { operation, target } }) =>
  (operation === 'highest' || operation === 'lowest') &&
  target?.kind === 'date' &&
  /\bhow (?:many|much|old|tall|heavy|far)\b/.test(plain);

/** Prices of a ticket are not what all of them brought in. */
const isOfTickets: Check = (_, { columns }, { read: { operation, target } }) =>
  operation === 'sum' &&
  target !== null &&
  /\b(?:tickets?|entry|entrance|admission|seat)\b.*\b(?:price|cost|fee|rate|charge)\b/.test(
    toPlain(target.name),
  ) &&
  columns.some(
    (one) =>
      one !== target &&
      one.kind === 'number' &&
      /\b(?:attend\w*|guests?|visitors?|participants?|people|seats|tickets|pupils|spectators|audience|sold)\b/.test(
        toPlain(one.name),
      ),
  );

const UNDONE =
  /^(.+) (returned|refunded|cancelled|canceled|removed|lost|expired|waived|missing|revoked|declined|refused|rejected)$/;
/** Who paid a deposit is not known from `Deposit returned`. */
const isOtherAct: Check = (plain, { columns }, { conditions }) => {
  const roots = new Set(wordsOf(plain).map(rootOf));
  return columns.some((column) => {
    const [, , verb] = UNDONE.exec(withoutUnit(column.name)) ?? [];
    const isSaid = verb !== undefined && roots.has(rootOf(verb));
    return verb !== undefined && !isSaid && conditions.some((one) => isOf(one, column));
  });
};

/** “From a museum” are some rows, though the name of the file is `museum-loans`. */
const isPlaceLeftOut: Check = (plain, { rows }, { conditions }) => {
  const used = new Set(partsOf(conditions).flatMap(wordsOf).map(stem));
  return [...plain.matchAll(/\b(?:from|by|at|in) (?:an?|any|some) (\p{L}{4,})\b/gu)].some(
    ([, word = '']) => {
      if (used.has(stem(word))) return false;
      const having = rows.filter(({ cells }) =>
        [...cells.values()].some((value) => stems(value).includes(stem(word))),
      );
      return having.length > 0 && having.length < rows.length;
    },
  );
};

/** `Long, Mary` may be Mary Long. */
const isTurned: Check = (_, table, { conditions }) =>
  table.columns.some((column) => {
    if (column.kind !== 'text' || !conditions.some((one) => isOf(one, column))) return false;
    const values = [...new Set(valuesOf(table, column).map(toPlain))].filter((value) =>
      /^\p{L}+,? \p{L}+$/u.test(value),
    );
    const turned = values.filter((value) => value.includes(','));
    return turned.some((value) => {
      const [last = '', first = ''] = wordsOf(value);
      const said = ` ${partsOf(conditions).map(toPlain).join(' ')} `;
      return values.includes(`${first} ${last}`) && said.includes(last);
    });
  });

const CHECKS: readonly Check[] = [
  isExtremeOfName,
  isLimitOfName,
  isDenied,
  isNoneOrEmpty,
  isOfCurrencies,
  isWorth,
  isPartOfCost,
  isMeasureOfCounted,
  isOfAverageOne,
  isFromYear,
  isOfRepeated,
  isOtherFirst,
  isOfPounds,
  isSpanOfValue,
  isSaidBefore,
  isDayOfNumber,
  isOfTickets,
  isOtherAct,
  isPlaceLeftOut,
  isTurned,
];
