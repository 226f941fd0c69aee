import { runsOf, toPlain } from '#base/words.ts';
import { isEmptyWord } from './question-words.ts';
import type { Trait } from './table-genders.ts';
import { isComputed, MONEY, QUANTITY } from './table-operations.ts';
import type { TableRow, TextColumn, TextTable } from './table-rows.ts';
import { rootOf, stems, verbForms } from './table-words.ts';

const YES = /^(?:yes|y|true|x|✓|✔|ja)$/iu;
const NO = /^(?:no|n|false|✗|✘|nein)$/iu;
const isParticiple = (word: string) =>
  /[^e]ed$/.test(word) || verbForms(word).slice(1).includes(word);
/** Words between “not” and what it denies, or between a verb and its noun. */
const FILLING = '(?:(?:a|an|any|the|all|have|has|had|having|been|be|got|get|yet|also|their)\\s)*';
const BRINGS =
  'bring|brings|brought|include|includes|included|including|had|has|have|having|got|get|gets|made|make|ran|run|set|took|take|takes|use|used|uses|want|wants|wanted|order|ordered|chose|choose';
/** Behind these a flag is the subject of the question, not a condition. */
const OF = /^(?:the|of|for|in|on|at|by|from|to|between|per|total|average|much)$/;
const LIST_OR_COUNT = /\b(?:how many|which|who)\b/iu;
const LIST = /^\W*(?:which|who|list|show|name)\b/iu;
const SAME: Readonly<Record<string, string>> = { children: 'kids', kids: 'children' };

/** A column of yes and no, and how a question says it. */
interface Flag {
  column: TextColumn;
  /** Expressions of its noun or adjective, and of the forms of its verb; empty for none. */
  core: string;
  verbs: string;
  /** Whether it says that something was done, at a time of its own. */
  isAct: boolean;
}

/**
 * The first trait of rows that a column of yes and no has, with its “not”: “had no catering”, “that bees like”. Null where
 * none is certain: a question that asks for the trait itself needs both.
 */
export function flagIn(question: string, table: TextTable): Trait | null {
  if (!isComputed(question) && !LIST.test(question)) return null;
  for (const flag of flagsOf(table)) {
    const match = formOf(flag).exec(question);
    if (!match || !isMeant(question, match)) continue;
    const { not, un } = match.groups ?? {};
    const wanted = not === undefined && un === undefined ? YES : NO;
    const { name } = flag.column;
    const values = new Set(table.rows.flatMap(({ cells }) => cells.get(name) ?? []));
    const isMeantBy = (value: string) => wanted.test(value.trim());
    const found = {
      isExact: true,
      isAct: flag.isAct,
      parts: [match[0]],
      words: `${name} = ${[...values].filter(isMeantBy).join(' / ')}`,
      holds: ({ cells }: TableRow) => isMeantBy(cells.get(name) ?? ''),
    };
    // “How many first aiders” counts rows.
    const isCounted =
      /\bhow many\s*$/i.test(question.slice(0, match.index)) && !nextOf(question, match);
    const behind = question.slice(match.index + match[0].length);
    const said = match[0] + (/^ (?:yet|already|so far)\b/iu.exec(behind)?.[0] ?? '');
    return { rest: question.replace(said, isCounted ? 'persons' : ' '), found };
  }
  return null;
}

/** Cells that say that there is none. */
const IS_NONE = /^(?:[-–—]*|n\/?a|none|nil|kein\w*)$/iu;
const WITHOUT =
  /(?:\b(?:have|has|had|having|with|was|were|is|are|came|come|got)\s)?\b(?:no|without(?: any| an?)?)\s(?:(?:special|particular|further|other|known)\s)?(?<noun>\p{L}+(?:\s\p{L}+)?)/giu;
/** Behind a noun that is one alone. */
const ENDS =
  /^(?:\s(?:at all|whatsoever|yet|so far|recorded|noted|listed|given))?(?=\W*$|[,;]|\s(?:in|on|at|for|from|by|and|were|was|are|is|did|do|does|there)\b)/iu;

/** Rows with an empty cell in the column of words or days that a question denies: “have no tenant”, “without incident”. */
export function emptyIn(question: string, table: TextTable): Trait | null {
  for (const match of question.matchAll(WITHOUT)) {
    const said = match.groups?.['noun'] ?? '';
    for (const noun of [said, said.split(' ', 1)[0] ?? '']) {
      const part = match[0].slice(0, match[0].length - said.length + noun.length);
      const column = emptyColumn(noun, table);
      if (!column || !ENDS.test(question.slice(match.index + part.length))) continue;
      const found = {
        isExact: true,
        parts: [part],
        words: `${column.name} = –`,
        holds: ({ cells }: TableRow) => IS_NONE.test((cells.get(column.name) ?? '').trim()),
      };
      const [behind = ''] = ENDS.exec(question.slice(match.index + part.length)) ?? [];
      return { rest: question.replace(part + behind, ' '), found };
    }
  }
  return null;
}

