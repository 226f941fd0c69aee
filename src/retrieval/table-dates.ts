import { runsOf, toPlain } from '#base/words.ts';
import { countedNouns } from './question-words.ts';
import {
  type Found,
  MONTH,
  monthOf,
  readDate,
  type TextColumn,
  type TextTable,
} from './table-rows.ts';
import { rootOf, stem, stems } from './table-words.ts';

const PERIOD = `(?:(?<month>${MONTH})\\.?\\s+(?:of\\s+)?)?(?<year>(?:19|20)\\d\\d)|(?<only>${MONTH})\\b(?!\\.?\\s*\\d)`;
const REL =
  '(?<rel>on or (?:before|after)|no later than|no earlier than|later than|earlier than|sooner than|prior to|up (?:to|until)|before|after|since|until|till|by|through|from|in|on|during|vor|nach|seit|bis|im|am)';
/** Behind a time: “or later”. */
const BEHIND =
  '(?:,? (?:(?:or|and) (?<behind>later|after|afterwards|earlier|before|sooner)|(?<on>onwards?))\\b(?!\\s+\\S*\\d))?';
const TIME = new RegExp(`(?:\\b${REL}\\s+(?:the\\s+year\\s+)?)?\\b(?:${PERIOD})\\b${BEHIND}`, 'iu');
const DAY = `\\d{4}[-/.]\\d{1,2}[-/.]\\d{1,2}|\\d{1,2}(?<mark>[-/.])\\d{1,2}\\k<mark>\\d{2,4}|(?:${MONTH})\\.? \\d{1,2}(?:st|nd|rd|th)?,? \\d{4}|\\d{1,2}(?:st|nd|rd|th)?\\.? (?:of )?(?:${MONTH})\\.? \\d{4}`;
const DAYS = new RegExp(`(?:\\b${REL}\\s+(?:the\\s+)?)?\\b(?<day>${DAY})\\b${BEHIND}`, 'giu');
/** Before a time it leaves the time itself out, or not; and so after it. */
const EARLIER = /^(?:before|vor|prior to|earlier than|sooner than)$/i;
const UNTIL = /^(?:until|till|bis|on or before|no later than|by|through|up to|up until)$/i;
const LATER = /^(?:after|nach|later than)$/i;
const SINCE = /^(?:since|from|seit|on or after|no earlier than)$/i;

/** One end of a span; its mark is not named, as an expression has each name only once. */
const POINT = `(?:the )?(?:${DAY.replace('(?<mark>[-/.])', '[-/.]').replace('\\k<mark>', '[-/.]')}|(?:(?:${MONTH})\\.? (?:of )?)?(?:19|20)\\d\\d|(?:${MONTH}))`;
/** A number behind it that counts something is no year: “between 1900 and 2000 pounds”. */
const SPAN = new RegExp(
  `\\b(?:between|from|zwischen|von)\\s+(${POINT})\\s+(?:and|to|until|till|up to|through|und|bis)\\s+(${POINT})(?=\\s*(?:[?.,!;]|$)|\\s+(?:in|at|for|on|by|with|of|to|were|was|did|are|is|have|and|inclusive)\\b)`,
  'iu',
);

const UNITS = '(?:day|week|weekend|fortnight|month|quarter|year)';
/** A time that is not the one it names: “a week before 3 March 2024”, “around March”. */
const NEAR = new RegExp(
  `\\b(?:around|about|circa|roughly|approximately|near|close to|as (?:of|at|from)|early(?: in)?|late(?: in)?|mid|(?:middle|beginning|start|end) of|towards?|(?:an?|one|two|three|four|five|six|few|several|some|couple of|\\d+) (?:working )?${UNITS}s? (?:before|after|from|prior to|following|to|until)|the ${UNITS} (?:before|after|from|prior to|following|to|until))[ -](?:on )?${POINT}(?![\\p{L}\\d])`,
  'iu',
);
const WEEK = new RegExp(
  `\\b(?:week|weekend|fortnight) (?:of|from|starting|beginning|ending)(?: on)? ${POINT}`,
  'iu',
);

/** Words that mean the time at which something was handed out, by the verb that a column has for it. */
const BORROWED =
  /\b(?:lent(?: out)?|lend(?: out)?|loaned(?: out)?|taken out|took out|checked out|ausgeliehen)\b/i;
/** What lasts is not known from the day on which it began. */
const LASTING =
  /\bon loan\b|\b(?:is|are|was|were) (?:still )?(?:out|away)\b|\b(?:ist|sind|war|waren)\b.*\bausgeliehen\b(?! worden)/i;
/** Words of the name of a column of dates that say nothing of its own. */
const OF_DATES = /^(?:on|date|day|time|at|datum|am|of|the|in|from|to|by|until|since)$/;

/**
 * A month, a year, or the time before, after or between some, of the one column of dates or of the one that a verb means.
 * @returns null where it names a time of which no column says the rows
 */
