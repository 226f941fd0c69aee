import { runsOf, toPlain } from '#base/words.ts';
import { isEmptyWord } from './question-words.ts';
import { MONTH, monthOf, readDate, type TextTable } from './table-rows.ts';
import { isOfOne } from './table-spans.ts';
import { rootOf, stems } from './table-words.ts';

/** The same question in the words that the rest reads: turns of phrase that say nothing about rows are left out. */
export function inPlainPhrases(question: string, table: TextTable): string {
  const told = withoutInstruction(question, table).replace(YEAR_AND_MONTH, inWords);
  const asked = PHRASES.reduce(
    (text, [form, plain]) => text.replace(form, plain),
    withOwnVerbs(withoutKinds(told, table), table),
  );
  return withYears(inMonths(withoutWhole(ofTheBest(asked, table), table), table), table);
}

/** “Which kind of item” asks for an item, unless a column has its kind. */
const KINDS = /\b(which|what) (kind|type|sort)s? of (?=\p{L})/giu;
const withoutKinds = (question: string, { columns }: TextTable): string =>
  question.replace(KINDS, (_, which: string, kind: string) =>
    columns.some(({ name }) => stems(name).includes(kind.toLowerCase()))
      ? `${which} ${kind} of `
      : `${which} `,
  );

/** Verbs that mean the same as one that a column has: “picked up” of `Collected`. */
const OWN_VERBS: readonly [RegExp, string][] = [
  [/\b(?:picked up|fetched)\b/iu, 'collected'],
  [/\b(?:fixed|mended)\b/iu, 'repaired'],
  [/\b(?:fix|mend)\b/iu, 'repair'],
  [/\b(?:brought|given|handed|sent|come|came) back\b/iu, 'returned'],
  [/\b(?:handed|turned|sent) in\b/iu, 'submitted'],
  [/\bpaid for\b(?=\W*$| yet\b)/iu, 'paid'],
  [/\b(?:dispatched|sent out)\b/iu, 'shipped'],
  [/\bcalled off\b/iu, 'cancelled'],
  [/\b(?:checked|looked at)\b/iu, 'inspected'],
  [/\b(?:start(?:ed|s|ing)?|began|begins?|departed|departs?|set off) (?:at|from|in)\b/iu, 'from'],
  [/\b(?:end(?:ed|s|ing)?|arriv(?:ed|es|ing)|finish(?:ed|es|ing)?) (?:at|in)\b/iu, 'to'],
];

/** A leak still open was not repaired, or whatever verb a column has. */
const UNSOLVED = /\b(are|is|were|was) still (?:open|unresolved|unsolved)\b/iu;
const SOLVED = 'resolved solved repaired closed finished completed'.split(' ');
const MISSING = /^how many (\p{L}+(?: \p{L}+)?) (?:is|are|was|were) (?:still )?missing\b/iu;

function withOwnVerbs(written: string, { columns, rows }: TextTable): string {
  const known = new Set(columns.flatMap(({ name }) => stems(name)).map(rootOf));
  // “How many consent forms are missing” asks for rows without one.
  const question = written.replace(MISSING, (all, noun: string) =>
    columns.some(
      ({ name, kind }) =>
        kind !== 'number' &&
        stems(name).join(' ') === stems(noun).join(' ') &&
        rows.some(({ cells }) => /^(?:|no?|[-–])$/i.test(cells.get(name) ?? '')),
    )
      ? `how many entries have no ${noun}`
      : all,
  );
  const solved = SOLVED.find((verb) => known.has(rootOf(verb)));
  const isOpen = rows.some(({ cells }) => [...cells.values()].some((cell) => /^open$/i.test(cell)));
  const asked = solved && !isOpen ? question.replace(UNSOLVED, `$1 not ${solved}`) : question;
  return OWN_VERBS.reduce(
    (text, [form, verb]) => (known.has(rootOf(verb)) ? text.replace(form, verb) : text),
    asked,
  );
}

const NUMBERS = 'two three four five six seven eight nine ten'.split(' ');
const RANKED = new RegExp(
  `^((?:(?:please )?(?:name|list|show(?: me)?|give me|(?:which|what|who) (?:are|were)) )?)(?:our |my |the )?(${NUMBERS.join('|')}|[2-9]|10) (?=(?:most|least) \\p{L}+(?:ive|ous|able|ant|ent|ular)\\b|(?:high|low|larg|small|bigg|great|long|short|heavi|light|fast|quick|slow|old|young|new|lat|tall|deep|wid|hott|warm|wett|cold|cheap|dear|costli|prici)est\\b)`,
  'iu',
);

/** “The three heaviest” are as many rows of a question for the heaviest. */
export function rankedIn(question: string): { rest: string; count: number | null } {
  const [part, before = '', number = ''] = RANKED.exec(question) ?? [];
  if (part === undefined) return { rest: question, count: null };
  const named = NUMBERS.indexOf(number.toLowerCase());
  return {
    rest: `${/name|list|show|give/i.test(before) ? '' : before}the ${question.slice(part.length)}`,
    count: named < 0 ? Number(number) : named + 2,
  };
}

