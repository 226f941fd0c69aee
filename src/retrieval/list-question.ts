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
const ALL = '(?:all|every|each|any|everything|everyone|everybody|complete|full|whole)';
const ALLE = '(?:alle[rsnm]?|alles|jede[rsnm]?|samtliche[rsnm]?)';
const POLITE =
  /^(?:please|hi|hello|hey|ok|okay|so|now|and|then|bitte|can you|could you|would you|will you|i want you to|i need you to|i would like you to|kannst du|konntest du|konnen sie|konnten sie|mir|s'il (?:te|vous) plait|por favor)[\s,]+/;

const LISTS: readonly RegExp[] = [
  // "List the deadlines", not "List three ways to cook an egg".
  new RegExp(
    `^(?:list|enumerate|itemi[sz]e)\\s+(?:me\\s+|out\\s+|up\\s+)?(?:the|my|our|which|what|who|${ALL})\\b`,
  ),
  new RegExp(
    `^(?:name|find|show|give|collect|gather|extract|pull out|get|write down|note|identify|search for|tell me|look for|quote|mention)\\b.*\\b(?:${ALL}|list of)\\b`,
  ),
  /^(?:what|which|who|where|when)\b.*\b(?:are|were|do|did|have)\b.*\ball\b(?! right)/,
  /^(?:what|which)\b.*\b(?:are there|appear|occur|are mentioned|are named|were mentioned)\b/,
  new RegExp(`^(?:a |the |complete |full )*list of ${ALL}\\b`),
  new RegExp(
    `^(?:liste|nenne|zeige?|finde|suche|sammle|gib|schreibe?|stelle|zitiere)\\b.*\\b(?:${ALLE}|auf|liste)\\b`,
  ),
  /^zahle?\b.*\bauf\b/,
  new RegExp(
    `\\b${ALLE}\\b.*\\b(?:auflisten|nennen|zeigen|finden|aufzahlen|zusammenstellen|heraussuchen)\\b`,
  ),
  /^(?:welche[rsnm]?|was|wer)\b.*\b(?:gibt es|kommen vor|werden (?:genannt|erwahnt)|sind alle)\b/,
  /^(?:listez?|enumerez?|donnez?|montrez?|trouvez?|citez?|liste|enumere|donne|montre|trouve|cite)\b.*\b(?:tous|toutes|chaque|liste)\b/,
  /^(?:lista|enumera|muestra|dame|encuentra|busca|nombra|haz)\b.*\b(?:todos|todas|cada|lista)\b/,
];
// Each word with its space is one turn: a space that belongs to none of them would be tried in every way.
const IN_FILES = new RegExp(
  `\\b(?:in|across|of|among|throughout|between|from|aus|von|uber|dans|en|de)\\s+(?:(?:all|any|each|every|these|those|the|my|our|of|both|alle[nr]?|den|diesen?|meinen?|unseren?|tous|les|ces|mes|todos|los|las|estos|mis|\\d+)\\s+)*${FILES}\\b`,
);
const COUNT = /\b(?:how many|how often|number of|wie viele|wie oft|anzahl|combien de|cuant[oa]s)\b/;
const COUNT_ALL = new RegExp(
  `^(?:count|zahle?|compte[rz]?|cuenta)\\s+(?:the|my|our|die|les|los|las|${ALL}|${ALLE})\\b(?!.* auf$)`,
);
const FILES_THAT = new RegExp(
  `\\b(?:how many|wie viele) (?:of )?(?:the |these |my |our |meiner |der |dieser )?(?:\\d+ )?${FILES}\\b`,
);
const COMPARE =
  /^(?:compare[rz]?|contrast|make a comparison|vergleiche?n?|stelle? gegenuber|compara)\b|\b(?:comparison|differences?|unterschiede?|differenzen)\b.*\b(?:between|of|across|among|zwischen|von|der)\b/;

/** Words that say nothing of the thing looked for. */
const EMPTY = new Set(
  `list enumerate itemise itemize name find show give collect gather extract pull get write note identify search tell look
  quote mention mentioned mentions named appear appears occur occurs contain contains contained say says said talk talks
  summarise summarize compare contrast comparison difference differences count number many often how what which who whom whose when where
  made there all every each any everything everyone everybody complete full whole please can could would will you i me my our
  us your the a an of in on at for to with without from by and or is are was were be been being that this these those it its as do does did have has had
  across throughout among between about their his her out down up into them they we also only
  liste nenne zeige zeig finde suche sammle gib schreibe schreib stelle zitiere zahle auf alle aller alles allen jede jeder jedes samtliche
  welche welcher welches was wer wann wo wie viele oft anzahl gibt es kommen vor werden wird wurden wurde genannt erwahnt bitte kannst du konnen sie mir
  der die das den dem des ein eine einen einer eines und oder im am fur zu zum zur mit von vom bei aus uber ist sind war waren mein meine meinen meiner unsere unseren
  dieser diese diesen dieses vergleiche vergleichen unterschied unterschiede zwischen auflisten nennen zeigen aufzahlen
  listez enumerez donnez donne montrez montre trouvez trouve citez cite tous toutes tout chaque le la les un une et ou dans en pour avec par est sont qui que
  quoi quel quelle quels quelles mes mon ma ces ce cette combien compare comparer
  lista enumera muestra dame encuentra busca nombra haz todos todas todo cada el los las y o con por para son es mis mi estos estas del al cuantos cuantas compara cuenta`
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
  const isInFiles = IN_FILES.test(plain);
  if (COMPARE.test(plain)) return 'compare';
  if (COUNT_ALL.test(plain) || FILES_THAT.test(plain)) return 'count';
  if (COUNT.test(plain)) return isInFiles ? 'count' : null;
  return LISTS.some((form) => form.test(plain)) ? 'list' : null;
}

const FILE_WORD = new RegExp(`^${FILES}$`);

/** The words that are looked for, as they stand in the question. Files are the place, unless they are all there is. */
function subjectOf(plain: string): string {
  const words = plain.match(/[\p{L}\p{N}'-]+/gu) ?? [];
  const said = words.filter((word) => !EMPTY.has(word));
  return said.filter((word) => !FILE_WORD.test(word)).join(' ');
}