export function dates(question: string, { columns }: TextTable): Found[] | null {
  const all = columns.filter(({ kind }) => kind === 'date');
  const [only] = all;
  if (!only) return [];
  if (NEAR.test(question) || (WEEK.test(question) && !all.some(isOfWeek))) return null;
  const meant = all.length === 1 ? { column: only, parts: [] } : columnOf(question, all);
  const column = meant?.column ?? only;
  const weekdays = weekdaysIn(question);
  const rest = weekdays ? question.replace(weekdays.part, ' ') : question;
  const period = spanIn(rest, column) ?? dayOf(rest, column) ?? monthsIn(rest) ?? periodOf(rest);
  const found = [weekdays, period].flatMap((time) => time ?? []);
  if (found.length === 0) return [];
  if (LASTING.test(question) || found.some(({ isUnsure }) => isUnsure)) return null;
  if (!meant) return weekdays || isOfMonth(period) ? null : [];
  return found.map(({ part, words, holds }) => ({
    isTime: true,
    parts: [part, ...meant.parts],
    words: `${column.name}${words}`,
    holds: ({ cells }) => {
      const own = readDate(cells.get(column.name) ?? '', column.isDayFirst);
      return own !== null && holds(own);
    },
  }));
}

/** Without a column a year may be a value; a month is one of any of the days. */
const isOfMonth = (period: Time | null): boolean => period !== null && OF_MONTH.test(period.part);
const OF_MONTH = new RegExp(`\\b(?:${MONTH})\\b`, 'iu');

const WEEKDAYS = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');
const OF_WEEK = new RegExp(
  `\\b(?:(?:on|at|during) (?:the )?(?<weekend>week-?ends|weekend(?=\\W*$))|on (?<weekdays>weekdays|working days)|on (?:a )?(?<first>${WEEKDAYS.join('|')})(?<many>s?)(?: (?:and|or) (?:on )?(?<second>${WEEKDAYS.join('|')})s?)?)\\b(?!,? (?:the )?(?:\\d|(?:${MONTH})\\b))`,
  'iu',
);

/** “On Sundays”, “at weekends”: days of each week. “On Sunday” may be one of them alone. */
function weekdaysIn(question: string): Time | null {
  const { 0: part, groups } = OF_WEEK.exec(question) ?? {};
  if (part === undefined || !groups) return null;
  const { weekend, first = '', many, second } = groups;
  const named = [first, second ?? '']
    .map((day) => WEEKDAYS.indexOf(day.toLowerCase()))
    .filter((day) => day >= 0);
  const isOne = named.length > 0 && many === '' && !/\bon a /i.test(part);
  const all = weekend ? [0, 6] : [1, 2, 3, 4, 5];
  const days = named.length > 0 ? named : all;
  return {
    part,
    words: `: ${part.replace(/^\p{L}+ (?:the |a )?/u, '')}`,
    isUnsure: isOne,
    holds: (day) => day % 100 > 0 && days.includes(weekdayOf(day)),
  };
}

const weekdayOf = (day: number): number =>
  new Date(
    Date.UTC(Math.floor(day / 10_000), (Math.floor(day / 100) % 100) - 1, day % 100),
  ).getUTCDay();

const MONTHS = new RegExp(
  `\\b(?:in|during) (?<list>(?:(?:${MONTH}),? (?:(?:and|or|und|oder) )?)+(?:${MONTH}))(?: (?<year>(?:19|20)\\d\\d))?\\b(?! ?\\d)`,
  'iu',
);

/** “In June, July and August”: any of them. */
function monthsIn(question: string): Time | null {
  const { 0: part, groups } = MONTHS.exec(question) ?? {};
  if (part === undefined || !groups) return null;
  const { list = '', year } = groups;
  const months = [...runsOf(list)].flatMap(([word]) => monthOf(word) || []);
  const holds = (day: number) =>
    months.includes(Math.floor(day / 100) % 100) &&
    (year === undefined || Math.floor(day / 10_000) === Number(year));
  return { part, words: `: ${part.replace(/^\p{L}+ /u, '')}`, holds };
}

const isOfWeek = ({ name }: TextColumn) => stems(name).includes('week');

/** A time, as a part of the question, and the days of it. */
interface Time {
  part: string;
  words: string;
  /** By March may be before or in March. */
  isUnsure?: boolean;
  holds: (day: number) => boolean;
}

/** Of several columns of dates the one that the verb of a question names, and how it says so. */
function columnOf(question: string, columns: readonly TextColumn[]) {
  const plain = toPlain(question);
  const [borrowed] = BORROWED.exec(plain) ?? [];
  const asked = [...runsOf(plain)].map(([word]) => ({ word, root: rootOf(word) }));
  // “How many plants” counts them, it does not say that they were planted.
  const nouns = new Set(
    countedNouns(plain, new Set()).filter(
      (word) =>
        /[^s]s$/.test(word) &&
        !new RegExp(`\\b${word} (?:(?:were|was) )?(?:made|placed|taken|received)\\b`).test(plain),
    ),
  );
  const said = columns.flatMap((column) => {
    const own = stems(column.name).filter((word) => !OF_DATES.test(word));
    const roots = own.map(rootOf);
    const isLent = borrowed && roots.some((root) => root === 'borrow' || root === 'lend');
    const parts = asked.flatMap(({ word, root }) =>
      roots.includes(root) && (own.includes(stem(word)) || !nouns.has(word)) ? [word] : [],
    );
    const all = isLent ? [borrowed, ...parts] : parts;
    return all.length > 0 ? [{ column, parts: all }] : [];
  });
  // “How many loans in June” means those on which it was lent.
  const isLoan = /\bloans?\b/.test(plain) && said.length === 0;
  const lent = columns.filter(({ name }) => /\b(?:lent|borrowed|loaned)\b/i.test(name));
  const found = isLoan ? lent.map((column) => ({ column, parts: [] })) : said;
  return found.length === 1 ? found[0] : undefined;
}

