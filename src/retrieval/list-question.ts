import { toPlain } from '#base/words.ts';

/** What a question wants of everything: the lines, their number, or the lines of each file side by side. */
type ListKind = 'list' | 'count' | 'compare';

export interface ListQuestion {
  kind: ListKind;
  /** The thing looked for: the question without its command and without the words for files. */
  subject: string;
}

/** Characters of a question; a pasted text is none. */
const MAX_QUESTION = 300;

const FILES =
  '(?:files?|documents?|docs|notes|pdfs?|papers|pages|scans|texts|letters|contracts|leases|invoices|receipts|reports|minutes|recordings|transcripts|interviews|chapters|sources|dateien|dokumente?n?|notizen|unterlagen|briefen?|vertragen?|rechnungen|berichten?|protokollen?|seiten|aufnahmen|fichiers|documents|archivos|documentos|notas)';
/** Those that no one counts as a measure: 30 minutes and 3 pages are no files. */
const COUNTED =
  '(?:files|documents|docs|notes|pdfs|papers|scans|letters|contracts|leases|invoices|receipts|reports|recordings|transcripts|interviews|dateien|dokumente|notizen|unterlagen|briefe|vertrage|rechnungen|berichte|protokolle|aufnahmen)';
const ALL = '(?:all|every|each|everything)';
const ALLE = '(?:alles?|jede[ns]?|samtliche[ns]?)';
const POLITE =
  /^(?:please|hi|hello|hey|ok|okay|so|now|and|then|bitte|can you|could you|would you|will you|i want you to|i need you to|i would like you to|kannst du|konntest du|konnen sie|konnten sie|mir|s'il (?:te|vous) plait|por favor)[\s,]+/;

const WHICH =
  'all|each|every|these|those|the|my|our|both|alle[nr]?|der|den|diese[nr]?|meine[nr]?|unsere[nr]?|tous|les|ces|mes|todos|los|las|estos|mis';
// Each word with its space is one turn: a space that belongs to none of them would be tried in every way.
const OF_FILES = `(?:of\\s+)?(?:(?:${WHICH})\\s+)+(?:of\\s+)?(?:(?:${WHICH})\\s+)*(?:${FILES}|\\d+\\s+${COUNTED})`;
/** In several files, which are named as such. */
const IN_FILES = new RegExp(
  `\\b(?:in|across|among|throughout|between|from|of|aus|von|zwischen|uber|dans|en|de)\\s+${OF_FILES}\\b|\\b(?:aller|der|dieser|meiner|unserer)\\s+${FILES}\\b`,
);
const ENDS_IN_FILES = new RegExp(
  `\\b(?:in|across|among|throughout|from|aus|dans|en)\\s+${OF_FILES}(?:\\s+(?:erwahnt|genannt|vor|mentioned|named))?\\s*[.?!]*$`,
);

/** What takes a model's own words: a summary, an opinion, an instruction, or a second task. */
const NEEDS_A_MODEL: readonly RegExp[] = [
  /\b(?:summar\w+|overview|gist|pros|cons|advantages|disadvantages|benefits|drawbacks|strengths|weaknesses|similarities|takeaways|highlights|how to|why)\b/,
  /\b(?:main|key|core|central|most important)\s+(?:points?|ideas?|arguments?|messages?|themes?|topics?|findings?|facts?|aspects?|statements?|claims?|results?|insights?|parts?|sections?|conclusions?)\b/,
  /\b(?:ways?|ideas|tips|suggestions|steps|recipes|synonyms|reasons?)\s+(?:to|for|of|i|we|you|why)\b|\bpossible\b/,
  /\b(?:get everything|all the help|(?:all|everything) (?:of )?(?:the )?(?:above|following|rest)|in (?:this|that|the) (?:function|code|program|script|picture|photo|image|sentence|word))\b/,
  /\b(?:information|info|details)\s+(?:about|on|of|from|uber|zu|von)\b/,
  /\b(?:all|everything)\s+(?:that\s+)?(?:i|we|you|there is)\s+(?:need|should|must|have to|know|can|to)\b/,
  /\b(?:in|auf)\s+(?:one|a|two|three|\d+|einem|english|german|french|spanish|deutsch|englisch)\b/,
  /\b(?:all|everything|every|each)\s+(?:of\s+)?(?:the\s+)?(?:text|it|this|them)\b/,
  /\b(?:and|then|und|dann)\s+(?:then\s+)?(?:write|draft|send|translate|explain|summ\w+|calculate|compute|suggest|rank|tell|merge|delete|schreibe?|ubersetze?|erklare?|fasse?)\b/,
  /\b(?:json|csv|xml|yaml)\b/,
  // One place of a file is read faster than all of it.
  /\b(?:page|section|paragraph|clause|chapter|line|row|seite|abschnitt|absatz|kapitel|zeile)\s+\S*\d/,
  /\b(?:\w*zusammenf\w+|uberblick|hauptpunkte|kernpunkte|hauptaussagen|kernaussagen|wichtigsten?|vorteilen?|nachteilen?|wie man)\b/,
  /\b(?:resumes?|resumen|principa\w+|avantages|inconvenients|ventajas|desventajas|comment|como)\b/,
];
/** Things that are measured or read off, not found line by line. */
const MEASURES =
  /\b(?:words?|characters?|letters|syllables|sentences|lines|pages|minutes|hours|days|weeks|months|years|kilomet\w+|miles|calories|worter|zeichen|buchstaben|satze|zeilen|seiten|minuten|stunden|tage|wochen|monate|jahre)\b/;

const LISTS: readonly RegExp[] = [
  new RegExp(
    `^(?:list|enumerate|itemi[sz]e|find|show|collect|gather|extract|pull out|get|write down|note down|identify|search for|look for|quote|display|(?:give|tell|get|show|find|provide)\\s+(?:me|us)(?:\\s+with)?)\\s+(?:me\\s+|us\\s+|out\\s+|up\\s+)?${ALL}\\b(?!\\s+(?:about|on|other)\\b)`,
  ),
  /^name\s+(?:all|every)\b/,
  /^(?:list|name|find|identify)\s+(?:everyone|everybody)\b/,
  // "List the deadlines" and "List the fees in my notes", not "List three ways" nor "List the height of the tower".
  /^(?:list|enumerate|itemi[sz]e)\s+(?:me\s+|out\s+|up\s+)?(?:the|my|our)\s+(?:(?!best|worst|top|most|least|first|last|latest|next|largest|biggest|highest|lowest|of\b|to\b|for\b|in\b|with\b|a\b)[a-z'-]+\s+){0,2}[a-z'-]+s\s*[.!]*$/,
  /^(?:(?:(?:give|get|show|make|write|create|compile|draw up|prepare|produce|generate|provide)(?:\s+(?:me|us))?(?:\s+with)?|(?:i|we)\s+(?:need|want))\s+)?(?:a |the )?(?:complete |full )?list of (?:all|every|each|the|my|our)\b(?!\s+(?:best|worst|top|most|first|last|largest)\b)/,
  /^(?:what|which|who)\s+(?:are|were)\s+all\s+(?:of\s+)?(?:the|my|our)\b/,
  /^(?:what|which)\s+(?:[a-z'-]+\s+){0,3}[a-z'-]+s\s+(?:are|were)\s+(?:mentioned|named|listed)\b/,
  new RegExp(
    `^(?:liste|nenne|zeige?|finde|suche|sammle|gib|zitiere)\\s+(?:(?:mir|uns|bitte)\\s+)*${ALLE}\\b(?!\\s+(?:uber|zu)\\b)`,
  ),
  new RegExp(
    `^(?:liste|zahle?)\\s+(?:(?:mir|uns|bitte)\\s+)*(?:die|meine|unsere|${ALLE})\\s.*\\bauf(?=[,.!?]|$)`,
  ),
  new RegExp(
    `^(?:schreibe?|stelle?)\\s+(?:(?:mir|uns|bitte)\\s+)*${ALLE}\\s.*\\b(?:auf|heraus|raus|zusammen)(?=[,.!?]|$)`,
  ),
  new RegExp(
    `^${ALLE}\\s.*\\b(?:auflisten|nennen|zeigen|finden|aufzahlen|zusammenstellen|heraussuchen)\\s*[.?!]*$`,
  ),
  /^(?:welche|was|wer)\s+(?:sind|waren)\s+alle\s+(?:die\s+|meine\s+|unsere\s+)?[a-z]/,
  /^welche\s+(?:[a-z'-]+\s+){0,2}[a-z'-]+\s+(?:werden|sind|wurden)\s+(?:.*\s)?(?:genannt|erwahnt|aufgefuhrt)\b/,
  /^(?:listez?|enumerez?|donnez?|montrez?|trouvez?|citez?|cherchez?|liste|enumere|donne|montre|trouve|cite|cherche)(?:[\s-]+(?:moi|nous))?\s+(?:(?:la|une)\s+liste\s+de\s+)?(?:tous|toutes|chaque)\b/,
  /^(?:lista|enumera|muestra|muestrame|dame|encuentra|busca|nombra|haz)\s+(?:una\s+lista\s+de\s+)?(?:todos|todas|cada)\b/,
];
/** Of these the place has to be said. */
const LISTS_IN_FILES: readonly RegExp[] = [
  /^(?:list|enumerate|itemi[sz]e)\s+(?:me\s+|out\s+|up\s+)?(?:the|my|our|which|what|who|any)\b/,
  /^(?:what|which)\s+(?:are|were)\s+(?:the\s+|my\s+|our\s+)?(?:[a-z'-]+\s+){0,3}[a-z'-]+s\s/,
  /^(?:what|which)\s+(?:[a-z'-]+\s+){0,3}[a-z'-]+s\s+(?:are|were|appear|occur)\b/,
  /^(?:(?:give|show|make|write|create|compile)(?:\s+(?:me|us))?\s+)?(?:a |the )?(?:complete |full )?list of\s/,
  /^welche\s+(?:[a-z'-]+\s+){1,3}(?:gibt es|stehen|kommen|sind)\b/,
];
const HOW_MANY = /^(?:how many|how often|wie viele|wie oft|combien de|cuant[oa]s)\b/;
const COUNT_IN_FILES =
  /^(?:(?:the |total )*number of|die anzahl|anzahl|count|zahle?|compte[rz]?|cuenta)\b/;
const COUNT_ALL = new RegExp(
  `^(?:count|zahle?|compte[rz]?|cuenta)\\s+(?:up\\s+)?(?:${ALL}|${ALLE}|tous|toutes|todos|todas)\\b(?!.* auf$)`,
);
const FILES_THAT = new RegExp(
  `^(?:how many|wie viele) (?:of )?(?:the |these |my |our |meiner |der |dieser )?(?:\\d+ )?${COUNTED} (?:\\w+ )?(?:mention|contain|say|talk|speak|refer|discuss|name|include|deal|cover|are about|erwahnen|enthalten|nennen|behandeln|handeln)\\b`,
);
const CAN = /\b(?:can|could|should|would|may|must|need|kann|konnen|soll|muss)\b/;
const COMPARE =
  /^(?:compare[rz]?|contrast|make a comparison|vergleiche?n?|stelle? gegenuber|compara)\b|^(?:(?:what|which) (?:is|are) |show (?:me )?|list |was (?:ist|sind) |welche )?(?:the |all |die |der |den )*(?:comparison|differences?|unterschiede?|differenzen)\b/;
/** Two things, of which a file may say nothing. */
const TWO_THINGS = /\b(?:between|zwischen)\b.*\b(?:and|und)\b/;

/** Words that say nothing of the thing looked for. */
const EMPTY = new Set(
  `list enumerate itemise itemize name find show give collect gather extract pull get write note identify search tell look
  quote mention mentioned mentions named appear appears occur occurs contain contains contained say says said talk talks
  summarise summarize compare contrast comparison difference differences count number many often how what which who whom whose when where
  made there need want provide display make create compile prepare produce generate appearing occurring all every each any everything everyone everybody complete full whole please can could would will you i me my our
  us your the a an of in on at for to with without from by and or is are was were be been being that this these those it its as do does did have has had
  across throughout among between about their his her out down up into them they we also only
  liste nenne zeige zeig finde suche sammle gib schreibe schreib stelle zitiere zahle auf alle aller alles allen jede jeder jedes samtliche
  jeden jedem hay de
  welche welcher welches was wer wann wo wie viele oft anzahl gibt es kommen vor werden wird wurden wurde genannt erwahnt bitte kannst du konnen sie mir uns steht stehen enthalten erwahnen heraus raus zusammen aufgefuhrt
  der die das den dem des ein eine einen einer eines und oder im am fur zu zum zur mit von vom bei aus uber ist sind war waren mein meine meinen meiner unsere unseren
  dieser diese diesen dieses vergleiche vergleichen unterschied unterschiede zwischen auflisten nennen zeigen aufzahlen
  donne-moi donnez-moi montre-moi montrez-moi cherche cherchez listez enumerez donnez donne montrez montre trouvez trouve citez cite tous toutes tout chaque le la les un une et ou dans en pour avec par est sont qui que
  quoi quel quelle quels quelles mes mon ma ces ce cette combien compare comparer
  lista enumera muestra muestrame dame encuentra busca nombra haz todos todas todo cada el los las y o con por para son es mis mi estos estas del al cuantos cuantas compara cuenta`
    .split(/\s+/)
    .filter(Boolean),
);

/**
 * What a question asks of everything in a set of files: all lines of a kind, their number, or a comparison. Null where
 * it asks for one thing, which the best passages answer, and where nothing is left to look for.
 */
export function readListQuestion(question: string): ListQuestion | null {
  if (question.length > MAX_QUESTION) return null;
  let plain = toPlain(question).replaceAll('’', "'").replace(/\s+/g, ' ').trim();
  for (let rest = plain.replace(POLITE, ''); rest !== plain; rest = plain.replace(POLITE, '')) {
    plain = rest;
  }
  const kind = kindOf(plain);
  if (!kind) return null;
  const subject = subjectOf(plain);
  return subject === '' ? null : { kind, subject };
}

function kindOf(plain: string): ListKind | null {
  if (NEEDS_A_MODEL.some((form) => form.test(plain))) return null;
  if (COMPARE.test(plain))
    return IN_FILES.test(plain) && !TWO_THINGS.test(plain) ? 'compare' : null;
  if (asksForNumber(plain)) return 'count';
  if (LISTS.some((form) => form.test(plain))) return 'list';
  return LISTS_IN_FILES.some((form) => form.test(plain)) && ENDS_IN_FILES.test(plain)
    ? 'list'
    : null;
}

/** A number of lines or files; a number that a file says itself is found by its passage. */
function asksForNumber(plain: string): boolean {
  if (FILES_THAT.test(plain)) return true;
  if (MEASURES.test(plain) || CAN.test(plain)) return false;
  if (COUNT_ALL.test(plain)) return true;
  return (HOW_MANY.test(plain) || COUNT_IN_FILES.test(plain)) && ENDS_IN_FILES.test(plain);
}

/** Words from which a query is a question rather than words to find. */
const MIN_WORDS = 4;
const NUMBERED = new RegExp(`\\b\\d+\\s+(?=${COUNTED}\\b)`, 'g');

/** What a query looks for: a question without the words that only ask (“which of my 300 notes talk about …”). */
export function topicOf(query: string): string {
  const text = query.trim();
  if (text.length > MAX_QUESTION || text.split(/\s+/).length < MIN_WORDS) return text;
  const plain = toPlain(text).replaceAll('’', "'").replace(NUMBERED, '');
  return subjectOf(plain) || text;
}

const GERMAN_FILE = '(?:datei|notiz|dokument|brief|vertrag|rechnung|bericht|protokoll)';
const ASKS_FOR_FILE = new RegExp(
  `^(?:in )?(?:which|what|welche[nmrs]?)\\s+(?:of\\s+)?(?:(?:${WHICH})\\s+)*(?:\\d+\\s+)?(?:${FILES}|${GERMAN_FILE})\\s+(?:mentions?|contains?|names?|talks? about|(?:is|are|was|were) about|says? something about|discuss(?:es)?|refers? to|deals? with|erwahnt|erwahnen|enthalt|enthalten|nennt|nennen|handelt von|handeln von)\\s`,
);

/** What passages are searched for: of a question which file mentions something, the thing; else all of it. */
export function searchedFor(question: string): string {
  const plain = toPlain(question).replace(/\s+/g, ' ').trim();
  if (question.length > MAX_QUESTION || !ASKS_FOR_FILE.test(plain)) return question;
  return topicOf(question).replace(new RegExp(`^${GERMAN_FILE} `), '');
}

const FILE_WORD = new RegExp(`^${FILES}$`);

/** The words that are looked for, as they stand in the question. Files are the place, unless they are all there is. */
function subjectOf(plain: string): string {
  const words = plain.match(/[\p{L}\p{N}'-]+/gu) ?? [];
  const said = words.filter((word) => !EMPTY.has(word));
  return said.filter((word) => !FILE_WORD.test(word)).join(' ');
}
