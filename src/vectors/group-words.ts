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
  uno y ya`
    .split(/\s+/)
    .filter(Boolean),
);
/** Texts of a group that its words are counted in: more change no name. */
const SAMPLE = 400;

/**
 * The words of each group that are common in it and rare elsewhere, best first; [] where no word is.
 * @see https://maartengr.github.io/BERTopic/getting_started/ctfidf/ctfidf.html
 */
export function groupWords(
  texts: readonly string[],
  of: ArrayLike<number>,
  count: number,
): string[][] {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
  const sizes = new Array<number>(count).fill(0);
  const inGroup = sizes.map(() => new Map<string, number>());
  const everywhere = new Map<string, number>();
  for (const [i, text] of texts.entries()) {
    const group = of[i] ?? 0;
    if ((sizes[group] ?? SAMPLE) >= SAMPLE) continue;
    sizes[group] = (sizes[group] ?? 0) + 1;
    for (const word of wordsOf(text, segmenter)) {
      everywhere.set(word, (everywhere.get(word) ?? 0) + 1);
      const words = inGroup[group];
      words?.set(word, (words.get(word) ?? 0) + 1);
    }
  }
  const total = sizes.reduce((sum, size) => sum + size, 0);
  return inGroup.map((words, group) => {
    const size = sizes[group] ?? 0;
    const min = size > 2 ? 2 : 1;
    const scored = [...words].flatMap(([word, n]) => {
      const others = (everywhere.get(word) ?? n) - n;
      const here = n / size;
      const there = (others + 0.5) / (total - size + 1);
      return n < min || here <= 2 * there ? [] : [{ word, score: here * Math.log(here / there) }];
    });
    return distinct(scored.sort((a, b) => b.score - a.score || a.word.localeCompare(b.word)));
  });
}

/** Each word of a text once, in lower case. */
function wordsOf(text: string, segmenter: Intl.Segmenter): Set<string> {
  const found = new Set<string>();
  for (const { segment, isWordLike } of segmenter.segment(text)) {
    const word = segment.toLocaleLowerCase();
    const isLong = word.length >= MIN_LENGTH || /\p{Script=Han}{2}/u.test(word);
    if (isWordLike && isLong && !STOP_WORDS.has(word) && /\p{L}/u.test(word)) found.add(word);
  }
  return found;
}

/** Whether two words are forms of one: `dog` and `dogs`, `runs` and `running`. */
function isFormOf(a: string, b: string): boolean {
  if (a.slice(0, STEM) === b.slice(0, STEM)) return true;
  return Math.abs(a.length - b.length) <= 2 && (a.startsWith(b) || b.startsWith(a));
}

function distinct(scored: readonly { word: string }[]): string[] {
  const chosen: string[] = [];
  for (const { word } of scored) {
    if (chosen.some((other) => isFormOf(other, word))) continue;
    chosen.push(word);
    if (chosen.length === NAMING) break;
  }
  return chosen;
}
