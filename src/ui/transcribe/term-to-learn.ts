import { termsOf } from '#ui/kit/terms-field.tsx';

/** Terms of more words than this are sentences, which no search of a decoder prefers. */
const MAX_WORDS = 4;

/** A correction as a term for the list of names and terms; null where it is none, or is listed already. */
export function termToLearn(correction: string, listed: readonly string[]): string | null {
  const [term, ...more] = termsOf(correction);
  if (term === undefined || more.length > 0 || listed.includes(term)) return null;
  if (term !== correction.trim() || !/\p{L}/u.test(term)) return null;
  if (term.split(/\s+/).length > MAX_WORDS) return null;
  return termsOf([...listed, term].join('\n')).includes(term) ? term : null;
}
