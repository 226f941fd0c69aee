import { expect, test } from 'vitest';
import type { Texts } from './catalogue.ts';

const modules = import.meta.glob<Record<string, unknown>>(['./*.ts', '!./*.test.ts'], {
  eager: true,
});

/** Every English text with example values in it, by its part and key. */
const sentences = Object.entries(modules).flatMap(([path, exported]) =>
  Object.entries(exported)
    .filter(([name]) => name.endsWith('Text'))
    .flatMap(([, texts]) =>
      Object.entries(texts as Texts).flatMap(([key, text]): [string, string][] => {
        const name = `${path.slice(2, -3)}.${key}`;
        if (typeof text === 'string') return [[name, text]];
        const fill = text as (...values: unknown[]) => string;
        // Counts choose the form of a plural; names are put in as they are.
        const few = [1, 2].map((count): [string, string] => [
          name,
          fill(...Array.from({ length: fill.length }, () => `${count}`)),
        ]);
        return few;
      }),
    ),
);

/** Words and phrases that people stumbled over; each has a common word in other apps. */
const FORBIDDEN: readonly RegExp[] = [
  /\b(?:hear|hears|heard|hearing)\b/i,
  /\b(?:keep|keeps|kept) (?!the original)/i,
  /\b(?:anew|beside|whoever|thereof|therein|so many|parted)\b/i,
  /\bgo(?:es|ing)? on\b|\bgone on\b|\bleave as it was\b|\bstay here\b/i,
  /\b(?:lies|lie) in\b|\bstands? in\b|\bin line\b|\btake back\b|\bgives? back\b/i,
  /\bthere is no such\b|\bthis is no\b|\bis no message\b/i,
  /\bthe chip\b|\bgraphics chip\b|\broom\b(?! for)/i,
  /\bnumbers a text\b|\bone text a line\b|\bas the (?:system|model knows)\b|\bof the system\b/i,
  /\bat once\b|\blittle else\b|\bfirst asked\b|\bthose of the\b|\bwhat is (?:said|written|there)\b/i,
  /\b(?:longest|most) (?:answer|answers) of\b|\bnothing: remove\b|\bthe usual ones\b/i,
  /\bTypeError\b|\bundefined\b|\bexception\b/,
  /[!]|\bplease\b|\boops\b|\bsorry\b/i,
  /\b(?:word|passage|token|message|chat|item)\(s\)/i,
];

/** The sentences a first reader stumbled over, in the part that made them so; none may come back. */
const REPORTED: readonly string[] = [
  'answers at once',
  'is more.',
  'loads by itself when',
  'One text a line',
  'Numbers a text',
  'texts of like meaning',
  'are that much alike',
  'Most alike at least',
  'caught, show all',
  'Refine by UMAP',
  'Take these texts',
  'beside them',
  'numbers have',
  'Hear again',
  'The text there is now goes',
  'Speaks where nobody',
  'A name changed here',
  'Leave as it was',
  'As the model knows',
  'Left out, as the words',
  'This is no address',
  'There is a page, not',
  'Keep as a preset',
  'parted by',
  'Send as a branch',
  'it will wait in line',
  'oldest messages left out',
  'passages are cited',
  'does not take pictures',
  'This file is no Alcove',
  'were here already',
  'overwrites nothing',
  'Take temperatures',
  'Longest answer of a request',
  'Requests that may wait',
  'Clients written for a hosted',
  'Nothing: remove',
  'Restore the usual',
  'Another id',
  'As the system',
  'Theme of the system',
  'A client of /v1 needs one',
  'Any script of this page',
  'Whoever uses this key',
  'Body, as JSON',
  'Waiting for the first bytes',
  'first after',
  'There is no such page',
  'To the page',
  'Nothing has such a name',
  'Go to or do',
  'the rail',
  'from 1 items',
  'one of or object',
  // Of the third review.
  'For real conversations',
  'as the browser estimates',
  'Try again; the text so far',
  'holds pictures of text',
  'a model that can in Models',
  'answer from documents in its own words',
  'not told apart',
  'unnamed segments',
  'texts that mean the same',
  'after this browser was paired',
  'may go that far',
  'Loaded on wasm',
  'and stored responses',
  'ext sets',
  'temperatures up to 2 (',
];

test('no sentence of the reports is left', () => {
  const found = sentences.filter(([, text]) => REPORTED.some((part) => text.includes(part)));
  expect(found).toEqual([]);
});

/** Characters of a text: longer ones are not read. */
const MAX_LENGTH = 230;

test('English texts use the words of other apps', () => {
  expect(sentences.length).toBeGreaterThan(500);
  const found = sentences.flatMap(([key, text]) =>
    FORBIDDEN.flatMap((pattern) => {
      const match = pattern.exec(text);
      return match ? [`${key}: “${match[0]}” in “${text}”`] : [];
    }),
  );
  expect(found).toEqual([]);
});

test('English texts are short, start with a capital where they are sentences, and are trimmed', () => {
  const long = sentences.filter(([, text]) => text.length > MAX_LENGTH);
  expect(long).toEqual([]);
  const untrimmed = sentences.filter(([, text]) => text !== text.trim() || /\s{2}/.test(text));
  expect(untrimmed).toEqual([]);
  // Two sentences or more: each starts with a capital or a name that was put in.
  const lower = sentences.filter(([, text]) => /[.?] [a-z]/.test(text));
  expect(lower).toEqual([]);
});

test('the test finds what it forbids', () => {
  const isForbidden = (text: string) => FORBIDDEN.some((pattern) => pattern.test(text));
  for (const text of ['Hear again', 'Keep it', 'Go on downloading', 'There is no such page']) {
    expect(isForbidden(text), text).toBe(true);
  }
  expect(isForbidden('Transcribe again')).toBe(false);
});
