import { isUnspaced, queryWords, rankingTerms, runsOf, toPlain } from '#base/words.ts';
import type { ExcerptPart } from './library-item.ts';

/** Characters that are shown of a text, and of those before its first match. */
const LENGTH = 220;
const BEFORE = 60;

interface Place {
  at: number;
  length: number;
  /** The query's word that it matches. */
  word: string;
}

export interface Excerpt {
  parts: readonly ExcerptPart[];
  /** Where the first match begins in the text; null where there is none. */
  at: number | null;
  match: string;
}

/** The piece of a text with most of a query's words, each match a part of its own. */
export function excerptOf(text: string, query: string): Excerpt {
  const places = placesOf(text, query);
  const [first] = densest(places);
  if (!first) return { parts: [plain(cut(text, 0, LENGTH))], at: null, match: '' };
  const from = wordStart(text, Math.max(0, first.at - BEFORE));
  return {
    parts: partsOf(text, places, from, from + LENGTH),
    at: first.at,
    match: text.slice(first.at, first.at + first.length),
  };
}

/** A whole short text, such as a name, each match a part of its own. */
export function markedText(text: string, query: string): readonly ExcerptPart[] {
  return partsOf(text, placesOf(text, query), 0, text.length);
}

/** Where words of a text begin like the query's, or contain them. */
function placesOf(text: string, query: string): Place[] {
  const wanted = [
    ...new Set([...queryWords(query), ...rankingTerms(query).filter((w) => !isUnspaced(w))]),
  ];
  if (wanted.length === 0) return [];
  const places: Place[] = [];
  for (const found of runsOf(text)) {
    const [run] = found;
    if (isUnspaced(run)) {
      places.push(...insideRun(run, found.index, wanted));
      continue;
    }
    const word = toPlain(run);
    const match = wanted.find(
      (one) => word.startsWith(one) || (one.length > 5 && word.includes(one)),
    );
    if (match !== undefined) places.push({ at: found.index, length: run.length, word: match });
  }
  return places;
}

/** The query's pieces in a run of a script without spaces: each two characters of it that follow each other. */
function insideRun(run: string, offset: number, wanted: readonly string[]): Place[] {
  const pairs = new Set(
    wanted.filter(isUnspaced).flatMap((word) => {
      const characters = [...word];
      return characters.length === 1
        ? characters
        : characters.slice(1).map((c, i) => `${characters[i]}${c}`);
    }),
  );
  const places: Place[] = [];
  for (const pair of pairs) {
    for (let at = run.indexOf(pair); at >= 0; at = run.indexOf(pair, at + 1)) {
      places.push({ at: offset + at, length: pair.length, word: pair });
    }
  }
  return places.sort((a, b) => a.at - b.at);
}

/** The places of the stretch with most different words of the query, the earliest of those. */
function densest(places: readonly Place[]): readonly Place[] {
  let best: readonly Place[] = [];
  let most = 0;
  for (const [i, { at }] of places.entries()) {
    const near = [];
    const words = new Set<string>();
    for (let j = i; j < places.length; j++) {
      const place = places[j] as Place;
      if (place.at > at + LENGTH - BEFORE) break;
      near.push(place);
      words.add(place.word);
    }
    if (words.size > most) [best, most] = [near, words.size];
  }
  return best;
}

function partsOf(text: string, places: readonly Place[], from: number, to: number): ExcerptPart[] {
  const end = Math.min(text.length, to);
  const parts: ExcerptPart[] = [];
  let at = from;
  for (const place of places) {
    const stop = place.at + place.length;
    if (stop > end) break;
    if (stop <= at || place.at < from) continue;
    if (place.at > at) parts.push(plain(text.slice(at, place.at)));
    parts.push({ text: text.slice(Math.max(at, place.at), stop), isMatch: true });
    at = stop;
  }
  if (at < end) parts.push(plain(cut(text, at, end)));
  return withEllipsis(joined(parts), from > 0);
}

/** Matches that touch each other are one. */
function joined(parts: readonly ExcerptPart[]): ExcerptPart[] {
  const all: ExcerptPart[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (last?.isMatch && part.isMatch)
      all[all.length - 1] = { ...last, text: last.text + part.text };
    else all.push(part);
  }
  return all;
}

const withEllipsis = (parts: readonly ExcerptPart[], isCut: boolean): ExcerptPart[] =>
  isCut ? [plain('… '), ...parts] : [...parts];

const plain = (text: string): ExcerptPart => ({ text: text.replace(/\s+/g, ' '), isMatch: false });

/** A piece of a text that ends with a whole word. */
function cut(text: string, from: number, to: number): string {
  if (to >= text.length) return text.slice(from);
  const piece = text.slice(from, to);
  return `${piece.replace(/\s+\S*$/, '')} …`;
}

/** The beginning of the word after a place. */
function wordStart(text: string, at: number): number {
  if (at === 0) return 0;
  const space = /\s/.exec(text.slice(at, at + BEFORE / 2));
  return space ? at + space.index + 1 : at;
}