/** The one column that a noun is the name of, or the head of it, where some cells are empty; none where a cell says the noun. */
function emptyColumn(noun: string, { columns, rows }: TextTable): TextColumn | null {
  const wanted = stems(noun);
  const own = columns.filter(({ name }) => {
    const words = stems(name.replace(/\(.*\)/u, ' '));
    return words.slice(-wanted.length).join(' ') === wanted.join(' ');
  });
  const [column, ...others] = own;
  if (!column || column.kind === 'number' || others.length > 0) return null;
  const values = rows.map(({ cells }) => (cells.get(column.name) ?? '').trim());
  const isSaid = rows.some(({ cells }) =>
    [...cells.values()].some((value) => stems(value).join(' ') === wanted.join(' ')),
  );
  const isFlag = values.every((value) => IS_NONE.test(value) || YES.test(value) || NO.test(value));
  const none = values.filter((value) => IS_NONE.test(value)).length;
  return none > 0 && none < values.length && !isSaid && !isFlag ? column : null;
}

function flagsOf({ columns, rows }: TextTable): Flag[] {
  return columns.flatMap((column) => {
    const values = rows.map(({ cells }) => (cells.get(column.name) ?? '').trim());
    const isFlag =
      values.some((value) => YES.test(value)) &&
      values.some((value) => NO.test(value)) &&
      values.every((value) => value === '' || YES.test(value) || NO.test(value));
    return isFlag && /\p{L}/u.test(column.name) ? toFlag(column) : [];
  });
}

/** `Deposit paid` has a noun and a verb, `Attracts bees` too, `First aider` a noun alone, and `Vaccinated` an adjective. */
function toFlag(column: TextColumn): Flag {
  const words = [...runsOf(toPlain(column.name).replaceAll('_', ' '))].map(([word]) => word);
  const isAct = words.some(isParticiple);
  const isVerb = (word: string, i: number) =>
    (i === 0 && !isAct && /[^s]s$/.test(word)) || isParticiple(word) || /^(?:has|is)$/.test(word);
  const others = words.filter((word, i) => !isVerb(word, i));
  // `Pets allowed` has a noun; `Insured` and `Is insured` are called by their verb.
  const nouns = others.length > 0 ? others : words.slice(-1);
  const verbs = words.filter((word) => !nouns.includes(word));
  const likes = verbs.some((word) => /s$/.test(word)) ? ['likes?', 'loves?'] : [];
  const forms = verbs.flatMap((word) => [
    ...verbForms(word),
    `${rootOf(word)}\\p{L}?(?:s|e|es|ed|ing)?`,
  ]);
  return {
    column,
    isAct,
    core: [nouns.map(nounForm).join('[\\s-]+'), ...baseOf(nouns)].join('|'),
    verbs: [...forms, ...likes].join('|'),
  };
}

/** “Did not qualify” of `Qualified`. */
const baseOf = ([word = '', ...others]: readonly string[]): string[] => {
  if (others.length > 0 || !isParticiple(word)) return [];
  const [first = word.replace(/ied$/, 'y').replace(/ed$/, 'e?')] = verbForms(word);
  return [`(?<=n't |not )${first}`];
};

const nounForm = (word: string): string => {
  const one = word.length > 3 ? word.replace(/s$/, '') : word;
  return `(?:${[`${one}(?:e?s)?`, SAME[word] ?? word].join('|')})`;
};

function formOf({ core, verbs }: Flag): RegExp {
  const before = `(?:(?<verb>${verbs === '' ? BRINGS : `${verbs}|${BRINGS}`})\\s${FILLING})?`;
  const behind =
    verbs === '' ? '' : `(?<act>\\s(?:(?:is|are|was|were|been)\\s)?(?:${verbs})(?!\\p{L}))?`;
  const not = `(?<not>(?:(?<!\\p{L})(?:${BRINGS})\\s)?(?:n't|(?<!\\p{L})(?:not|without|no|never|non))[\\s-]+${FILLING})`;
  return new RegExp(
    `(?:${not}|(?<!\\p{L})(?<un>un)|(?<!\\p{L}))${before}(?:${core})(?!\\p{L})${behind}`,
    'iu',
  );
}

/** Whether a mention says which rows: by its verb, as an adjective, or behind “with”; “the total deposit” is an amount. */
function isMeant(question: string, match: RegExpExecArray): boolean {
  const { not, un, verb, act } = match.groups ?? {};
  const next = nextOf(question, match);
  if (not ?? un ?? verb) return true;
  if (isAmount(next)) return false;
  const [, last = ''] = /(\p{L}+)\W*$/u.exec(toPlain(question.slice(0, match.index))) ?? [];
  if (act !== undefined && !/^(?:total|average|much)$/.test(last)) return true;
  if (next !== '' && !/^many$/.test(last)) return !OF.test(last) || /s$/.test(next);
  // Three deposits may be of two rows, three first aiders are three.
  if (/^many$/.test(last)) return /s$/.test(next) || /ers?$/i.test(match[0]);
  // “How many boys of the school qualified”.
  const isSaid = isParticiple(match[0].toLowerCase()) && LIST_OR_COUNT.test(question);
  // Behind who does it, it is a verb of its own: “do we rent” next to `Rent paid`.
  const isSubject = /(?:^| )(?:i|we|you|they|he|she|it|\p{Lu}\p{L}*)\W*$/u.test(
    question.slice(0, match.index),
  );
  return isSaid || (isEmptyWord(last) && !OF.test(last) && !isSubject);
}

const isAmount = (word: string) => MONEY.test(word) || QUANTITY.test(word);

/** The noun behind a mention; empty for none. */
function nextOf(question: string, { 0: part, index }: RegExpExecArray): string {
  const [, next = ''] = /^\s(\p{L}+)/u.exec(toPlain(question.slice(index + part.length))) ?? [];
  return isEmptyWord(next) ? '' : next;
}
