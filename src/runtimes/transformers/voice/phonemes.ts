import {
  applyStress,
  type Following,
  isConsonant,
  isVowel,
  Lexicon,
  PRIMARY,
  stressWeight,
} from './lexicon.ts';
import { cardinal } from './number-words.ts';
import { type Exceptions, splitWords } from './split-words.ts';
import { type TaggerModel, tagWords } from './tagger.ts';
import { mergeTokens, newToken, type Token } from './tokens.ts';

/** Reads a word that no dictionary has: null where it has no letters. */
type ReadUnknown = (word: string) => Promise<string | null>;

export interface PhonemeTables {
  lexicon: Lexicon;
  tagger: TaggerModel;
  exceptions: Exceptions;
  readUnknown: ReadUnknown;
}

/** The file tagger.json of the voice in the box. */
interface StoredTagger {
  tags: string[];
  known: Record<string, string>;
  vocabulary: string[];
  weights: Record<string, number[]>;
}

/** The tables from the files of the voice in the box: `words` is its lexicon, the certain part first. */
export function toTables(
  words: string,
  { tags, known, vocabulary, weights }: StoredTagger,
  exceptions: Readonly<Record<string, readonly string[]>>,
  readUnknown: ReadUnknown,
): PhonemeTables {
  const [gold = '', silver = ''] = words.split('\n\n');
  return {
    lexicon: new Lexicon(gold, silver),
    tagger: {
      tags,
      known: new Map(Object.entries(known)),
      vocabulary: new Set(vocabulary),
      weights: new Map(Object.entries(weights)),
    },
    exceptions: new Map(Object.entries(exceptions)),
    readUnknown,
  };
}

/** A word or mark and how it is said, with the space after it. */
export interface SpokenWord {
  text: string;
  phonemes: string;
}

/** Parts of a word: capitals inside of it, digits, hyphens, apostrophes. */
const PART =
  /^['‘’]+|[A-ZÀ-ÖØ-Þ](?=[A-ZÀ-ÖØ-Þ][a-zß-öø-ÿ])|(?:^-)?(?:\d?[,.]?\d)+|[-_]+|['‘’]{2,}|\p{L}*?(?:['‘’]\p{L})*?[a-zß-öø-ÿ](?=[A-ZÀ-ÖØ-Þ])|\p{L}+(?:['‘’]\p{L})*|[^\p{L}\p{N}_\-'‘’]|['‘’]+$/gu;
