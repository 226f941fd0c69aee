import type { Token } from './tokens.ts';
import { WordList } from './word-list.ts';

/** Marks of stress in the phoneme alphabet of Kokoro and misaki, which the model was trained on. */
export const PRIMARY = 'ˈ';
const SECONDARY = 'ˌ';
const STRESSED = /[ˈˌ]/u;
const VOWEL = /[AIOQWYaiuæɑɒɔəɛɜɪʊʌᵻ]/u;
const CONSONANT = /[bdfhjklmnpstvwzðŋɡɹɾʃʒʤʧθ]/u;
/** After these an American t is tapped. */
const BEFORE_TAP = /[AIOWYiuæɑəɛɪɹʊʌ]/u;

export const isVowel = (phoneme: string) => VOWEL.test(phoneme);
export const isConsonant = (phoneme: string) => CONSONANT.test(phoneme);

/** What comes after a word, read from right to left. */
export interface Following {
  /** Whether the next sound is a vowel; null at a pause. */
  isVowel: boolean | null;
  isTo: boolean;
}

/** Adds, moves or removes the stress of a word: 2 strongest, −2 none, null as it is. */
export function applyStress(phonemes: string, stress: number | null): string {
  if (stress === null) return phonemes;
  const [hasPrimary, isStressed] = [phonemes.includes(PRIMARY), STRESSED.test(phonemes)];
  if (stress < -1) return phonemes.replace(/[ˈˌ]/gu, '');
  if (stress === -1 || ((stress === 0 || stress === -0.5) && hasPrimary)) {
    return phonemes.replaceAll(SECONDARY, '').replaceAll(PRIMARY, SECONDARY);
  }
  if ((stress === 0 || stress === 0.5 || stress === 1) && !isStressed)
    return stressVowel(phonemes, SECONDARY);
  if (stress >= 1 && !hasPrimary && isStressed) return phonemes.replaceAll(SECONDARY, PRIMARY);
  return stress > 1 && !isStressed ? stressVowel(phonemes, PRIMARY) : phonemes;
}

function stressVowel(phonemes: string, mark: string): string {
  const at = phonemes.search(VOWEL);
  return at < 0 ? phonemes : phonemes.slice(0, at) + mark + phonemes.slice(at);
}

/** How heavy a word is: diphthongs and affricates count twice. */
export function stressWeight(phonemes: string): number {
  return [...phonemes].reduce((sum, c) => sum + (/[AIOQWYʤʧ]/u.test(c) ? 2 : 1), 0);
}

/** The groups of tags that the dictionaries use. */
const TAG_GROUPS: readonly [prefix: string, group: string][] = [
  ['VB', 'VERB'],
  ['NN', 'NOUN'],
  ['RB', 'ADV'],
  ['JJ', 'ADJ'],
];
const groupOf = (tag: string) => TAG_GROUPS.find(([prefix]) => tag.startsWith(prefix))?.[1] ?? tag;
const isLetters = (text: string) => /^\p{L}+$/u.test(text);
const endsWithAny = (phonemes: string, set: string) => set.includes(phonemes.at(-1) ?? ' ');

/** The words that stand for a sign that a token consists of. */
const SIGNS: Readonly<Record<string, string>> = {
  '%': 'percent',
  '&': 'and',
  '+': 'plus',
  '@': 'at',
};

type Suffix = 's' | 'ed' | 'ing';

interface SmallWord {
  word: string;
  tag: string;
  stress: number | null;
  next: Following;
  isCapitals: boolean;
  /** The dictionary's usual reading. */
  plain: (word: string) => string | null;
  /** Letter by letter, where the word is a name in capitals. */
  spell: () => string | null;
}

/** Words whose sound depends on what stands around them; null where the dictionary says it. */
const SMALL_WORDS: Readonly<Record<string, (word: SmallWord) => string | null>> = {
  a: ({ tag }) => (tag === 'DT' ? 'ɐ' : 'ˈA'),
  am: ({ word, tag, stress, next, plain, spell }) => {
    if (tag.startsWith('NN')) return spell();
    return next.isVowel === null || word !== 'am' || (stress ?? 0) > 0 ? plain('am') : 'ɐm';
  },
  an: ({ spell }) => spell() ?? 'ɐn',
  i: ({ word, tag }) => (word === 'I' && tag === 'PRP' ? 'ˌI' : null),
  by: ({ tag }) => (groupOf(tag) === 'ADV' ? 'bˈI' : null),
  to: ({ tag, next, isCapitals, plain }) => {
    if (isCapitals && tag !== 'TO' && tag !== 'IN') return null;
    if (next.isVowel === null) return plain('to');
    return next.isVowel ? 'tʊ' : 'tə';
  },
  in: ({ tag, next, isCapitals }) => {
    if (isCapitals && tag === 'NNP') return null;
    return next.isVowel === null || tag !== 'IN' ? 'ˈɪn' : 'ɪn';
  },
  the: ({ tag, next, isCapitals }) => {
    if (isCapitals && tag !== 'DT') return null;
    return next.isVowel === true ? 'ði' : 'ðə';
  },
  used: ({ tag, next, plain }) =>
    (tag === 'VBD' || tag === 'JJ') && next.isTo ? 'jˈust' : plain('used'),
};

