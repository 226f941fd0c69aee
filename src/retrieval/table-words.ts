import { runsOf, toPlain } from '#base/words.ts';

/** The words of a name or a question, without plural, and verbs in their first form. */
export const stems = (text: string): string[] =>
  [...runsOf(toPlain(text.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ').replaceAll('_', ' ')))].map(
    ([word]) => stem(word),
  );
export function stem(word: string): string {
  const full = SHORT.get(word) ?? IRREGULAR.get(word)?.[0] ?? word;
  if (full.length < 4) return full;
  if (OWN_END.test(full)) return full.replace(/s$/, '');
  const one = full.replace(/ies$/, 'y').replace(/(?<!s)s$/, '');
  // "taxes" and "prices" have the same end.
  return one.length > 3 ? one.replace(/e$/, '') : one;
}

/** Without their end they would be other words: a fare is no “far”. */
const OWN_END = /^(?:fare|note|wine|care|plane|cane)s?$/;

/** What regular forms of a verb have in common: `started` and `Starting`, `shipped` and `ship`. */
export function rootOf(word: string): string {
  const root = stem(word).replace(/(?<=\p{L}{2})(?:ed|ing)$/u, '');
  return root.replace(/([bdgmnpt])\1$/, '$1');
}

/** Whether a word, as `stem`, is a form of one of a name: `started` of `start`. */
export const isFormOf = (name: string, word: string): boolean =>
  name === word ||
  // An expensive thing is no expense, and issued things are issues.
  (name.length > 3 &&
    (rootOf(name) === rootOf(word) ||
      (word.startsWith(name) && !word.startsWith('iv', name.length))));

/** The forms of a verb that is not regular, the first one first: a question says `drew` where a column is `Drawn`. */
export const verbForms = (word: string): readonly string[] => IRREGULAR.get(word) ?? [];

/** Without forms that are more often nouns of their own, as `found`, `left`, `wound`, `building`. */
const IRREGULAR: ReadonlyMap<string, readonly string[]> = new Map(
  [
    'eat ate eaten eating',
    'draw drew drawn',
    'lend lent lending',
    'pay paid paying',
    'buy bought buying',
    'bring brought bringing',
    'win won winning',
    'lose lost losing',
    'sell sold selling',
    'spend spent spending',
    'fly flew flown flying',
    'drive drove driven driving',
    'write wrote written writing',
    'take took taken',
    'give gave given giving',
    'begin began begun beginning',
    'send sent sending',
    'grow grew grown growing',
    'catch caught catching',
    'teach taught teaching',
    'run ran running',
    'hold held',
    'choose chose chosen choosing',
    'steal stole stolen stealing',
    'build built',
    'throw threw thrown throwing',
    'ride rode ridden riding',
    'sing sang sung singing',
    'swim swam swum swimming',
    'wear wore worn wearing',
  ]
    .map((line) => line.split(' '))
    .flatMap((forms) => forms.map((form) => [form, forms] as const)),
);

/** Short names of columns, as a question has them in full. */
const SHORT = new Map(
  Object.entries({
    temp: 'temperature',
    min: 'minimum',
    max: 'maximum',
    avg: 'average',
    qty: 'quantity',
    amt: 'amount',
    pct: 'percent',
    dept: 'department',
    lat: 'latitude',
    lon: 'longitude',
    lng: 'longitude',
    pop: 'population',
    hp: 'horsepower',
    wt: 'weight',
    yr: 'year',
  }),
);