/** “2024-05” is May 2024, in whatever form a table has it. */
const YEAR_AND_MONTH = /(?<![\d-])((?:19|20)\d\d)-(0[1-9]|1[0-2])(?![\d-])/g;
const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );
const inWords = (_: string, year: string, month: string) => `${MONTHS[Number(month) - 1]} ${year}`;

const QUARTER =
  /\b(?:(?:in|during|for|over|of) )?(?:the )?(?:(?<nth>first|second|third|fourth|1st|2nd|3rd|4th) (?:quarter|(?<half>half)(?= of (?:the year|(?:19|20)\d\d)\b))|q(?<q>[1-4]))(?![\p{L}\d])(?:(?: of)?(?: the year)? (?<year>(?:19|20)\d\d)| of the year)?(?! (?:of|mile|price|hour)\b)/iu;
const ENDS =
  'January March April June July September October December January June July December'.split(' ');

/** “In the second quarter of 2024” is from April to June, where no column says which quarter it is. */
function inMonths(question: string, { columns, rows }: TextTable): string {
  const match = QUARTER.exec(question);
  const isOwn = /\b(?:quarters?|q[1-4]|half)\b/i;
  const own = columns.flatMap(({ name }) => [name, rows[0]?.cells.get(name) ?? '']);
  if (!match?.groups || own.some((text) => isOwn.test(text))) return question;
  const { nth = '', half, q, year } = match.groups;
  const words = ['first', 'second', 'third', 'fourth'];
  const named = words.indexOf(nth.toLowerCase());
  const at = (named < 0 ? Number(q ?? nth[0]) - 1 : named) + (half === undefined ? 0 : 4);
  const [first = '', last] = ENDS.slice(at * 2, at * 2 + 2);
  if (last === undefined) return question;
  const months = ['from', first, 'to', last, ...(year === undefined ? [] : [year])].join(' ');
  return question.replace(match[0], months);
}

/** A day without its year. */
const DAY = `(?:\\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:${MONTH})|(?:${MONTH}) \\d{1,2}(?:st|nd|rd|th)?)(?![\\p{L}\\d]|,? ?\\d{4})`;
const SPAN = new RegExp(
  `\\b(${DAY}) (and|to|until|till) (?=(.{3,20}?),? ((?:19|20)\\d\\d)\\b)`,
  'giu',
);

/** Days of “between 5 May and 6 June 2024” have the year behind them, others that of a table of one year. */
function withYears(question: string, table: TextTable): string {
  const months = (day: string) =>
    monthOf(/\p{L}{3,}/u.exec(day.replace(/\d+(?:st|nd|rd|th)|\bof\b/g, ''))?.[0] ?? '');
  const spanned = question.replace(
    SPAN,
    (_, day: string, and: string, end: string, year: string) => {
      const isBefore = months(day) > months(end);
      return `${day} ${Number(year) - Number(isBefore)} ${and} `;
    },
  );
  const days = table.columns
    .filter(({ kind }) => kind === 'date')
    .flatMap(({ name, isDayFirst }) =>
      table.rows.flatMap(({ cells }) => readDate(cells.get(name) ?? '', isDayFirst) ?? []),
    );
  const [year, ...others] = new Set(days.map((day) => Math.floor(day / 10_000)));
  if (year === undefined || others.length > 0) return spanned;
  return spanned.replace(new RegExp(`\\b${DAY}`, 'giu'), (day) => `${day} ${year}`);
}

