import { runsOf, toPlain } from '#base/words.ts';
import { isEmptyWord } from './question-words.ts';
import type { TextColumn, TextTable } from './table-rows.ts';
import { rootOf, stems, verbForms } from './table-words.ts';

/** Verbs of what rows are about, and names of columns that say so. */
const VERBS: readonly [RegExp, RegExp][] = [
  [/^(?:teach|teaches|taught|teaching)$/, /\b(?:instructor|trainer|tutor|coach|lecturer)\b/],
  [
    /^(?:fill|fills|filled|filling|fillups?|refuel\w*|fuell?ed)$/,
    /\b(?:fuel|litres?|liters?|gallons?)\b/,
  ],
  [/^(?:dies|died)$/, /\b(?:deaths?|wounds|diseases?|fever)\b/],
  [/^(?:wheel)$/, /\bdriver\b/],
  [/^(?:buy|buys|bought|buying)$/, /\b(?:customer|client|price|cost|amount|quantity|total)\b/],
  [/^(?:ride|rode|ridden)$/, /\b(?:rider|bike|horse)\b/],
  [/^(?:stay|stays|stayed|staying)$/, /\b(?:guest|nights?|check ?in)\b/],
  [/^(?:call|calls|called|calling)$/, /\b(?:caller|calls?)\b/],
  [/^(?:catch|catches|caught)$/, /\b(?:catch|net|trap|ring|ringer|angler)\b/],
  [/^(?:treats?|treated)$/, /\b(?:vet|doctor|nurse|dentist|therapist|carer|physio\w*)\b/],
  [
    /^(?:deal|deals|dealt|handles?|handled)$/,
    /\b(?:crew|agent|assistant|clerk|officer|handler|repairer|technician|engineer|operator|nurse)\b/,
  ],
  [/^(?:fly|flies|flew|flown)$/, /\b(?:pilot|flight|drone)\b/],
  [/^(?:travels?|travell?ed)$/, /\b(?:transport|destination|trip|journey)\b/],
  [/^(?:borrows?|borrowed|hires?|hired)$/, /\b(?:hire|loan|lent|borrower|hirer)\b/],
  [/^(?:bring|brings|brought)$/, /\b(?:rescuer|finder|donor|owner|deliverer)\b/],
  [/^(?:eat|eats|ate)$/, /\b(?:diet|meal|dish|food|menu)\b/],
  [/^(?:give|gives|gave|given|donates?|donated)$/, /\b(?:donor|donation|gift)\b/],
];
/** Names of columns of people and firms. */
const PERSON =
  /\b(?:name|person|guest|client|patient|student|tenant|staff|assistant|contact|agent|pupil|by|von)$|(?:[^b]er|or|ee|ist|[cipt]ant)$/;
const NO_PERSON =
  /\b(?:gender|locker|plant|variant|restaurant|number|order|quarter|centre|center|letter|paper|weather|colou?r|floor|door|computer|flower|offer|water|transfer|error|factor|year|sector|power)$/;

const plainName = ({ name }: TextColumn) => toPlain(name).replaceAll('_', ' ').trim();
const isPerson = (column: TextColumn) =>
  column.kind === 'text' && PERSON.test(plainName(column)) && !NO_PERSON.test(plainName(column));

/** Whether a verb is that of an agent: `drove` of `Driver`, `ran` of `Runner`. */
function isAgentOf(verb: string, column: TextColumn): boolean {
  const [, agent = ''] = /(\p{L}{3,})(?:er|or)$/u.exec(plainName(column)) ?? [];
  return agent !== '' && rootOf(verbForms(verb)[0] ?? verb) === rootOf(`${agent}ed`);
}

/** Whether a word is a verb that the columns of a table suppose: `teaches` where there are instructors. */
export const isVerbOf = (word: string, { columns }: Pick<TextTable, 'columns'>): boolean =>
  VERBS.some(
    ([form, name]) => form.test(word) && columns.some((one) => name.test(plainName(one))),
  ) || columns.some((column) => isPerson(column) && isAgentOf(word, column));

/** The column of people that “who” means: the one of the verb, or the only one; null where it may be another. */
function personColumn(plain: string, { columns }: TextTable): TextColumn | null {
  const people = columns.filter(isPerson);
  const words = [...runsOf(plain)].map(([word]) => word).filter((word) => !isEmptyWord(word));
  // “Who booked” is in `Booked by`, “who drove” in `Driver`, “who gave” in `Donor`.
  const acting = people.filter(
    (column) =>
      words.some((word) => isVerbOf(word, { columns: [column] })) ||
      (/ (?:by|von)$/.test(plainName(column)) &&
        words.some((word) => stems(column.name).map(rootOf).includes(rootOf(word)))),
  );
  const [column, ...others] = acting.length > 0 ? acting : people;
  return column && others.length === 0 ? column : null;
}

/** The same, where a person has several rows. */
export function whoColumn(plain: string, table: TextTable): TextColumn | null {
  const column = personColumn(plain, table);
  const values = table.rows.flatMap(({ cells }) => cells.get(column?.name ?? '') ?? []);
  return new Set(values).size < values.length ? column : null;
}

/** The column that the answer to “who” or “on which day” is in. */
export function askedColumn(plain: string, table: TextTable): string | null {
  const [day, ...others] = table.columns.filter(({ kind }) => kind === 'date');
  const isOfDay = /\b(?:when|(?:which|what) (?:day|date)|wann)\b/.test(plain);
  if (isOfDay) return day && others.length === 0 ? day.name : null;
  return /\b(?:who|whose|wer)\b/.test(plain) ? (personColumn(plain, table)?.name ?? null) : null;
}

/** Nouns for the same thing, as a question and a table may have them. */
const SAME = [
  'booking reservation let letting rental stay',
  'booking meeting appointment',
  'book title novel',
  'film movie title',
  'order purchase sale',
  'delivery drop shipment',
  'animal pet',
  'student pupil kid child children',
  'employee worker staff',
  'runner finisher racer athlete participant entrant competitor',
  'customer client',
  'item product article',
  'invoice bill',
  'class session lesson course',
  'match game fixture',
  'car vehicle',
  'guest visitor',
].map((line) => new Set(stems(line)));

/** Whether a noun, as `stem`, is another word for one that a table has. */
export const isSameNoun = (noun: string, known: ReadonlySet<string>): boolean =>
  SAME.some((same) => same.has(noun) && [...same].some((other) => known.has(other)));

/** Whether each row is another person, so that “how many people” counts rows: of bookings somebody may have several. */
export const isOfPeople = ({ columns, rows }: TextTable): boolean =>
  columns.filter(isPerson).some(({ name }) => {
    const values = rows.flatMap(({ cells }) => cells.get(name) ?? []);
    return values.length === rows.length && new Set(values).size === values.length;
  });