const SILENT = /^[',\-._‘’/]*$/u;
const MARKS = ';:,.!?—…"“”';
const PAUSE = /[;:,.!?—…]/u;
const MARK_TAGS = new Set(['.', ',', '-LRB-', '-RRB-', '``', '""', "''", ':', '$', '#', 'NFP']);
const TAG_MARKS: Readonly<Record<string, string>> = {
  '-LRB-': '(',
  '-RRB-': ')',
  '``': '“',
  '""': '”',
  "''": '”',
};
const UNKNOWN_PART = /\p{L}+(?:['’]\p{L}+)*|\d+/gu;

/** A word of one token, or of several without spaces between. */
type Word = Token[];

/**
 * One sentence in the phoneme alphabet of the model. Words are read from right to left, because how `the` and `to` are
 * said depends on the next sound. It follows misaki's English reader.
 */
export async function toPhonemes(sentence: string, tables: PhonemeTables): Promise<SpokenWord[]> {
  const split = splitWords(sentence, tables.exceptions);
  const tags = tagWords(
    split.map(({ text }) => text),
    tables.tagger,
  );
  const words = toWords(split.map(({ text, spaced }, i) => newToken(text, tags[i], spaced)));
  let next: Following = { isVowel: null, isTo: false };
  for (const word of [...words].reverse()) next = await readWord(word, next, tables);
  return words
    .map((word) => mergeTokens(word, true))
    .map(({ text, phonemes, spaced }) => ({
      text,
      phonemes: (phonemes ?? '').replaceAll('ɾ', 'T').replaceAll('ʔ', 't') + (spaced ? ' ' : ''),
    }));
}

/** Cuts tokens into parts and gathers parts without spaces between; marks get their phonemes. */
function toWords(tokens: readonly Token[]): Word[] {
  const words: Word[] = [];
  let open = false;
  for (const token of tokens) {
    const parts = (token.text.match(PART) ?? []).map((text) => newToken(text, token.tag));
    const last = parts.at(-1);
    if (!last) continue;
    last.spaced = token.spaced;
    for (const part of parts) {
      readMark(part);
      const current = words.at(-1);
      if (part.phonemes === null && open && current) {
        part.isHead = false;
        current.push(part);
      } else words.push([part]);
      open = part.phonemes === null && !part.spaced;
    }
  }
  return words;
}

function readMark(part: Token): void {
  if (part.tag === ':' && (part.text === '-' || part.text === '–')) part.phonemes = '—';
  else if (MARK_TAGS.has(part.tag) && !/^[a-z]+$/iu.test(part.text)) {
    part.phonemes = TAG_MARKS[part.tag] ?? [...part.text].filter((c) => MARKS.includes(c)).join('');
  }
}

/** Reads the longest known parts first. @returns what the word before it sees. */
async function readWord(word: Word, next: Following, tables: PhonemeTables): Promise<Following> {
  const [first] = word;
  if (!first) return next;
  if (word.length === 1) {
    first.phonemes ??= tables.lexicon.read(first, next) ?? (await readUnknown(first, tables));
    return followedBy(first, first.phonemes, next);
  }
  let following = next;
  for (let end = word.length; end > 0; ) {
    const known = findKnown(word.slice(0, end), following, tables.lexicon);
    if (known) {
      following = followedBy(mergeTokens(known.parts, false), known.phonemes, following);
      setPhonemes(known.parts, known.phonemes);
      end -= known.parts.length;
      continue;
    }
    end--;
    const part = word[end];
    if (!part || part.phonemes !== null) continue;
    if (!SILENT.test(part.text)) return readWhole(word, following, tables);
    part.phonemes = '';
  }
  balanceStress(word);
  return following;
}

/** The longest end of a word that the lexicon knows. */
function findKnown(word: Word, next: Following, lexicon: Lexicon) {
  const after = word.findLastIndex(({ phonemes }) => phonemes !== null) + 1;
  for (let start = after; start < word.length; start++) {
    const parts = word.slice(start);
    const phonemes = lexicon.read(mergeTokens(parts, false), next);
    if (phonemes !== null) return { parts, phonemes };
  }
  return null;
}

async function readWhole(word: Word, next: Following, tables: PhonemeTables): Promise<Following> {
  setPhonemes(word, await readUnknown(mergeTokens(word, false), tables));
  return next;
}

function setPhonemes(parts: Word, phonemes: string): void {
  for (const [i, part] of parts.entries()) part.phonemes = i === 0 ? phonemes : '';
}

/** Letters by the net for unknown words, digits as numbers; other signs are silent. */
async function readUnknown(
  { text }: Token,
  { lexicon, readUnknown: read }: PhonemeTables,
): Promise<string> {
  const said: string[] = [];
  const pause: Following = { isVowel: null, isTo: false };
  for (const [part] of text.matchAll(UNKNOWN_PART)) {
    if (/^\d/u.test(part)) {
      for (const number of cardinal(BigInt(part.slice(0, 40))).split(/[ -]/u)) {
        said.push(lexicon.read(newToken(number, 'CD'), pause) ?? '');
      }
    } else said.push((await read(part)) ?? '');
  }
  return said.filter(Boolean).join(' ');
}

function followedBy({ text, tag }: Token, phonemes: string | null, next: Following): Following {
  const sound = [...(phonemes ?? '')].find((c) => isVowel(c) || isConsonant(c) || PAUSE.test(c));
  const isTo = text === 'to' || text === 'To' || (text === 'TO' && (tag === 'TO' || tag === 'IN'));
  if (sound === undefined) return { isVowel: next.isVowel, isTo };
  return { isVowel: PAUSE.test(sound) ? null : isVowel(sound), isTo };
}

/** One main stress for a word of several parts, as 'notebook' has; spaces where its parts are of different kinds. */
function balanceStress(word: Word): void {
  const prespace = isMixed(word);
  for (const [i, part] of word.entries()) {
    const isPause = i === word.length - 1 && PAUSE.test(part.text);
    if (part.phonemes === null) part.phonemes = isPause ? part.text : '';
    else if (i > 0) part.prespace = prespace;
  }
  if (prespace) return;
  const said = word.filter(({ phonemes }) => phonemes);
  const mains = said.filter(isMain).length;
  if (said.length === 2 && said[0]?.text.length === 1) said.slice(1).forEach(weaken);
  else if (said.length >= 2 && mains > Math.floor((said.length + 1) / 2)) {
    const lightest = said.toSorted(
      (a, b) => Number(isMain(a)) - Number(isMain(b)) || weightOf(a) - weightOf(b),
    );
    lightest.slice(0, Math.floor(said.length / 2)).forEach(weaken);
  }
}

const isMain = ({ phonemes }: Token) => phonemes?.includes(PRIMARY) ?? false;
const weightOf = ({ phonemes }: Token) => stressWeight(phonemes ?? '');
function weaken(part: Token): void {
  part.phonemes = applyStress(part.phonemes ?? '', -0.5);
}

/** Whether letters, digits or signs stand together in it. */
function isMixed(word: Word): boolean {
  const text = word
    .map(({ text: part, spaced }, i) => part + (spaced && i < word.length - 1 ? ' ' : ''))
    .join('');
  if (/[ /]/u.test(text)) return true;
  const said = [...text].filter((c) => !SILENT.test(c)).join('');
  return !/^(?:\p{L}*|\d*|[^\p{L}\d]*)$/u.test(said);
}
