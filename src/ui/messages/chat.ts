import { catalogue, plural } from './catalogue.ts';

/** The chat page: its header, the welcome, the message box, and notices about chats. */
export const chatText = catalogue('chat', {
  page: 'Chat',
  chats: 'Chats',
  newChat: 'New chat',
  temporaryChat: 'Temporary chat',
  model: 'Model',
  secondModel: 'Second model',
  compare: 'Compare two models',
  settings: 'Chat settings',
  settingNotSaved: 'The setting could not be saved',
  draftNotSaved: 'The draft could not be saved',
  answerNotSaved: 'The answer could not be saved',
  dropHere: 'Drop documents, pictures or recordings here',
  chatNotFound: 'This chat is not stored on this device.',
  transcriptNotRead: 'The transcript could not be read',

  welcome: 'AI that runs in this tab.',
  welcomeLead:
    'Chat, transcribe and search by meaning. Nothing leaves this device unless you allow it.',
  doorAsk: 'Ask',
  doorAskText: 'Guide is built in and knows this app',
  doorTranscribe: 'Transcribe',
  doorTranscribeText: 'Eleven seconds of speech become text',
  doorMap: 'See a map',
  doorMapText: 'Eighty sentences, placed by meaning',
  alsoApi: 'It is an API too:',
  firstCall: 'Your first call',
  welcomeTemporary: 'This chat is never stored',
  welcomeTemporaryLead: 'It is deleted when you open another chat or close the tab.',
  // Guide understands English only: these are the same in every language.
  abilities:
    'I answer questions about Alcove, in English. With other models this app chats, transcribes recordings, reads documents and draws maps of texts, all on this device. Get one under Models.',
  moreActions: 'More actions',
  askAbilities: 'What can you do?',
  largerModel: 'A larger model',
  forConversations: (model: string) => `A small model that can write: ${model}`,
  about: (size: string) => `About ${size}`,
  fitsDevice: 'fits this device',
  download: 'Download',
  resume: 'Resume',
  downloading: (model: string) => `Downloading ${model}`,
  otherModels: 'Other models',
  notDownloaded: (model: string) => `${model} could not be downloaded`,

  message: 'Message',
  placeholder: 'Ask something',
  placeholderBusy: 'Write the next message',
  files: 'Files',
  attachFiles: 'Attach files',
  record: 'Record',
  stopRecording: 'Stop recording',
  stop: 'Stop',
  send: 'Send',
  sendKeys: '↵ send · ⇧ ↵ new line · / prompts',
  contextUsed: 'Context used',
  tokensUsed: (used: string, total: string) => `${used} of ${total} tokens`,
  englishOnly: (model: string) => `${model} understands English only.`,
  nearlyFull: 'Nearly full: the oldest messages will be left out',
  tooManyWords: (model: string, count: number) =>
    plural(count, {
      one: `Too long for ${model} by about # word.`,
      other: `Too long for ${model} by about # words.`,
    }),
  tooManyCharacters: (model: string, count: number) =>
    plural(count, {
      one: `Too long for ${model} by about # character.`,
      other: `Too long for ${model} by about # characters.`,
    }),
  attachAsDocument: 'Attach as document',
  pastedText: 'Pasted text',
  attachedAsFile: 'The text is too long for a message: it was attached as a file.',

  notSent: 'The message could not be sent',
  filesNotAttached: 'The files could not be attached',
  fileNotRemoved: 'The file could not be removed',
  writtenElsewhere: 'This answer is being written in another tab.',
  answerReady: 'An answer is ready.',
  answerFailed: 'An answer failed.',
  tooManyRounds: (rounds: number) =>
    plural(rounds, {
      one: 'Stopped after # round of tool calls. Send a message to continue.',
      other: 'Stopped after # rounds of tool calls. Send a message to continue.',
    }),
  deleted: (title: string) => `Deleted “${title}”.`,
  deletedMany: (count: number) =>
    plural(count, { one: 'Deleted # chat.', other: 'Deleted # chats.' }),
  undo: 'Undo',
});
