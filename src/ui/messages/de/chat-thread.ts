import { plural } from '#ui/messages/catalogue.ts';
import type { chatThreadText, chatToolsText } from '#ui/messages/chat-thread.ts';

export const chatThread: typeof chatThreadText = {
  conversation: 'Unterhaltung',
  earlier: (count) => plural(count, { one: '# frühere Nachricht', other: '# frühere Nachrichten' }),
  later: (count) => plural(count, { one: '# spätere Nachricht', other: '# spätere Nachrichten' }),
  messageNotShown: 'Diese Nachricht konnte nicht angezeigt werden.',
  scrollToEnd: 'Zum Ende',

  you: 'Sie',
  tool: 'Werkzeug',
  assistant: 'Assistent',
  answerBy: (model) => `Antwort von ${model}`,
  theModel: 'dem Modell',
  edit: 'Bearbeiten',
  editMessage: 'Nachricht bearbeiten',
  send: 'Senden',
  editHint: 'Die erste Fassung bleibt erhalten.',
  cancel: 'Abbrechen',
  copyMessage: 'Nachricht kopieren',
  previousVersion: 'Vorherige Fassung',
  nextVersion: 'Nächste Fassung',
  version: (at, count) => `${at} von ${count}`,
  versionNotShown: 'Die andere Fassung konnte nicht angezeigt werden',

  queued: (text) => `In der Warteschlange: ${text}`,
  sendNow: 'Jetzt senden',
  editQueued: 'Wartende Nachricht bearbeiten',

  loadingModel: (model) => `${model} wird geladen`,
  loadingBytes: (model, done, total) => `${model} wird geladen, ${done} von ${total}`,
  notStoredOffline: (model) =>
    `${model} ist noch nicht auf diesem Gerät gespeichert, und es gibt keine Verbindung. Die Antwort kommt, wenn Sie wieder online sind.`,
  modelStopped: (model) =>
    `${model} wurde unterbrochen. Erneut versuchen oder ein anderes Modell wählen.`,
  staysHere:
    'Dieser Chat darf nicht an einen Anbieter gesendet werden. Seine Datenschutzstufe ändern oder ein Modell dieses Geräts wählen.',
  answerFailed: (model) =>
    `${model} konnte das nicht beantworten. Erneut versuchen oder die Nachricht ändern.`,
  details: 'Einzelheiten',
  jsonValid: 'JSON · gültig ✓',
  jsonFits: 'JSON · entspricht dem Schema ✓',
  jsonMisfits: 'JSON · entspricht dem Schema nicht',
  jsonItems: (count) => plural(count, { one: '# Eintrag', other: '# Einträge' }),
  jsonKeys: (count) => plural(count, { one: '# Schlüssel', other: '# Schlüssel' }),
  jsonMore: (left) => plural(left, { one: '# weiteren zeigen', other: '# weitere zeigen' }),
  readingConversation: 'Unterhaltung wird gelesen …',
  readingTokens: (done, total) => `${done} von ${total} Tokens gelesen`,
  thinking: 'Denkt nach …',
  thought: 'Nachgedacht',
  thoughtFor: (time) => `${time} nachgedacht`,
  tryAgain: 'Erneut versuchen',
  whileAnswering: 'Verfügbar, sobald die Antwort vollständig ist',
  answerReady: (words: number) =>
    plural(words, { one: 'Antwort fertig, # Wort', other: 'Antwort fertig, # Wörter' }),
  regenerate: 'Neu generieren',
  continue: 'Fortsetzen',
  notAnswered: 'Die Antwort konnte nicht gestartet werden',
  tokens: (count) => plural(count, { one: '# Token', other: '# Tokens' }),
  speed: (rate) => `${rate} Tokens/s`,
  firstToken: (time) => `erstes Wort nach ${time}`,
  stopped: 'gestoppt',
  inAnotherTab: 'wird in einem anderen Tab geschrieben',
  truncated: 'am Token-Limit abgeschnitten',
  leftOut: (count) =>
    plural(count, {
      one: 'die älteste Nachricht passte nicht',
      other: 'die # ältesten Nachrichten passten nicht',
    }),

  passages: 'Stellen für das Modell',
  bestPassages: 'Beste Stellen',
  matches: (count) =>
    plural(count, { one: '# Datei handelt davon', other: '# Dateien handeln davon' }),
  showMoreFiles: (count) => plural(count, { one: '# weitere zeigen', other: '# weitere zeigen' }),
  quoteScope: 'Diese Stelle passt am besten. Für eine Antwort in Worten ein größeres Modell holen.',
  speaksEnglishOnly: (model) =>
    `${model} versteht und schreibt nur Englisch. Fragen Sie auf Englisch, oder wählen Sie ein Modell, das Ihre Sprache kann.`,
  knowsThisApp: (model) => `${model} kennt nur diese App.`,
  canTry: (model, facts) => `${model} kann es versuchen: ${facts}.`,
  browserCosts: 'mehrere Gigabyte, die der Browser für alle Websites speichert',
  speedHere: (rate) => `hier etwa ${rate} Tokens/s`,
  noPassage: 'Keine Stelle beantwortet das.',
  noneAnswers: 'Die Dokumente beantworten das nicht.',
  modelAlone: 'Vom Modell allein:',
  quoted: (word) => `„${word}“`,
  notMentioned: (words, count) =>
    `${words} ${count === 1 ? 'steht' : 'stehen'} nicht in den gefundenen Dokumenten.`,
  maybeUnsaid: 'Die gefundenen Dokumente beantworten das vielleicht nicht.',
  closest: 'Am nächsten kommt:',
  downloadAndAnswer: 'Herunterladen und antworten',
  resumeAndAnswer: 'Fortsetzen und antworten',
  askAnother: 'Ein anderes Modell fragen',
  answerWith: (model) => `Mit ${model} antworten`,
  answersWhenReady: (model) => `${model} antwortet von selbst, sobald es bereit ist.`,
  theApp: 'Alcove',

  staysInTab: 'Ja, es bleibt hier. Modelle laufen in diesem Tab.',
  staysByLabel:
    'Ja, es bleibt hier. Modelle laufen in diesem Tab, und dieser Chat darf nicht an einen Anbieter gesendet werden.',
  asksBeforeSending:
    'Es bleibt hier, solange Sie nicht mehr erlauben. Modelle laufen in diesem Tab; ein Anbieter ist eingerichtet, und Alcove fragt, bevor etwas aus diesem Chat dorthin gesendet wird.',
  maySend:
    'Nicht alles. Das Datenschutz-Etikett dieses Chats erlaubt, dass er an einen Anbieter gesendet wird. Modelle auf diesem Gerät laufen in diesem Tab.',
  sentSinceOpened: (count) =>
    plural(count, {
      one: 'Seit Sie ihn geöffnet haben, hat Alcove # Anfrage an eine andere Website gesendet.',
      other: 'Seit Sie ihn geöffnet haben, hat Alcove # Anfragen an andere Websites gesendet.',
    }),
  howToCheck:
    'So lässt es sich prüfen:\n1. Das Netz ausschalten und noch einmal fragen.\n2. Die Netzwerkansicht des Browsers öffnen.',
  showSent: 'Zeigen, was gesendet wurde',
  showStored: 'Zeigen, was gespeichert ist',
  documentRemoved: (name) => `„${name}“ wurde aus diesem Chat entfernt.`,
  pagePicture: 'Die Seite, mit den Wörtern dieser Stelle markiert',
  playFrom: (time) => `Ab ${time} abspielen`,

  plainText: 'Als reiner Text angezeigt.',
  formattingFailed: 'Als reiner Text angezeigt: Die Formatierung ist fehlgeschlagen.',
  showFormatted: 'Formatiert anzeigen',
  tooLongToFormat: 'Er ist zu lang zum Formatieren.',
  veryLong: 'Er ist sehr lang.',
  nested: (levels) => `Listen oder Zitate sind ${levels} Ebenen tief verschachtelt.`,
  tooManyParts: 'Er hat zu viele Links, Zellen oder andere Teile.',
  text: 'Text',
  copyCode: 'Code kopieren',
  table: 'Tabelle',
  imageNotLoaded: 'Bild nicht geladen',
  imageNamed: (name) => `Bild nicht geladen: ${name}`,
  mailProgram: 'das E-Mail-Programm',
  openPlace: (place) => `${place} öffnen?`,
  openWarning:
    'Das Modell hat diesen Link geschrieben. Sein Inhalt wird an diese Website gesendet.',
  open: 'Öffnen',
};

export const chatTools: typeof chatToolsText = {
  called: (name) => `${name} aufgerufen`,
  noArguments: 'Keine Argumente',
  result: (name) => `Ergebnis von ${name}`,
  sendResults: (count) => plural(count, { one: 'Ergebnis senden', other: 'Ergebnisse senden' }),
  notSent: 'Die Ergebnisse konnten nicht gesendet werden',
  tooLong: (length, limit) =>
    `Das Ergebnis hat ${length} Zeichen; höchstens ${limit} werden an ein Modell gesendet.`,
};
