import { toPlain } from '#base/words.ts';
import { stems } from './table-words.ts';

/** The computation of an answer from rows. */
export type Operation =
  | 'count'
  | 'sum'
  | 'average'
  | 'highest'
  | 'lowest'
  | 'share'
  | 'distinct'
  | 'rows';

export const OPERATIONS: readonly [Operation, RegExp][] = [
  ['average', /\b(?:average|mean|on average|durchschnitt\w*|im mittel|moyenne|promedio)\b/],
  [
    'highest',
    /\b(?:highest|largest|biggest|greatest|maximum|max|longest|most|top|latest|newest|heaviest|fastest|quickest|last|tallest|deepest|widest|hottest|warmest|wettest|windiest|richest|farthest|furthest|strongest|dearest|priciest|costliest|northernmost|easternmost|how high did|hochst\w*|grosst\w*|teuerst\w*|meisten|neuest\w*|letzt\w*)\b/,
  ],
  [
    'lowest',
    /\b(?:lowest|smallest|minimum|min|shortest|least|fewest|cheapest|earliest|oldest|youngest|first|slowest|coldest|lightest|coolest|driest|weakest|nearest|narrowest|southernmost|westernmost|how low did|niedrigst\w*|kleinst\w*|billigst\w*|wenigsten|altest\w*|jungst\w*|erst\w*)\b/,
  ],
  [
    'count',
    /\b(?:how many|how often|number of|count|wie viele|wie oft|anzahl|combien de|cuantos|cuantas)\b/,
  ],
  [
    'sum',
    /\b(?:total|sum|altogether|overall|in all|how much|add up|combined|summe|insgesamt|gesamt\w*|wieviel|wie viel)\b/,
  ],
];
/** Words that mean a column of money, and its use. */
export const MONEY =
  /\b(?:spend|spent|spending|pay|paid|payments?|bills?|expenses?|charges?|fees?|purchases?|cost|costs|price|expensive|cheapest|amount|sales|revenue|earn|earned|buy|bought|sold|money|dearest|dear|cheap|priciest|costliest|ausgegeben|bezahlt|kosten|preis|betrag|umsatz)\b/;
export const IS_MONEY =
  /\b(?:amount|price|cost|total|paid|sum|value|sales|revenue|fee|bill|charge|takings|eur|euros?|usd|gbp|chf|betrag|preis|kosten|summe|umsatz)\b|[€£$]/;
/** Money of one each, not an amount to be added up. */
export const IS_RATE = /\b(?:per|unit|each|pro|rate)\b|\/\s?\p{L}/u;
export const QUANTITY = /\b(?:quantity|qty|units|count|menge|anzahl|stuck)\b/;
/** The name of a column that says how many of the thing there are: a row is several of them. */
export const IS_QUANTITY =
  /^(?:(?:total|in|on) )?(?:number|count|quantity|qty|units|pieces|copies|stock|hand|menge|anzahl|stuck)(?: (?!of\b)\p{L}+)?$/u;
/** Words of questions that mean a column by what it measures. */
const MEASURED: readonly [RegExp, string][] = [
  [/\b(?:heav(?:y|ier|iest)|light(?:er|est)|weighs?)\b/, 'weight'],
  [/\b(?:tall(?:er|est)?)\b/, 'height'],
  [/\b(?:long(?:er|est)?|short(?:er|est))\b/, 'length duration distance hours nights'],
  [/\b(?:fast(?:er|est)?|quick(?:er|est)?|slow(?:er|est)?)\b/, 'speed time duration'],
  [/\b(?:old(?:er|est)?|young(?:er|est)?|alter|altest\w*|jung(?:er|st\w*))\b/, 'age alter'],
  [/\b(?:hot(?:ter|test)?|warm(?:er|est)?|cold(?:er|est)?|cool(?:er|est)?)\b/, 'temperature'],
  [/\b(?:wet(?:ter|test)?|driest)\b/, 'precipitation'],
  [/\b(?:wind(?:y|ier|iest))\b/, 'wind'],
  [/\b(?:populous|inhabitants)\b/, 'population'],
  [/\b(?:deep(?:er|est)?)\b/, 'depth'],
  [/\b(?:far(?:thest)?|furthest|nearest)\b/, 'distance'],
  [/\b(?:north|south)ernmost\b/, 'latitude'],
  [/\b(?:east|west)ernmost\b/, 'longitude'],
  [/\bearn(?:s|ed|ing)?\b/, 'salary income wage pay'],
  [/\b(?:most|fewest|least) people\b/, 'attendee guest visitor participant people person heads'],
  [/\bmarks?\b/, 'score points result grade'],
  // Goals.
  [/\b(?:concede[ds]?|let in)\b/, 'against'],
  [/\bscored?\b/, 'for'],
];
/** Verbs of which a column has how often: rows are matches. */
export const SCORED = /\b(?:concede[ds]?|let in|scored?)\b/;
/** What the words of a plain text measure: `heaviest` a weight. */
export const measuredBy = (plain: string): string[] =>
  MEASURED.flatMap(([form, name]) => (form.test(plain) ? stems(name) : []));
export const withMeasures = (plain: string, asked: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...asked, ...measuredBy(plain)]);
/** A date is compared by these. */
export const OF_TIME =
  /\b(?:latest|newest|oldest|earliest|last|first|neuest\w*|altest\w*|letzt\w*|erst\w*)\b/;

export const isComputed = (question: string): boolean =>
  OPERATIONS.some(([, form]) => form.test(toPlain(question)));

/** The words of a question that ask for a computation, and for what. */
export const operationWords = (plain: string): string[] =>
  [
    ...OPERATIONS.map(([, form]) => form),
    MONEY,
    OF_TIME,
    ...MEASURED.map(([form]) => form),
  ].flatMap((form) => [...plain.matchAll(new RegExp(form, 'gu'))].map(([word]) => word));

/** Those that ask for the highest or the lowest. */
export const extremeWords = (plain: string): string[] =>
  OPERATIONS.filter(([name]) => name === 'highest' || name === 'lowest').flatMap(([, form]) =>
    [...plain.matchAll(new RegExp(form, 'gu'))].map(([word]) => word),
  );
