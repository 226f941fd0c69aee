import { isUnspaced, wordsOf } from '#base/words.ts';

/** Words that name a group. */
const NAMING = 3;
/** Shorter words rarely name anything. */
const MIN_LENGTH = 3;
/** Words with the same start are forms of one word. */
const STEM = 4;
/** Words that are everywhere; in few texts one group may have them by chance. English, German, French, Spanish. */
const STOP_WORDS = new Set(
  `a about after again all also an and any are as at back be been before being but by can could did do does down each
  even first for from get got had has have he her here him his how if in into is it its just like made make many may
  more most much new no not now of off on one only or other our out over she should so some still than that the their
  them then there they this those through to too two under until up very was way we well were what when where which
  while who will with would you your aber alle als am an auch auf aus bei bin bis das dass dem den der des die dies
  doch du ein eine einem einen einer er es für hat haben ich ihr im in ist ja kann man mehr mit nach nicht noch nur
  oder sich sie sind so um und uns von vor war was wenn wie wir wird zu zum zur ce ces cette dans de des du elle en est
  et eux il ils je la le les leur lui ma mais me moi mon ne nos notre nous ont ou par pas pour qu que qui sa se ses son
  sur ta te tu un une vous con del el ella esta este está la las lo los más muy para pero por que se sin son su sus una
  uno y ya came come comes far go goes gone got long later never always often take takes took went
  viel viele vielen ganz schon kam kamen kommt ging geht gibt macht machte wurde wurden waren hatte hatten ihre ihrer
  unser unsere dieser diese dieses diesem diesen alles etwas immer wieder hier dort dann da weil wo wer ohne gegen durch
  unter zwischen zwei drei erst kein keine keinen mein meine meiner einmal zur`
    .split(/\s+/)
    .filter(Boolean),
);
/** Texts of a group that its words are counted in: more change no name. */
const SAMPLE = 400;

/** Texts with each word, and how the word is written. */
type Counts = Map<string, number>;

/**
 * The words of each group that are common in it and rare elsewhere, best first; where its texts share none, one of each
 * typical text that is rare elsewhere; [] where there is none. `typical`: rows of each group, the most typical first.
 * @see https://maartengr.github.io/BERTopic/getting_started/ctfidf/ctfidf.html
 */
export function groupWords(
  texts: readonly string[],
  of: ArrayLike<number>,
  typical: readonly (readonly number[])[],
): string[][] {
  const sizes = new Array<number>(typical.length).fill(0);
  const inGroup = sizes.map((): Counts => new Map());
  const everywhere: Counts = new Map();
  const spelling = new Map<string, string>();
  for (const [i, text] of texts.entries()) {
    const group = of[i] ?? 0;
    if ((sizes[group] ?? SAMPLE) >= SAMPLE) continue;
    sizes[group] = (sizes[group] ?? 0) + 1;
    for (const [word, written] of namingWords(text)) {
      everywhere.set(word, (everywhere.get(word) ?? 0) + 1);
      const words = inGroup[group];
      words?.set(word, (words.get(word) ?? 0) + 1);
      if (written !== null) spelling.set(word, written);
    }
  }
  const total = sizes.reduce((sum, size) => sum + size, 0);
  return inGroup.map((words, group) => {
    const size = sizes[group] ?? 0;
    const scoreOf = (word: string) => {
      const n = words.get(word) ?? 1;
      const here = n / size;
      const there = ((everywhere.get(word) ?? n) - n + 0.5) / (total - size + 1);
      return here <= 2 * there ? 0 : here * Math.log(here / there);
    };
    const min = size > 2 ? 2 : 1;
    // Words that score the same stay in the order in which they are read.
    const shared = [...words.keys()]
      .filter((word) => (words.get(word) ?? 0) >= min && scoreOf(word) > 0)
      .sort((a, b) => scoreOf(b) - scoreOf(a));
    const own = (typical[group] ?? []).flatMap((row) => {
      const mine = [...namingWords(texts[row] ?? '').keys()];
      return mine.filter((word) => everywhere.get(word) === 1).slice(0, 1);
    });
    return distinct(shared.length > 0 ? shared : own).map((word) => spelling.get(word) ?? word);
  });
}

/** Each word of a text once, in lower case, with how it is written; null for the first, which any sentence starts large. */
function namingWords(text: string): Map<string, string | null> {
  const found = new Map<string, string | null>();
  let isFirst = true;
  for (const segment of wordsOf(text)) {
    const word = segment.toLocaleLowerCase();
    const isLong = word.length >= (isUnspaced(word) ? 2 : MIN_LENGTH);
    if (isLong && !STOP_WORDS.has(word) && /\p{L}/u.test(word))
      found.set(word, isFirst ? (found.get(word) ?? null) : segment);
    isFirst = false;
  }
  return found;
}

/** Whether two words are forms of one: `dog` and `dogs`, `runs` and `running`. */
function isFormOf(a: string, b: string): boolean {
  if (a.slice(0, STEM) === b.slice(0, STEM)) return true;
  return Math.abs(a.length - b.length) <= 2 && (a.startsWith(b) || b.startsWith(a));
}

function distinct(words: readonly string[]): string[] {
  const chosen: string[] = [];
  for (const word of words) {
    if (chosen.some((other) => isFormOf(other, word))) continue;
    chosen.push(word);
    if (chosen.length === NAMING) break;
  }
  return chosen;
}