const PHRASES: readonly [RegExp, string][] = [
  [/[’ʼ]/gu, "'"],
  [/\b(?:according to|based on|going by|as per|laut|gemäß)\b/giu, 'in'],
  [
    /\b(?:over|during|in|for|across|throughout) the (?:whole|entire|full) (?:of )?(?:the )?(?:year )?(?:of )?(?=(?:19|20)\d\d\b)/giu,
    'in ',
  ],
  // A preposition before the word that asks: “Against which …”.
  [/\b(?:against|amongst?|within|under|through) (?=(?:which|what|whom)\b)/giu, ''],
  // `IT` is a department.
  [/\b(?:[Dd](?:oes|id) it take|[Ww]ould it take|[Ii]t (?:takes|took))\b/gu, 'is'],
  // “What's the most common cause”, “which trip is the most popular”.
  [
    /\b(?:what|which)(?:'s| is| was) the (?:most (?:common|frequent|popular|usual)|commonest) (\p{L}+)/giu,
    'which $1 has the most entries',
  ],
  [
    /\b(?:what|which) (\p{L}+) (?:is|was) (?:the )?(?:most (?:common|frequent|popular)|commonest)\b/giu,
    'which $1 has the most entries',
  ],
  // Results by a group, the greatest first.
  [
    /^(?:which|what) (\p{L}+) (?:has|had|have|got|gets|gave|gives|shows?|showed) (?:the )?(?:highest|lowest|largest|biggest|smallest) (?:average|mean) (.+)$/iu,
    'average $2 for each $1',
  ],
  // How a value was written down says nothing.
  [
    /\b(?:noted|recorded|marked|listed|classed|classified|described|labelled|logged|reported|flagged|tagged|entered|registered|down) (?:down )?as\b/giu,
    'with',
  ],
  [/\b(?:noted|recorded|marked|listed|logged|flagged|tagged|entered|registered) with\b/giu, 'with'],
  [/\b(?:ask(?:ed|s|ing)? for|ended (?:up )?(?:in|as|with))\b/giu, 'with'],
  [/\b(?:because of|(?:was|were|are|is) due to|due to|owing to|on account of)\b/giu, 'with'],
  [/\blook(?:s|ed)? after\b/giu, 'treated'],
  [/\b(?:took|take|takes|taking) place\b/giu, 'were'],
  [
    /\b(?:is|are|was|were) worth (?=(?:more|less|over|under|at least|at most|up to|above|below)\b)/giu,
    'cost ',
  ],
  [/\bworth (?=(?:more|less|over|under|at least|at most|up to|above|below)\b)/giu, 'costing '],
  [/\b(order|invoice|bill|booking|sale)s? value\b/giu, '$1 amount'],
  [new RegExp(`\\bin the (?:\\p{L}+ )?months(?: of)? (?=(?:${MONTH})\\b)`, 'giu'), 'in '],
  // “Has Ada not returned”.
  [/\b(has|have|had) ((?:\p{Lu}[\p{L}.]* ){1,3})not (?=\p{L})/gu, '$2$1 not '],
  // “Do we sell” asks for a stock, “did we sell” for an act.
  [/\b(do (?:we|you|they)) (?:sell|stock|offer|carry)\b/giu, '$1 have'],
  [/\bfill[- ]up(s?)\b/giu, 'fillup$1'],
  // How often it was done is the number of rows.
  [/\b(?:do|did) (?:we|i|you|they) \p{L}+ (?:up |in |at )?most (often|frequently)\b/giu, 'most $1'],
  [
    /\b(?:bring|brought|take|took|takes|brings) in\b(?= (?:altogether|overall|in)\b|(?: the)? most(?: money| income| cash)?\W*$|\W*$)/giu,
    'earned',
  ],
  [
    /\bhow much (?:money )?(?:did|have) (?:we|they) (?:make|made|take|taken)\b(?! (?:up|off|out|back|away)\b)/giu,
    'how much was earned',
  ],
  // These ask as “I” and “we” do.
  [
    /\b(?:(?:the|our|my) family|(?:our|my) (?:company|firm|team|club|shop|office|school))\b/giu,
    'we',
  ],
];

const SENTENCE =
  /^(.*?\?)\s+((?:please|just|only|give|state|name|write|tell|answer|reply)\b.*)$/isu;
/** Words by which a sentence says how to answer. */
const OF_ANSWERS =
  /^(?:please|just|only|give|state|write|tell|answer|reply|full|exact|date|day|name|number|amount|value|result)$/;

/** Without a second sentence that says which column the answer is to be from: “Give the date the week started.” */
function withoutInstruction(question: string, { columns }: TextTable): string {
  const [, asked = question, told = ''] = SENTENCE.exec(question) ?? [];
  const own = new Set(columns.flatMap(({ name }) => stems(name)).map(rootOf));
  const isOfAnswer = [...runsOf(toPlain(told))].every(
    ([word]) => OF_ANSWERS.test(word) || isEmptyWord(word) || own.has(rootOf(word)),
  );
  // It might ask for more: “Give the second one too.”
  return isOfAnswer ? asked : question;
}

const WHOLE =
  /\b(?:over|during|in|for|across|throughout) (?:(?:the )?(?:whole|entire|full|complete) |all (?:of )?the )(day|month|year)\b(?! of\b)|\b(?:all|over the|throughout the) (year)\b(?: round| long)?/giu;

/** Whether a question still says so: some rows are of another year. */
export const hasWhole = (question: string): boolean =>
  new RegExp(WHOLE.source, 'iu').test(question);

/** Without “over the whole year”, where the table is of no other: it leaves out no row. */
function withoutWhole(question: string, table: TextTable): string {
  return question.replace(WHOLE, (all: string, unit?: string, year?: string) =>
    isOfOne((unit ?? year ?? '').toLowerCase(), table) ? '' : all,
  );
}

/** Columns of which more is better. */
const BETTER =
  /\b(?:yields?|harvest|scores?|points|ratings?|sales|revenue|profit|income|turnover|output|production|votes)\b/;
const BEST = /\b(best|worst)(?=\s*(?:[?.!]|$)|\s+(?:at|in|of|for|on|during|overall)\b)/iu;

/** “Which did best?” means the only numbers, where more of them is better. */
function ofTheBest(question: string, { columns }: TextTable): string {
  const [column, ...others] = columns.filter(({ kind }) => kind === 'number');
  if (!column || others.length > 0 || !/\b(?:which|who)\b/i.test(question)) return question;
  const name = toPlain(column.name).replaceAll('_', ' ');
  if (!BETTER.test(name)) return question;
  return question.replace(
    BEST,
    (word) => `${word.toLowerCase() === 'best' ? 'highest' : 'lowest'} ${name}`,
  );
}