/** Words by dictionary and by the rules of American English for words made of them, after misaki's. */
export class Lexicon {
  /** Checked by people; and made by rules, for rarer words. */
  readonly #gold: WordList;
  readonly #silver: WordList;

  constructor(gold: string, silver: string) {
    this.#gold = new WordList(gold);
    this.#silver = new WordList(silver);
  }

  /** Phonemes of a token; null where neither the dictionary nor a rule knows it. */
  read(token: Token, next: Following): string | null {
    const word = token.text.replace(/[‘’]/gu, "'").normalize('NFKC');
    return this.#word(word, token.tag, stressOf(word), next);
  }

  #word(given: string, tag: string, stress: number | null, next: Following): string | null {
    const special = this.#special(given, tag, stress, next);
    if (special !== null) return special;
    const lower = given.toLowerCase();
    const word = this.#isCapitalForm(given, tag, next, stress) ? lower : given;
    if (this.#isKnown(word)) return this.#lookUp(word, tag, stress, next);
    if (word.endsWith("s'") && this.#isKnown(`${word.slice(0, -2)}'s`)) {
      return this.#lookUp(`${word.slice(0, -2)}'s`, tag, stress, next);
    }
    if (word.endsWith("'") && this.#isKnown(word.slice(0, -1)))
      return this.#lookUp(word.slice(0, -1), tag, stress, next);
    return this.#inflected(word, tag, stress, next);
  }

  /** Whether a word with capitals is an ordinary one, as at the start of a sentence or in a headline. */
  #isCapitalForm(word: string, tag: string, next: Following, stress: number | null): boolean {
    const lower = word.toLowerCase();
    if (word.length < 2 || word === lower || !isLetters(word.replaceAll("'", ''))) return false;
    if (tag === 'NNP' && word.length <= 7) return false;
    if (this.#gold.has(word) || this.#silver.has(word)) return false;
    if (word !== word.toUpperCase() && word.slice(1) !== lower.slice(1)) return false;
    return (
      this.#gold.has(lower) ||
      this.#silver.has(lower) ||
      this.#inflected(lower, tag, stress, next) !== null
    );
  }

  /** Words that are said by what stands around them. */
  #special(word: string, tag: string, stress: number | null, next: Following): string | null {
    const sign = Object.hasOwn(SIGNS, word) ? SIGNS[word] : undefined;
    if (sign) return this.#lookUp(sign, '', null, next);
    const parts = word.split('.');
    if (
      word.replace(/^\.+|\.+$/gu, '').includes('.') &&
      isLetters(word.replaceAll('.', '')) &&
      parts.every((p) => p.length < 3)
    ) {
      return this.#spell(word);
    }
    const isCapitals = word.length > 1 && word === word.toUpperCase();
    const read = SMALL_WORDS[word.toLowerCase()];
    const isName = isCapitals && tag.startsWith('NN');
    if (read && Object.hasOwn(SMALL_WORDS, word.toLowerCase())) {
      return read({
        word,
        tag,
        stress,
        next,
        isCapitals,
        plain: (w) => this.#plain(w),
        spell: () => (isName ? this.#spell(word) : null),
      });
    }
    return tag === 'IN' && /^vs\.?$/iu.test(word) ? this.#lookUp('versus', '', null, next) : null;
  }

  #plain(word: string): string | null {
    const entry = this.#gold.find(word);
    return entry === null || typeof entry === 'string' ? entry : (entry.get('DEFAULT') ?? null);
  }

  /** Letter by letter; null where a letter has no name. */
  #spell(word: string): string | null {
    const names = [...word].filter(isLetters).map((c) => this.#plain(c.toUpperCase()));
    if (names.includes(null)) return null;
    const spelled = applyStress(names.join(''), 0);
    const last = spelled.lastIndexOf(SECONDARY);
    return last < 0 ? spelled : spelled.slice(0, last) + PRIMARY + spelled.slice(last + 1);
  }