/** `between 3 March 2024 and 5 May 2024`, `from March to May 2024`; both ends are part of it. */
function spanIn(question: string, { isDayFirst }: TextColumn): Time | null {
  const [part, first = '', last = ''] = SPAN.exec(question) ?? [];
  if (!part) return null;
  const [, lastYear = ''] = /((?:19|20)\d\d)$/.exec(last.trim()) ?? [];
  const from = limitOf(first, isDayFirst, lastYear);
  const to = limitOf(last, isDayFirst, lastYear);
  // A month without a year is one of each year.
  if (!from || !to || from.isYearly !== to.isYearly) return null;
  const holds = (day: number) => {
    const own = from.isYearly ? day % 10_000 : day;
    // From November to February the year ends between them.
    if (from.isYearly && from.first > to.last) return own >= from.first || own <= to.last;
    return own >= from.first && own <= to.last;
  };
  return { part, words: `: ${first} – ${last}`, holds };
}

/** The first and the last day of a day, a month or a year; `year`, where it names none. */
function limitOf(written: string, isDayFirst: boolean | null, year: string) {
  const text = plainDay(written);
  const [only] = new RegExp(`^(?:${MONTH})$`, 'iu').exec(text) ?? [];
  if (only && year === '') {
    const month = monthOf(only) * 100;
    return { first: month, last: month + 99, isYearly: true };
  }
  const value = readDate(only ? `${only} ${year}` : text, isDayFirst);
  if (value === null) return null;
  const size = value % 10_000 === 0 ? 9_999 : 99;
  return { first: value, last: value % 100 === 0 ? value + size : value, isYearly: false };
}

const plainDay = (written: string) =>
  written.replace(/(?<=\d)(?:st|nd|rd|th)\b| of\b|^the /gi, '').trim();

/** The one day that a question names, and what stands before it. */
function dayOf(question: string, { isDayFirst }: TextColumn): Time | null {
  for (const { 0: part, groups = {} } of question.matchAll(DAYS)) {
    const value = readDate(plainDay(groups['day'] ?? ''), isDayFirst);
    const rel = relOf(groups);
    if (value === null || value % 100 === 0) continue;
    const words = isRelative(rel) ? `: ${part}` : ` = ${part}`;
    return { part, words, holds: (own) => compares(own, value, rel) };
  }
  return null;
}

/** A month or a year. */
function periodOf(question: string): Time | null {
  const match = TIME.exec(question);
  if (!match) return null;
  const { month = match.groups?.['only'] ?? '', year = '' } = match.groups ?? {};
  const rel = relOf(match.groups ?? {});
  // Somebody's name: “paid by June”.
  if (year === '' && rel === 'by') return null;
  // `May` is a month behind a word of time alone.
  if (year === '' && (rel === '' || month.length < 3)) return null;
  const period = { y: Number(year), m: monthOf(month) };
  const name = [month, year].filter(Boolean).join(' ');
  const how = isRelative(rel) ? `${rel} ${name}` : name;
  const holds = (day: number) => isWithin(day, period, rel);
  return { part: match[0], words: `: ${how}`, isUnsure: rel === 'by', holds };
}

/** How a time is meant, by the words before and behind it. */
function relOf({ rel = '', behind = '', on }: Readonly<Record<string, string | undefined>>) {
  if (on !== undefined || /^(?:later|after)/i.test(behind)) return 'since';
  return behind === '' ? rel.toLowerCase() : 'until';
}

const isRelative = (rel: string) => [EARLIER, UNTIL, LATER, SINCE].some((form) => form.test(rel));

/** Whether a time is as `rel` says: before and after leave the time itself out, since and until do not. */
function compares(own: number, asked: number, rel: string): boolean {
  if (EARLIER.test(rel)) return own < asked;
  if (UNTIL.test(rel)) return own <= asked;
  if (LATER.test(rel)) return own > asked;
  return SINCE.test(rel) ? own >= asked : own === asked;
}

function isWithin(day: number, { y, m }: { y: number; m: number }, rel: string): boolean {
  const [year, month] = [Math.floor(day / 10_000), Math.floor(day / 100) % 100];
  const own = y === 0 ? month : year * 100 + (m === 0 ? 0 : month);
  const asked = y === 0 ? m : y * 100 + m;
  return compares(own, asked, rel);
}
