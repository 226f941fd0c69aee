// What Word and LibreOffice print on the edges of pages.

/** Stands for the number of a page, which a text without pages does not have. */
const NUMBER = '\ue000';

/** Words next to the number of a page that say no more than that it is one: “Page 3 of 9”. */
const OF_NUMBER =
  /(?<!\p{L})(?:pages?|pg|p|seiten?|blatt|s|of|von|sur|de|di|p[aá]gina|p[aá]g|side|sida|av|af|strona|str|z|van)(?!\p{L})/giu;

const WORD_FIELD =
  /<w:fldSimple\b[^>]*\bw:instr="[^"]*PAGES?\b[^"]*"[^>]*>(?:(?!<w:fldSimple)[\s\S])*?<\/w:fldSimple>/g;
const WORD_COMPLEX_FIELD =
  /<w:fldChar\b[^>]*"begin"[^>]*?(?:\/>|>)(?:(?!<w:fldChar\b[^>]*"begin")[\s\S])*?<w:fldChar\b[^>]*"end"[^>]*?\/>/g;
const IS_NUMBER_FIELD = /<w:instrText\b[^>]*>[^<]*PAGES?\b/;
const ODF_FIELD =
  /<text:page-(?:number|count)\b[^>]*?(?:\/>|>[^<]*<\/text:page-(?:number|count)>)/g;

/** A header or footer of Word, with a sign for each number of a page. */
export function markWordNumbers(xml: string): string {
  return xml
    .replace(WORD_FIELD, `<w:r><w:t>${NUMBER}</w:t></w:r>`)
    .replace(WORD_COMPLEX_FIELD, (field) =>
      IS_NUMBER_FIELD.test(field) ? `<w:t>${NUMBER}</w:t>` : field,
    );
}

/** The headers or the footers of the styles of a text of LibreOffice, with a sign for each number of a page. */
export function odfEdges(styles: string, edge: 'header' | 'footer'): string {
  const pattern = new RegExp(
    `<style:${edge}(?:-left|-first)?(?=[\\s>])[^>]*(?<!/)>(?:(?!<style:${edge})[\\s\\S])*?</style:${edge}(?:-left|-first)?>`,
    'g',
  );
  return (styles.match(pattern) ?? []).join('').replace(ODF_FIELD, NUMBER);
}

/** The lines of the headers or footers of a document: each once, and none that only numbers a page. */
export function edgeLines(texts: readonly string[]): string {
  const lines = new Set<string>();
  for (const line of texts.join('\n').split('\n')) {
    const words = line.replaceAll(NUMBER, ' ').replace(/\s+/g, ' ').trim();
    const own = line.includes(NUMBER) ? words.replace(OF_NUMBER, '') : words;
    if (/[\p{L}\p{N}]/u.test(own)) lines.add(words);
  }
  return [...lines].map((line) => `${line}\n`).join('');
}