  #isKnown(word: string): boolean {
    if (this.#gold.has(word) || Object.hasOwn(SIGNS, word) || this.#silver.has(word)) return true;
    if (!/^[A-Za-z]+$/u.test(word)) return false;
    if (word.length === 1) return true;
    const upper = word.toUpperCase();
    return (
      (word === upper && this.#gold.has(word.toLowerCase())) || word.slice(1) === upper.slice(1)
    );
  }

  #lookUp(given: string, tag: string, stress: number | null, next: Following): string | null {
    let word = given;
    let isName = false;
    if (word === word.toUpperCase() && !this.#gold.has(word)) {
      word = word.toLowerCase();
      isName = tag === 'NNP';
    }
    const entry = this.#gold.find(word) ?? (isName ? null : this.#silver.find(word));
    const phonemes =
      entry === null || typeof entry === 'string' ? entry : chooseReading(entry, tag, next);
    if (phonemes === null || (isName && !phonemes.includes(PRIMARY))) {
      const spelled = this.#spell(word);
      if (spelled !== null) return spelled;
    }
    return phonemes === null ? null : applyStress(phonemes, stress);
  }

  #inflected(word: string, tag: string, stress: number | null, next: Following): string | null {
    const by = (suffix: Suffix, force: number | null) => {
      const stem = this.#stem(word, suffix);
      const phonemes = stem === null ? null : this.#lookUp(stem, tag, force, next);
      return phonemes ? addSuffix(phonemes, suffix) : null;
    };
    return by('s', stress) ?? by('ed', stress) ?? by('ing', stress ?? 0.5);
  }

  /** The known word that a suffix was added to. */
  #stem(word: string, suffix: Suffix): string | null {
    for (const { ending, min, add = '', except } of STEMS[suffix]) {
      if (word.length < min || !word.endsWith(ending) || (except && word.endsWith(except)))
        continue;
      const stem = word.slice(0, word.length - ending.length) + add;
      if (this.#isKnown(stem)) return stem;
    }
    const isDoubled =
      suffix === 'ing' && word.length > 5 && /([bcdgklmnprstvxz])\1ing$|cking$/u.test(word);
    return isDoubled && this.#isKnown(word.slice(0, -4)) ? word.slice(0, -4) : null;
  }
}

/** Endings to try, in their order: what they take from a word, and what they put there. */
const STEMS: Readonly<
  Record<Suffix, readonly { ending: string; min: number; add?: string; except?: string }[]>
> = {
  s: [
    { ending: 's', min: 3, except: 'ss' },
    { ending: "'s", min: 3 },
    { ending: 'es', min: 5, except: 'ies' },
    { ending: 'ies', min: 5, add: 'y' },
  ],
  ed: [
    { ending: 'd', min: 4, except: 'dd' },
    { ending: 'ed', min: 5, except: 'eed' },
  ],
  ing: [
    { ending: 'ing', min: 6 },
    { ending: 'ing', min: 5, add: 'e' },
  ],
};

/** Words in capitals are said with force, capitalised ones with a little. */
function stressOf(word: string): number | null {
  if (word === word.toLowerCase()) return null;
  return word === word.toUpperCase() ? 2 : 0.5;
}

function chooseReading(
  entry: ReadonlyMap<string, string>,
  tag: string,
  next: Following,
): string | null {
  const atPause = next.isVowel === null ? entry.get('None') : undefined;
  const byTag = entry.get(tag) ?? entry.get(groupOf(tag)) ?? entry.get('DEFAULT');
  return (atPause ?? byTag) || null;
}

function addSuffix(stem: string, suffix: Suffix): string {
  const isTapped = stem.length > 1 && stem.endsWith('t') && BEFORE_TAP.test(stem.at(-2) ?? '');
  if (suffix === 'ing') return isTapped ? `${stem.slice(0, -1)}ɾɪŋ` : `${stem}ɪŋ`;
  if (suffix === 's') {
    if (endsWithAny(stem, 'ptkfθ')) return `${stem}s`;
    return endsWithAny(stem, 'szʃʒʧʤ') ? `${stem}ᵻz` : `${stem}z`;
  }
  if (endsWithAny(stem, 'pkfθʃsʧ')) return `${stem}t`;
  if (stem.endsWith('d')) return `${stem}ᵻd`;
  if (!stem.endsWith('t')) return `${stem}d`;
  if (stem.length < 2) return `${stem}ɪd`;
  return isTapped ? `${stem.slice(0, -1)}ɾᵻd` : `${stem}ᵻd`;
}
