/** More is not looked at: the question stands at the beginning. */
const MAX_CHARACTERS = 400;
/** A longer message, or one of more lines, is a pasted text that something is to be done with. */
const PASTED_CHARACTERS = 600;
const PASTED_LINES = 6;

/** What may stand before the verb of a request. */
const POLITE =
  /^(?:(?:please|pls|hi|hello|hey|ok|okay|now|so|then|and|thanks|bitte|hallo|hi|jetzt|dann|mal|doch|und|also|(?:i|we) (?:want|need|would like|'d like) you to|i'd like you to|help me(?: to)?|hilf mir(?: beim| zu)?|let's|just|kindly)[\s,.!:]+)+/;

/** "Can you …": asked politely, or a question about abilities. */
const CAN_YOU =
  /^(?:(?:can|could|would|will) (?:you|guide|it|this)|(?:kannst|könntest|würdest|können|könnten|würden) (?:du|sie))\s+(?:(?:please|mir|bitte|mal|uns|also|auch|also)\s+)*/;

/** Verbs of tasks, at the beginning of a request. */
const VERBS = [
  'translate|summari[sz]e|sum up|condense|shorten|rewrite|rephrase|reword|paraphrase|proofread|correct|polish|improve|simplify',
  'write|draft|compose|brainstorm|generate|invent|outline|list|classify|categori[sz]e|extract|convert|calculate|compute|solve',
  'continue|finish|complete|refactor|debug|implement|program|code|sort|tabulate|turn|answer this|reply to|respond to|compare',
  'übersetz(?:e|en sie)?|schreib(?:e|en sie)?|fass(?:e|en sie)?|korrigier(?:e|en sie)?|verbesser(?:e|n sie)?|formulier(?:e|en sie)?',
  'liste|list|kürz(?:e|en sie)?|berechne|rechne|vereinfach(?:e|en sie)?|entwirf|verfass(?:e|en sie)?|dichte|erfinde|programmier(?:e|en sie)?',
  'sortier(?:e|en sie)?|wandle|wandel|extrahier(?:e|en sie)?|überarbeit(?:e|en sie)?|ergänz(?:e|en sie)?|vergleich(?:e|en sie)?|nenn(?:e|en sie)?|zähle',
];
const TASK_VERB = new RegExp(`^(?:${VERBS.join('|')})(?![\\p{L}\\p{M}])`, 'u');

/** Verbs that are tasks with one of the things below as their object. */
const MAKING_VERB =
  /^(?:make|create|build|give|show|tell|get|do|prepare|produce|suggest|plan|find|fix|format|provide|mach(?:e|en sie)?|erstell(?:e|en sie)?|gib|geben sie|erzähl(?:e|en sie)?|zeig(?:e)?|sag(?:e)?|plan(?:e)?|schlag(?:e)?)(?!\p{L})/u;
const MADE =
  /(?<!\p{L})(?:tables?|lists?|json|csv|yaml|poems?|haikus?|e-?mails?|letters?|stor(?:y|ies)|jokes?|essays?|summar(?:y|ies)|plans?|code|functions?|scripts?|recipes?|outlines?|ideas|names|titles?|slogans?|tweets?|speech|invitation|translations?|synonyms?|grammar|spelling|typos?|mistakes|bugs?|sentences?|paragraphs?|text|bullet points|regex|essay|tabellen?|listen?|gedichte?|briefe?|mail|geschichten?|witze?|aufsatz|zusammenfassung|plan|funktion|skript|rezepte?|gliederung|ideen|namen|titel|einladung|übersetzung|synonyme|rechtschreibung|grammatik|fehler|sätze?|satz|absatz|stichpunkte)(?!\p{L})/u;

/** Infinitives of German requests, which stand at the end. */
const INFINITIVE =
  /(?:^|\s)(?:übersetzen|schreiben|zusammenfassen|korrigieren|verbessern|umformulieren|formulieren|auflisten|erstellen|kürzen|berechnen|vereinfachen|überarbeiten|umschreiben|verfassen|machen|umwandeln)(?=$|[\s.:?!,])/;

/** A thing of this person, not things of a kind: "this letter", not "letters". */
const CERTAIN =
  /(?<!\p{L})(?:this|that|these|the|my|our|a|an|me|it|following|das|dies\p{L}*|den|die|dem|der|mein\p{L}*|unser\p{L}*|ein|eine[nmrs]?|folgende\p{L}*|\d+)(?!\p{L})|["“„:«]/u;

/** "As JSON", "into a table": a form that the answer is wanted in. */
const FORM =
  /(?<!\p{L})(?:as|into|in|als|in) (?:an? |eine[mr]? |valid |gültiges )?(?:json|csv|yaml|tables?|tabelle|bullet points|bullets|stichpunkten?|list|liste)(?!\p{L})/u;

const LANGUAGE =
  '(?:english|german|french|spanish|italian|dutch|portuguese|polish|russian|chinese|japanese|turkish|latin|englisch|deutsch|französisch|spanisch|italienisch|niederländisch|polnisch|russisch|türkisch|latein)';
const SAY_IN = new RegExp(
  `^(?:how (?:do|would) (?:you|i|we) (?:say|write)|what(?:'s| is)|wie (?:sagt man|heißt)|was heißt)\\s.+\\s(?:in|auf) ${LANGUAGE}(?!\\p{L})`,
  'u',
);

/** Parts of this app: Guide knows them. */
const ABOUT_APP =
  /(?<!\p{L})(?:where|how (?:do|to|can|does)|settings?|alcove|guide|this app|the app|models?|shortcuts?|menus?|buttons?|you can do|your|api keys?|providers?|wo|wie (?:kann|man|ich)|einstellungen|diese app|die app|dieser app|modelle?n?|tastenkürzel|menüs?|was du kannst|schlüssel|anbieter)(?!\p{L})/u;

const EXPLAIN =
  /^(?:explain|erklär(?:e|en sie)?|what does|was bedeutet|check|prüf(?:e|en sie)?)(?!\p{L})/u;

/**
 * Whether a message is a task: something to write, translate, summarise, list, correct, explain or compute. Questions
 * about this app are none, in doubt neither.
 */
export function isTask(message: string): boolean {
  const whole = message.trim();
  if (isPasted(whole)) return true;
  const text = plain(whole);
  if (SAY_IN.test(text)) return true;
  const wish = text.replace(POLITE, '');
  const asked = wish.replace(CAN_YOU, '').replace(POLITE, '');
  // Of an ability, not of a text: "Can you translate documents?"
  if (asked !== wish && !CERTAIN.test(asked)) return false;
  const hasText = hasPastedPart(whole);
  if (ABOUT_APP.test(asked) && !hasText) return false;
  if (TASK_VERB.test(asked)) return asked.split(/\s+/).length > 1;
  if (EXPLAIN.test(asked)) return hasText;
  if (MAKING_VERB.test(asked)) return MADE.test(asked) || FORM.test(asked);
  if (asked !== wish || !isQuestion(wish)) {
    return (INFINITIVE.test(asked) && CERTAIN.test(asked)) || FORM.test(asked);
  }
  return false;
}

const QUESTION =
  /^(?:how|where|what|which|why|when|who|whose|is|are|am|do|does|did|can|may|could|should|was|wie|wo|warum|wann|wer|welche[rsnm]?|wohin|woher|ist|sind|kann|darf|gibt|hat|habe)(?!\p{L})/u;
const isQuestion = (text: string) => QUESTION.test(text);

/** Whether a message is a long text or code, whatever stands before it. */
function isPasted(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return text.length > PASTED_CHARACTERS || lines.length >= PASTED_LINES || text.includes('```');
}

/** Whether a message says what to do with words that follow. */
function hasPastedPart(text: string): boolean {
  const [, after = ''] = /[:\n]\s*([\s\S]+)$/.exec(text) ?? [];
  const [, quoted = ''] = /["“„«]([^"“”»]+)["“”»]/.exec(text) ?? [];
  return [after, quoted].some((part) => part.trim().split(/\s+/).length > 2);
}

const DATA =
  /(?<!\p{L})(?:(?:my|our|the|any|your|users?'?) (?:own )?(?:data|files?|documents?|recordings?|voice|audio|chats?|messages?|texts?|questions?|conversations?|words|inputs?|prompts?|pictures?|photos?|interviews?|notes|information|content)|data|this|it|that|everything|anything|something|nothing|all|what i (?:type|say|write|ask|upload)|mein\p{L}* (?:daten|dateien|datei|dokumente?|aufnahmen?|stimme|chats?|nachrichten|texte?|fragen|gespräche|eingaben|bilder|fotos)|daten|das|es|alles|etwas|irgendetwas|irgendwas|nichts|was ich (?:schreibe|sage|frage|eingebe))(?!\p{L})/u;
const MOVES =
  /(?<!\p{L})(?:stays?|staying|kept|keeps?|remains?|lea(?:ve|ves|ving)|sen[dt]s?|sending|uploads?|uploaded|goe?s?|going|transmit\p{L}*|shares?|shared|leaks?|runs?|running|process(?:ed)?|transferred|bleib(?:t|en)|verl(?:ä|a)ss(?:t|en)|gesendet|gesandt|geschickt|hochgeladen|übertragen|geht|gehen|landet|landen|weitergegeben|verarbeitet|läuft|laufen|sendet|sendest|schickt|schickst)(?!\p{L})/u;
const PLACE =
  /(?<!\p{L})(?:(?:my|this|the|our|your) (?:own )?(?:computer|device|machine|laptop|pc|phone|browser|mac|tablet|tab)|servers?|cloud|internet|web|anywhere|somewhere|elsewhere|away|out|local(?:ly)?|offline|online|third part(?:y|ies)|other (?:sites?|compan(?:y|ies)|people)|google|openai|microsoft|mein\p{L}* (?:computer|gerät|rechner|laptop|handy|browser|pc)|dies\p{L}* (?:computer|gerät|rechner|tab|browser)|(?:dem|das|den|im) (?:computer|gerät|rechner|browser)|server\p{L}*|internet|netz|irgendwo\p{L}*|woanders\p{L}*|dritte\p{L}*|lokal|hier)(?!\p{L})/u;

/** Words that ask it alone. */
const PRIVATE = [
  /(?<!\p{L})(?:confidential|gdpr|spy(?:ing)?|track(?:s|ed|ing)?|telemetry|eavesdrop\p{L}*|vertraulich|dsgvo|datenschutz|spionier\p{L}*|ausspion\p{L}*|abgehört|telemetrie)(?!\p{L})/u,
  /(?<!\p{L})(?:is|are|stays?|how|really|truly|ist|sind|bleib(?:t|en)|wie)\s.*(?<!\p{L})(?:private|privat)(?!\p{L})/u,
  /(?<!\p{L})(?:who|can (?:anyone|anybody|someone|somebody|others?|you|they|openai|google|my boss)|does (?:anyone|anybody|someone))\s(?:else )?(?:can |could |may |will )?(?:see|read|hear|listen|access|get)s? .*(?<!\p{L})(?:my|this|what i|i (?:write|type|say))(?!\p{L})/u,
  /(?<!\p{L})(?:wer|kann (?:jemand|man|irgendwer|ihr|google|openai))\s.*(?<!\p{L})(?:sehen|lesen|hören|mitlesen|mithören|sieht|liest|hört|zugriff)(?!\p{L})/u,
  /(?<!\p{L})where (?:do(?:es)?|is|are|will)\s.*(?<!\p{L})(?:my|our|this) (?:data|files?|documents?|recordings?|voice|chats?|messages?|texts?|questions?)\s?.*(?<!\p{L})(?:go|going|sent|end up|processed)(?!\p{L})/u,
  /(?<!\p{L})(?:wohin|wo)\s.*(?<!\p{L})(?:daten|dateien|texte|aufnahmen|fragen|nachrichten)(?!\p{L})/u,
  /(?<!\p{L})(?:collect|harvest|sell|keep|record|log|store|train(?: on)?|sammel\p{L}*|verkauf\p{L}*|trainier\p{L}*)\s.*(?<!\p{L})(?:my|our|user|personal|mein\p{L}*|unsere) ?(?:data|files|chats|messages|voice|conversations|daten|chats|texte)?(?!\p{L}).*\?/u,
  /(?<!\p{L})(?:data|daten|files|dateien|documents|dokumente|chats|it|this|das)(?!\p{L}).*(?<!\p{L})(?:safe|secure|sicher)(?!\p{L})/u,
  /(?<!\p{L})privacy\s?(?:policy|\?|$)/u,
];

/** The app's own matters: how something is done or found is not whether it is true. */
const HOW_TO =
  /^(?:how (?:do|can|could|should|does|to)|where (?:do|can) i|where is the|what (?:is|are) (?:a|an|the)|wie (?:kann|mache|stelle|ändere|setze|lösche|schicke|sende|lade)|wo (?:finde|kann|stelle)|was (?:ist|sind) (?:ein|eine|der|die|das))(?!\p{L})/u;
const IN_DOUBT =
  /(?<!\p{L})(?:know|sure|certain|check|verify|prove|proof|trust|true|wissen|weiß|sicher|prüfen|beweisen|beweis|vertrauen)(?!\p{L})/u;

/** Whether a message asks if what a person writes or opens stays with them. */
export function asksAboutPrivacy(message: string): boolean {
  const whole = message.trim();
  if (whole.length > MAX_CHARACTERS) return false;
  const text = plain(whole).replace(/["“„«][^"“”»]*["“”»]/gu, ' ');
  const wish = text.replace(POLITE, '');
  if (TASK_VERB.test(wish.replace(CAN_YOU, '')) && !isQuestion(wish)) return false;
  if (HOW_TO.test(wish) && !IN_DOUBT.test(wish)) return false;
  const isAsked = isQuestion(wish) || /[?]|prove|proof|beweis/.test(wish);
  if (!isAsked) return /^(?:privacy|data protection|datenschutz|privatsphäre)[.!]?$/.test(wish);
  if (PRIVATE.some((pattern) => pattern.test(text))) return true;
  return DATA.test(text) && MOVES.test(text) && PLACE.test(text);
}

/** Whether a person may do something is a question to a contract, not about this app. */
const PERMISSION =
  /(?<!\p{L})(?:can|may|must|should|could|darf|dürfen|kann|können) (?:i|we|ich|wir)(?!\p{L})/gu;
/** The person who asks, or this app. */
const SELVES =
  /(?<!\p{L})(?:i|my|me|mine|we|us|our|you|your|users?|alcove|(?:this|the) (?:app|site|website|page|tab|chat|conversation)|ich|mich|mir|mein\p{L}*|wir|uns|unser\p{L}*|du|ihr|dies\p{L}* (?:app|seite|chat))(?!\p{L})/u;
/** "Is it safe?", "does everything stay here?": a pronoun stands for what a person has opened. */
const PRONOUN = new RegExp(
  `(?<!\\p{L})(?:this|that|it|everything|anything|nothing|all|das|es|alles|etwas|nichts)\\s+(?:(?:really|truly|all|being|wirklich|auch)\\s+)*(?:(?:private|confidential|safe|secure|tracked|privat|sicher|vertraulich)(?!\\p{L})|${MOVES.source})`,
  'u',
);
const FILE_SENT =
  /(?<!\p{L})(?:files?|documents?|pictures?|dateien?|dokumente?s?|bilder)(?!\p{L}).*(?<!\p{L})(?:uploaded|servers?|cloud|hochgeladen|\p{L}*servern?)(?!\p{L})/u;

/** Whether a question about privacy is not one to a document, which has words of it as well: tracks, confidential, GDPR. */
export function speaksOfThisApp(message: string): boolean {
  const text = plain(message).replace(PERMISSION, ' ');
  return [SELVES, PRONOUN, FILE_SENT].some((pattern) => pattern.test(text));
}

function plain(text: string): string {
  return text.slice(0, MAX_CHARACTERS).replaceAll('’', "'").replace(/\s+/g, ' ').toLowerCase();
}
