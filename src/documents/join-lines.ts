/** Characters of a line from which on it may have been broken for its width: shorter ones are headings, lists or code. */
const WIDE = 40;

/** A word of a line's end whose rest may be in the next line. Addresses, options and numbers have other characters. */
const DIVIDED = /(?<![\p{L}\p{M}\p{N}_/.@:=-])[\p{L}\p{M}’']+(?:-[\p{L}\p{M}’']+)*[-\u2010]$/u;
const REST = /^\p{Ll}[\p{L}\p{M}]*/u;
/** A number in the middle of a sentence, and words that end no sentence. */
const NUMBER = /^\p{Sc}?\d+(?:[.,]\d+)*(?:[\s%\p{Sc}]|$)(?!\s*\|)/u;
const BEFORE_NUMBER =
  /(?<![\p{L}\p{M}])(?:to|of|the|an?|than|by|for|from|in|on|at|with|and|or|about|around|is|was|are|were|only|over|under|after|before|between|until|within|nearly|almost|von|der|die|das|den|dem|auf|um|bis|und|oder|mit|nach|vor|für|ist|sind|war|waren|etwa|rund|über|unter|am|im|zum|zur|nur|fast)$/iu;
/** Words that follow a hyphen and a space: `pre- and post-war`, `Haupt- und Nebenfach`. One letter is a word as well. */
const SEPARATE = /^(?:.|und|oder|bzw|sowie|bis|and|or|to|et|ou|en|of|och|og)$/u;

/** Words that a text itself writes with a hyphen: at a line end it is theirs. */
export function hyphenatedWords(text: string): ReadonlySet<string> {
  return new Set(text.match(/[\p{L}\p{M}’']+(?:-[\p{L}\p{M}’']+)+/gu)?.map((w) => w.toLowerCase()));
}

/**
 * Joins the lines that a layout has broken: a wide one that ends inside a sentence, and a lower-case word after it.
 * A word that was divided is one again, in narrow columns too.
 */
export function joinLines(text: string, hyphenated = hyphenatedWords(text)): string {
  const lines = text.split('\n');
  const parts = lines.map((line, i) => {
    const next = lines[i + 1];
    return next === undefined ? line : beforeNext(line, next, hyphenated);
  });
  return parts.join('').replaceAll('\u00ad', '');
}

/** A line with its separator from the next: none inside a word, a space inside a sentence, or a line end. */
function beforeNext(line: string, next: string, hyphenated: ReadonlySet<string>): string {
  const end = line.trimEnd();
  // Only the end of a line shows a soft hyphen.
  if (end.endsWith('\u00ad') && /^\p{L}/u.test(next)) return end.slice(0, -1);
  const [rest] = REST.exec(next) ?? [];
  const [divided] = DIVIDED.exec(end) ?? [];
  if (divided && rest && !SEPARATE.test(rest))
    return hyphenated.has(`${divided}${rest}`.toLowerCase()) ? end : end.slice(0, -1);
  const isWide = line.length >= WIDE;
  if (isWide && divided && /^\p{Lu}/u.test(next)) return end;
  const isNumber = NUMBER.test(next) && BEFORE_NUMBER.test(end);
  const goesOn = isWide && (isNumber || rest !== undefined) && !'.!?:'.includes(end.slice(-1));
  return goesOn ? `${end} ` : `${line}\n`;
}
