import { catalogue, plural } from './catalogue.ts';

/** The messages of a chat and what can be done with them. */
export const chatThreadText = catalogue('chat-thread', {
  conversation: 'Conversation',
  earlier: (count: number) =>
    plural(count, { one: '# earlier message', other: '# earlier messages' }),
  later: (count: number) => plural(count, { one: '# later message', other: '# later messages' }),
  messageNotShown: 'This message could not be shown.',
  scrollToEnd: 'Scroll to end',

  you: 'You',
  tool: 'Tool',
  assistant: 'Assistant',
  answerBy: (model: string) => `Answer by ${model}`,
  theModel: 'the model',
  edit: 'Edit',
  editMessage: 'Edit message',
  send: 'Send',
  editHint: 'The first version stays available.',
  cancel: 'Cancel',
  copyMessage: 'Copy message',
  previousVersion: 'Previous version',
  nextVersion: 'Next version',
  version: (at: number, count: number) => `${at} of ${count}`,
  versionNotShown: 'The other version could not be shown',

  queued: (text: string) => `Queued: ${text}`,
  sendNow: 'Send now',
  editQueued: 'Edit queued message',

  loadingModel: (model: string) => `Loading ${model}`,
  loadingBytes: (model: string, done: string, total: string) =>
    `Loading ${model}, ${done} of ${total}`,
  notStoredOffline: (model: string) =>
    `${model} is not stored on this device yet, and there is no network. It answers when you are online again.`,
  modelStopped: (model: string) => `${model} stopped. Try again, or choose another model.`,
  staysHere:
    'This chat may not be sent to a provider. Change its privacy label, or choose a model of this device.',
  answerFailed: (model: string) =>
    `${model} could not answer this. Try again, or change the message.`,
  details: 'Details',
  jsonValid: 'JSON · valid ✓',
  jsonFits: 'JSON · fits the schema ✓',
  jsonMisfits: 'JSON · does not fit the schema',
  jsonItems: (count: number) => plural(count, { one: '# item', other: '# items' }),
  jsonKeys: (count: number) => plural(count, { one: '# key', other: '# keys' }),
  jsonMore: (left: number) => plural(left, { one: 'Show # more', other: 'Show # more' }),
  readingConversation: 'Reading the conversation…',
  readingTokens: (done: string, total: string) => `Reading ${done} of ${total} tokens`,
  thinking: 'Thinking…',
  thought: 'Thought',
  thoughtFor: (time: string) => `Thought for ${time}`,
  tryAgain: 'Try again',
  regenerate: 'Regenerate',
  whileAnswering: 'Available once the answer is complete',
  answerReady: (words: number) =>
    plural(words, { one: 'Answer ready, # word', other: 'Answer ready, # words' }),
  continue: 'Continue',
  notAnswered: 'The answer could not be started',
  tokens: (count: number) => plural(count, { one: '# token', other: '# tokens' }),
  speed: (rate: string) => `${rate} tok/s`,
  firstToken: (time: string) => `first word in ${time}`,
  stopped: 'stopped',
  inAnotherTab: 'being written in another tab',
  truncated: 'cut off at the token limit',
  leftOut: (count: number) =>
    plural(count, {
      one: 'the oldest message did not fit',
      other: 'the # oldest messages did not fit',
    }),

  passages: 'Passages given to the model',
  bestPassages: 'Best passages',
  matches: (count: number) =>
    plural(count, { one: '# file is about this', other: '# files are about this' }),
  showMoreFiles: (count: number) => plural(count, { one: 'Show # more', other: 'Show # more' }),
  quoteScope: 'This is the passage that fits best. For an answer in words, get a larger model.',
  speaksEnglishOnly: (model: string) =>
    `${model} understands and writes English only. Ask in English, or choose a model that knows your language.`,
  knowsThisApp: (model: string) => `${model} only knows this app.`,
  canTry: (model: string, facts: string) => `${model} can try this: ${facts}.`,
  browserCosts: 'several gigabytes, which the browser stores for all sites',
  speedHere: (rate: string) => `about ${rate} tok/s here`,
  noPassage: 'No passage answers this.',
  noneAnswers: 'The documents do not answer this.',
  modelAlone: 'From the model alone:',
  quoted: (word: string) => `“${word}”`,
  notMentioned: (words: string, count: number) =>
    `${words} ${count === 1 ? 'is' : 'are'} not in the documents found.`,
  maybeUnsaid: 'The documents found may not answer this.',
  closest: 'What comes closest:',
  downloadAndAnswer: 'Download and answer',
  resumeAndAnswer: 'Resume and answer',
  askAnother: 'Ask another model',
  answerWith: (model: string) => `Answer with ${model}`,
  answersWhenReady: (model: string) => `${model} answers by itself when it is ready.`,
  theApp: 'Alcove',

  staysInTab: 'Yes, it stays here. Models run in this tab.',
  staysByLabel:
    'Yes, it stays here. Models run in this tab, and this chat may not be sent to a provider.',
  asksBeforeSending:
    'It stays here unless you allow more. Models run in this tab; a provider is set up, and Alcove asks before it sends anything of this chat there.',
  maySend:
    'Not all of it. The privacy label of this chat allows that it is sent to a provider. Models on this device run in this tab.',
  sentSinceOpened: (count: number) =>
    plural(count, {
      one: 'Since you opened it, Alcove sent # request to another site.',
      other: 'Since you opened it, Alcove sent # requests to other sites.',
    }),
  howToCheck:
    'Check it:\n1. Turn off the network and ask again.\n2. Open the browser’s network panel.',
  showSent: 'Show what was sent',
  showStored: 'Show what is stored',
  documentRemoved: (name: string) => `“${name}” was removed from this chat.`,
  pagePicture: 'The page, with the words of this passage marked',
  playFrom: (time: string) => `Play from ${time}`,

  plainText: 'Shown as plain text.',
  formattingFailed: 'Shown as plain text: formatting failed.',
  showFormatted: 'Show formatted',
  tooLongToFormat: 'It is too long to format.',
  veryLong: 'It is very long.',
  nested: (levels: number) => `Its lists or quotes are nested ${levels} levels deep.`,
  tooManyParts: 'It has too many links, cells or other parts.',
  text: 'text',
  copyCode: 'Copy code',
  table: 'Table',
  imageNotLoaded: 'Image not loaded',
  imageNamed: (name: string) => `Image not loaded: ${name}`,
  mailProgram: 'your mail program',
  openPlace: (place: string) => `Open ${place}?`,
  openWarning: 'The model wrote this link. Anything in it is sent to that site.',
  open: 'Open',
});

/** Tool calls of an answer. */
export const chatToolsText = catalogue('chat-tools', {
  called: (name: string) => `Called ${name}`,
  noArguments: 'No arguments',
  result: (name: string) => `Result of ${name}`,
  sendResults: (count: number) => plural(count, { one: 'Send result', other: 'Send results' }),
  notSent: 'The results could not be sent',
  tooLong: (length: string, limit: string) =>
    `The result has ${length} characters; at most ${limit} are sent to a model.`,
});
