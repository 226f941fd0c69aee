import { runsOf, toPlain } from '#base/words.ts';
import { isEmptyWord } from './question-words.ts';
import type { Found, TextColumn, TextTable } from './table-rows.ts';
import { asConditions, valuesOf } from './table-values.ts';
import { stems } from './table-words.ts';

/** “What share of the orders were late”: the things, and the words for some of them. */
const SHARE =
  /^(?:what|which|how (?:big|large|high)) (?:is |was )?(?:a |the )?(?:share|percentage|proportion|fraction|percent) (?:is |was )?of (?:all )?(?:the |our |my )?(?<said>.+)$/iu;
const FINITE = /(?<= )(?:is|are|was|were|has|have|had|did|do|does)\b/giu;
const ACTED = /(?<= )(?:came|come|comes|went|goes|got|gets|took|ended|made|\p{L}+ed)\b/iu;
/** A sentence inside the other: either verb may be that of the share. */
const INSIDE = /\b(?:who|which|that|where|when|whose|if|than|not of)\b|[,;:]/iu;

/** The questions for the number of some, and of all of them; null where it asks for no share, or where one may begin. */
export function shareOf(question: string): { part: string; whole: string } | null {
  const said = SHARE.exec(question)?.groups?.['said']?.replace(/[?.!\s]+$/u, '') ?? '';
  const [first, ...others] = [...said.matchAll(FINITE)];
  const acted = ACTED.exec(said);
  if (said === '' || INSIDE.test(said) || others.length > 1) return null;
  // “Orders that came from Leeds were late”.
  const isActed = acted !== null && first !== undefined && acted.index < first.index;
  const at = first?.index ?? acted?.index ?? 0;
  if (at === 0 || (isActed && !/ed$/i.test(acted[0]))) return null;
  const things = said.slice(0, at).trim();
  return { part: `how many ${things} ${said.slice(at)}`, whole: `how many ${things} are there` };
}

/** Two values of a column that are compared, and the question that is asked of each. */
export interface Compared {
  column: TextColumn;
  found: Found;
  /** The values as the table has them. */
  values: readonly string[];
  question: string;
  /** Whether it asks which of them it is, not for the result of each. */
  isChoice: boolean;
}

const COMPARE =
  /^compare (?<a>.+?) (?:with|and|to|against|versus|vs\.?) (?<b>[^:;,.?]+?)[:;,.] (?<rest>.+)$/iu;
const CHOICE =
  /^(?<rest>(?:who|which|what)\b.*?\b(?:more|most|fewer|fewest|less|least)\b.*?)[,:;]? ?[,:;] (?<a>[^,:;]+?) or (?<b>[^,:;]+?)$/iu;
const MORE =
  /^how (?<much>much|many) (?:more|less|fewer) (?<what>(?:\p{L}+ ){0,3}?)(?<verb>did|do|does|has|have|had) (?<a>.+?) than (?:did |does |in |at |for |from |on )?(?<b>[^,]+?)(?<rest>,.*)?$/iu;
const HIGHEST: Readonly<Record<string, string>> = { more: 'most', fewer: 'fewest', less: 'least' };

/** What a question compares: “how much more did Ana spend than Ben”; null where it compares no two values of a column. */
export function comparedIn(question: string, table: TextTable): Compared | null {
  const plain = question.trim().replace(/[?.!\s]+$/u, '');
  const forms = [COMPARE, CHOICE, MORE].map((form) => form.exec(plain)?.groups);
  const groups = forms.find((one) => one !== undefined);
  if (!groups) return null;
  const { a = '', rest = '', much, what = '', verb } = groups;
  const [first] = (much && valuesOf(a, table, null)) || [];
  // “Did Ana spend”: the value stands before its verb.
  const act = first ? toPlain(a).replace(first.form, '').trim() : '';
  const two = valuesBoth(first?.form ?? a, groups['b'] ?? '', table);
  if (!two || (first && !toPlain(a).startsWith(first.form))) return null;
  const asked = much
    ? `how ${much} ${what}${verb} we ${act}${rest}`
    : rest.replace(/,? (?:(?:for|of|at|in) )?each\b.*$/iu, '');
  const isChoice = !/\bhow\b/i.test(asked);
  const most = isChoice
    ? asked.replace(/\b(?:more|fewer|less)\b/iu, (word) => HIGHEST[word.toLowerCase()] ?? word)
    : asked;
  return { ...two, question: most, isChoice };
}

const DIFFERENT =
  /\bhow many (?:different|distinct|unique|separate) (?<first>\p{L}+)(?: (?<second>\p{L}+))?/iu;

/** The column of which the values are counted, and the question for its rows. */
export function differentIn(question: string, { columns }: TextTable) {
  const { 0: part = '', groups } = DIFFERENT.exec(question) ?? {};
  const { first = '', second = '' } = groups ?? {};
  for (const noun of [`${first} ${second}`.trim(), first]) {
    const wanted = stems(noun).join(' ');
    const [column, ...others] = columns.filter(
      ({ name, kind }) =>
        kind === 'text' && stems(name.replace(/\(.*\)/u, ' ')).join(' ') === wanted,
    );
    const said = part.slice(0, part.lastIndexOf(first) + noun.length);
    if (column && others.length === 0 && wanted !== '')
      return { column, question: question.replace(said, 'how many entries') };
  }
  return null;
}

/** Two names that are nothing but values of one column. */
function valuesBoth(a: string, b: string, table: TextTable) {
  const [one, other] = [a, b].map((name) => namedValue(name, table));
  if (!one || !other || one.column !== other.column || one.words === other.words) return null;
  const column = table.columns.find(({ name }) => name === one.column);
  const [found] = asConditions([one, other]);
  return column && found ? { column, found, values: [one.value, other.value] } : null;
}

function namedValue(name: string, table: TextTable) {
  const [value, ...others] = valuesOf(name, table, null) ?? [];
  if (!value || others.length > 0) return null;
  const rest = toPlain(name).replace(value.form, ' ');
  return [...runsOf(rest)].every(([word]) => isEmptyWord(word)) ? value : null;
}
