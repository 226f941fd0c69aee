/** A longer message is a text that stands for itself. */
const MAX_CHARACTERS = 200;

/** Parts of the documents as files, not their content. */
const PARTS = `(?:pages?|parts?|documents?|files?|scans?|seiten?|teile?|stellen?|dokumente?n?|dateien?|scans?)`;
const NOT = `(?:not|n't|unable to|fail(?:ed)? to|nicht)`;
const YOU = `(?:(?:did|could|can|have|were|are|do) you|(?:didn't|couldn't|can't|cannot|haven't|weren't) you|you (?:did|could|can|have|were)|you (?:didn't|couldn't|can't|cannot|haven't|weren't)|(?:hast|konntest|kannst) du|du|(?:haben|konnten|können) sie|sie|(?:hat|konnte) alcove|(?:did|could) alcove)`;

const QUESTIONS = [
  // What did you not read? What could you not read? Which pages have you not read?
  `(?!what (?:can|could|do) you read)(?:what|which ${PARTS}|what ${PARTS})(?: of .{1,40}?)? ${YOU}(?: ${NOT})?(?: able to)?(?: been)? (?:read|miss|skip|leave out|left out|missed|skipped)(?: of .{1,40}| in .{1,40})?`,
  // Which pages were not read, could not be read, are unreadable?
  `(?:what|which ${PARTS}|which|are there(?: any)? ${PARTS} that|is there anything that)(?: of .{1,40}?)? (?:was|were|is|are|could|can)(?:n't| not|not)? ?(?:be )?(?:read|unread|unreadable|skipped|left out|empty|missed)(?: (?:from|as) (?:the |a |its |their )?(?:picture|pictures|text|scan))?`,
  `(?:did|could|have|were) you (?:able to )?read (?:everything|all(?: of it)?|all (?:of )?(?:the |my )?${PARTS}|every ${PARTS}|the whole ${PARTS})(?: .{1,30})?`,
  `(?:was|were) (?:everything|all(?: the| my| of the)? ${PARTS}|every ${PARTS}) read`,
  `(?:was|welche ${PARTS}|welche) (?:hast du|haben sie|konntest du|konnten sie|hat alcove|konnte alcove)(?: (?:davon|von .{1,40}?))? (?:nicht (?:gelesen|lesen)|ausgelassen|übersprungen|übersehen)`,
  `(?:was|welche ${PARTS}|welche) (?:wurden?|waren?|war|sind|ist|konnten?|blieben?)(?: .{1,30}?)? (?:nicht gelesen|nicht lesbar|unlesbar|nicht zu lesen|nicht gelesen werden|ungelesen|ausgelassen|leer)`,
  `(?:hast du|haben sie|konntest du|konnten sie) (?:wirklich )?(?:alles|alle ${PARTS}|jede ${PARTS}|das ganze ${PARTS})(?: .{1,30}?)? (?:gelesen|lesen)`,
  `(?:wurde|wurden) (?:alles|alle ${PARTS}|jede ${PARTS}) gelesen`,
].map((pattern) => new RegExp(`^${pattern}$`, 'u'));

/** What may stand before the question. */
const OPENING =
  /^(?:(?:please|and|so|but|ok|okay|hi|hello|tell me|und|bitte|also|aber|sag mir)[\s,:]+)+/u;

/** Whether a message asks which documents and pages were read, and which were not. */
export function asksWhatWasRead(message: string): boolean {
  if (message.length > MAX_CHARACTERS) return false;
  const text = message
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/[\s?!.,:]+/gu, ' ')
    .trim()
    .replace(OPENING, '');
  return QUESTIONS.some((pattern) => pattern.test(text));
}
