/** Parts of speech by an averaged perceptron, as its file stores them. */
export interface TaggerModel {
  tags: readonly string[];
  /** Words that nearly always have one tag. */
  known: ReadonlyMap<string, string>;
  /** Words that the weights know; others are their shape. */
  vocabulary: ReadonlySet<string>;
  /** Weights of a feature, [tag, weight, tag, weight, …] with tags by number. */
  weights: ReadonlyMap<string, readonly number[]>;
}

const BEFORE = ['-START2-', '-START-'] as const;
const AFTER = ['-END-', '-END2-'] as const;
const isDigits = (word: string) => /^\p{Nd}+$/u.test(word);

function normalise(word: string): string {
  if (word.includes('-') && !word.startsWith('-')) return '!HYPHEN';
  if (isDigits(word) && word.length === 4) return '!YEAR';
  if (/^\p{Nd}/u.test(word)) return '!DIGITS';
  return word.toLowerCase();
}

function shapeOf(word: string): string {
  if (/^\p{L}+$/u.test(word)) {
    if (word === word.toLowerCase()) return 'x';
    if (word === word.toUpperCase()) return word.length > 1 ? 'XX' : 'X1';
    const rest = word.slice(1);
    return rest === rest.toLowerCase() ? 'Xx' : 'xX';
  }
  if (isDigits(word)) return 'd';
  return word
    .slice(0, 4)
    .replace(/\p{Nd}/gu, 'd')
    .replace(/\p{L}/gu, 'x');
}

/** The tag of each word; each tag looks at the two before it. */
export function tagWords(words: readonly string[], model: TaggerModel): string[] {
  const context = [
    ...BEFORE,
    ...words.map((word) => {
      const normal = normalise(word);
      return model.vocabulary.has(normal) ? normal : `<${shapeOf(word)}>`;
    }),
    ...AFTER,
  ];
  let [previous, second] = [BEFORE[1] as string, BEFORE[0] as string];
  return words.map((word, i) => {
    const around = context.slice(i, i + 5) as [string, string, string, string, string];
    const tag =
      model.known.get(word) ?? predict(featuresOf(word, i, around, previous, second), model);
    [second, previous] = [previous, tag];
    return tag;
  });
}

function featuresOf(
  word: string,
  at: number,
  [second, before, here, after, beyond]: readonly [string, string, string, string, string],
  tag: string,
  secondTag: string,
): string[] {
  return [
    'b',
    `s3=${word.slice(-3)}`,
    `p1=${word[0]}`,
    `w=${here}`,
    `sh=${shapeOf(word)}`,
    at === 0 ? 'i0' : 'i+',
    `t-1=${tag}`,
    `t-2=${secondTag}`,
    `t-12=${tag},${secondTag}`,
    `w-1=${before}`,
    `s3-1=${before.slice(-3)}`,
    `w-2=${second}`,
    `w+1=${after}`,
    `s3+1=${after.slice(-3)}`,
    `w+2=${beyond}`,
  ];
}

function predict(features: readonly string[], { tags, weights }: TaggerModel): string {
  const scores = new Float64Array(tags.length);
  for (const feature of features) {
    const row = weights.get(feature) ?? [];
    for (let i = 0; i < row.length; i += 2) {
      const tag = row[i] as number;
      scores[tag] = (scores[tag] ?? 0) + (row[i + 1] as number);
    }
  }
  // Of equal scores the last tag, as the weights were trained.
  let best = 0;
  for (let i = 1; i < scores.length; i++) {
    if ((scores[i] as number) >= (scores[best] as number)) best = i;
  }
  return tags[best] ?? 'NN';
}
