import { isUnspaced, runsOf, toPlain } from '#base/words.ts';

/** The place in a text where a search hit, with the words around it. */
export interface Excerpt {
  before: string;
  match: string;
  after: string;
}

/** Characters before and after the hit. */
const BEFORE = 24;
const AFTER = 80;

/** The first place where a word begins with one of `wanted` (`queryWords`); null when none does. */
export function findExcerpt(text: string, wanted: readonly string[]): Excerpt | null {
  for (const found of runsOf(text)) {
    const hit = hitIn(found[0], wanted);
    if (!hit) continue;
    const at = found.index + hit.at;
    const from = Math.max(0, at - BEFORE);
    const line = (part: string) => part.replace(/\s+/g, ' ');
    return {
      before: `${from > 0 ? '…' : ''}${line(text.slice(from, at))}`,
      match: hit.match,
      after: line(text.slice(at + hit.match.length, at + hit.match.length + AFTER)),
    };
  }
  return null;
}

function hitIn(word: string, wanted: readonly string[]): { at: number; match: string } | null {
  // A run without spaces is a sentence rather than a word.
  if (isUnspaced(word)) return insideRun(word, wanted);
  const plain = toPlain(word);
  return wanted.some((start) => plain.startsWith(start)) ? { at: 0, match: word } : null;
}

/** The first place in a run of a script without spaces. */
function insideRun(run: string, wanted: readonly string[]) {
  // Where each character that is compared comes from.
  const places: number[] = [];
  let plain = '';
  let at = 0;
  for (const character of run) {
    const compared = toPlain(character);
    for (let i = 0; i < compared.length; i++) places.push(at);
    plain += compared;
    at += character.length;
  }
  for (const word of wanted) {
    const found = plain.indexOf(word);
    if (found < 0) continue;
    const start = places[found] ?? 0;
    return { at: start, match: run.slice(start, places[found + word.length] ?? run.length) };
  }
  return null;
}
