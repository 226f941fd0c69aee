/** Fewer letters are too few to detect a script. */
const MIN_LETTERS = 2;

/** More is not looked at: a message may be a whole document, and the note below the box asks at every change. */
export const MAX_CHARACTERS = 2_000;

/** Whether most letters at the start of a text are not Latin. */
function isOtherScript(text: string): boolean {
  const letters = text.slice(0, MAX_CHARACTERS).match(/\p{L}/gu) ?? [];
  const others = letters.filter((letter) => !/\p{Script=Latin}/u.test(letter));
  return others.length >= MIN_LETTERS && others.length * 2 > letters.length;
}

/** Frequent words of languages in Latin script; words that also exist in English do not count. */
const OTHER_WORDS = wordSet(`
  aber als auch auf aus bei bin bist bitte das dass dein deine dem den der dich dir doch du ein eine einem einen einer
  es für gibt haben hast heißt heisst ich ihr im ist ja jetzt kann kannst kein keine können mein meine mich mir mit
  nach nicht noch nur oder schon sein sehr sich sie sind und uns viel vom von warum wer wenn werden wie wir wird wo
  worum zu zum zur über danke hallo guten geht macht machen deutsch welche welcher welches wann wieviel mehr dieser diese
  au aux avec avoir bien bonjour ça ce ces cette ceci cela c'est dans de des du elle elles est es et être eux faire
  fais fait il ils j'ai je la le les leur leurs lui mais mes moi mon ne nous où ou par parce pas peut peux plus
  pourquoi quand que quel quelle quelles quels qu'est-ce qui quoi sa sans ses si sont sur ta te tes tu un une vous votre
  merci salut puis-je transcrire français comment
  al algo así aquí como cómo con cuál cuando cuándo cuánto del donde dónde el él ella ellos en eres es esta está este
  esto gracias hacer hay hola la las lo los más mi mis muy nada para pero por porque puede puedes qué quién se ser sin
  sobre soy su sus también tiene tienes todo tú una uno unos usted y yo español
  anche ancora ciao come con cosa così dei del della delle di dove è fare gli grazie ho il io lei ma mi molto nel nella
  non per perché più può puoi quale quando quanto questa questo se sei siamo sono sul tutto un' una uno voi
  italiano o à às ao aos com da das do dos e ele ela em essa esse eu foi isso isto já mais meu minha muito não na nas
  nos obrigado olá onde os ou para pela pelo pode por porquê português quem são sem seu sua também tem uma você
  aan ben dat deze dit een geen goed heb hebben heeft het hij hoe ik je jij kan kunt maar mijn naar niet nog ook
  op te tot uit van voor waar waarom wat welke werkt wie wij zijn zo zou alsjeblieft
  co czy dla dzień dziękuję gdzie jak jaki jest jestem kto mi możesz na nie się to w z że proszę
  bir ve bu için ile çok değil olan olarak daha gibi kadar ancak hangi kaç nasıl nedir neden mı mi mu mü
  att det där du är en ett för från här hur inte jag kan med och om på som vad var vi på den
`);

/** Frequent English words. */
const ENGLISH_WORDS = wordSet(`
  a about after all am an and any are as at be been but by can could did do does for from get give had has have he hello
  her here hi him his how i if in into is it its just know like make me mean more my need no not now of on one or our
  out please say she show should so some tell than thank thanks that the their them then there these they this those to
  translate up us use want was we well were what when where which who why will with word would write yes you your
`);

/** Fewer say nothing: names and quoted words are in messages of every language. */
const MIN_WORDS = 2;

/** Whether a message seems not to be in English. In doubt it is: a wrong note would annoy. */
export function isOtherLanguage(text: string): boolean {
  if (isOtherScript(text)) return true;
  const words = wordsOf(text);
  const ofOthers = words.filter((word) => OTHER_WORDS.has(word) && !ENGLISH_WORDS.has(word));
  const english = words.filter((word) => ENGLISH_WORDS.has(word) && !OTHER_WORDS.has(word));
  return new Set(ofOthers).size >= MIN_WORDS && ofOthers.length > english.length;
}

/** Listed words that are also in English texts: parts of names, and words of both. They are not enough alone. */
const ALSO_IN_ENGLISH = wordSet(`
  al au aux bin co com come con da de del della di do dos du e el en es et il la las le les lo los men mi mit
  o os par per plus por pour que sans ser su sur te tot tout un una une van vi von voi y
`);
/** English words that are also words of other languages. */
const ALSO_ELSEWHERE = wordSet('a am an as do in is me no so was');
/** Articles; in front of a name ("La Paz") they say nothing. */
const ARTICLES = wordSet('de el la le les las los il lo un une una');
/** Fewer words are a name or a heading. */
const MIN_SENTENCE = 4;
/** Words with letters outside of ASCII; fewer are a name, or words such as "café". */
const MIN_ACCENTED = 3;

/**
 * Whether a short text (a sentence, a note) seems not to be in English, by less than `isOtherLanguage` asks for: a single
 * listed word, and words with letters outside of ASCII count too. Names do not.
 */
export function isShortOther(text: string): boolean {
  if (isOtherLanguage(text)) return true;
  const all = wordsIn(text);
  const lower = all.map((word) => word.toLocaleLowerCase());
  const english = lower.filter((word) => ENGLISH_WORDS.has(word) && !ALSO_ELSEWHERE.has(word));
  const isFirst = (at: number) => at === 0 && lower[0]?.slice(1) === all[0]?.slice(1);
  const own = new Set(lower.filter((word, at) => isFirst(at) || word === all[at]));
  const listed = [...own].filter((word) => OTHER_WORDS.has(word) && !ENGLISH_WORDS.has(word));
  const accented = [...own].filter((word) => /[^\p{ASCII}]/u.test(word) && !listed.includes(word));
  const found = listed.length + accented.length;
  if (found <= english.length) return false;
  if (listed.length > 0 && found >= MIN_WORDS) return true;
  if (accented.length >= MIN_ACCENTED && accented.length * 2 > all.length) return true;
  const hasArticle = ARTICLES.has(lower[0] ?? '') && lower[1] === all[1];
  const isSure = hasArticle || listed.some((word) => !ALSO_IN_ENGLISH.has(word));
  return isSure && all.length >= MIN_SENTENCE;
}

/** The words outside of quotes, paths and code, which are often about another language. */
function wordsIn(text: string): string[] {
  const own = text
    .slice(0, MAX_CHARACTERS)
    .replace(/`[^`]*`|"[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»/g, ' ')
    .replace(/\S*[/\\=_(){}|*]\S*/g, ' ')
    .replaceAll('’', "'");
  return own.match(/[\p{L}\p{M}]+(?:['-][\p{L}\p{M}]+)*/gu) ?? [];
}

const wordsOf = (text: string) => wordsIn(text).map((word) => word.toLocaleLowerCase());

function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/).filter(Boolean));
}
