import { catalogue, plural } from './catalogue.ts';

/** Documents, pictures and recordings of a chat, and dictation. */
export const chatFilesText = catalogue('chat-files', {
  reading: (name: string) => `Reading ${name}`,
  readingPassages: (name: string, done: number, total: number) =>
    plural(total, {
      one: `Reading ${name}: ${done} of # passage`,
      other: `Reading ${name}: ${done} of # passages`,
    }),
  leftOut: (name: string, count: number, names: string) =>
    plural(count, {
      one: `Of “${name}”, one file was left out: ${names}.`,
      other: `Of “${name}”, # files were left out: ${names}.`,
    }),
  pagesOf: (name: string) => `Pages of ${name}`,
  textPage: (number: number) => `Page ${number}: text`,
  readPage: (number: number) => `Page ${number}: read from its picture`,
  unreadablePage: (number: number) => `Page ${number}: could not be read`,
  emptyPage: (number: number) => `Page ${number}: empty`,
  allWasRead: 'No page of these documents is unread.',
  notAllWasRead: 'Not every page of these documents could be read.',
  refusedFiles: 'Files that were refused or left out when they were added are not in this list.',
  whenAdded: 'When files were added:',
  notRead: (count: number) =>
    plural(count, { one: 'Not fully read: # file', other: 'Not fully read: # files' }),
  wholeText: 'read as text',
  textPages: (list: string) => `read as text: page ${list}`,
  readPages: (list: string) => `read from the picture: page ${list}`,
  unreadablePages: (list: string) => `could not be read: page ${list}`,
  emptyPages: (list: string) => `empty: page ${list}`,
  cancelReading: (name: string) => `Cancel reading ${name}`,
  files: (count: number) => plural(count, { one: '# file', other: '# files' }),
  searchFiles: 'Search files',
  noFile: 'No file has this name.',
  readingPage: (name: string, page: number, pages: number) =>
    pages > 1 ? `Reading ${name}: the picture of page ${page} of ${pages}` : `Reading ${name}`,
  wordsOnly: 'words of the picture only',
  somePictures: (read: number, pages: number) =>
    `${read} of ${pages} ${pages === 1 ? 'page' : 'pages'} read from pictures`,
  unreadPages: (list: string) => `not read: page ${list}`,
  otherModel: 'vectors of another model',
  embedAgain: (name: string) => `Embed ${name} again`,
  notEmbedded: (name: string) => `“${name}” could not be embedded again`,
  remove: (name: string) => `Remove ${name}`,
  documentNotRemoved: (name: string) => `“${name}” could not be removed`,

  unknownKind: (name: string) =>
    `Alcove cannot read “${name}”. Attach a document, a picture or a recording.`,
  tooLarge: (name: string, limit: string) => `“${name}” is larger than ${limit}.`,
  tooManyFiles: (name: string, limit: number) =>
    `“${name}” was not attached: a message can have at most ${limit} files.`,
  tooLargeTogether: (name: string, limit: string) =>
    `“${name}” was not attached: the files of a message can have at most ${limit} together.`,
  noPictures: (name: string, model: string) =>
    `“${name}” was not attached: ${model} cannot see pictures.`,
  noAudio: (name: string, model: string) =>
    `“${name}” was not attached: ${model} cannot process audio.`,
  noModel: (reason: string) => `${reason} Download a suitable model under Models.`,
  inTranscribe: (reason: string) => `${reason} Transcribe turns speech into text.`,

  openTranscribe: 'Open Transcribe',

  noSpeech: 'No speech was found. Record again.',
  noSound: 'The microphone sent no sound.',
  notTranscribed: 'The recording could not be transcribed',
  recordingNotStored: 'The recording could not be stored',
  transcribing: 'Transcribing…',
  cancel: 'Cancel',
  dismiss: 'Dismiss',
  discard: 'Discard',
  openInTranscribe: 'Open in Transcribe',
  saveRecording: 'Save recording',

  modelFile: (name: string) => `“${name}” is a model. Add it on the Models page.`,
  showModels: 'Show',
  modelConverting: (model: string) =>
    `${model} is being converted on this device. Models shows the progress.`,
  modelReady: (model: string) => `${model} can be used now.`,
  useModel: 'Use in this chat',
  modelFailed: (model: string, reason: string) => `${model} was not converted: ${reason}`,
});
