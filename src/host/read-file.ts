import type { FileReader } from '#api/call/call.ts';
import { DocumentError, type DocumentFault } from '#documents/document-error.ts';
import { openDocument } from '#documents/open-document.ts';

const PICTURES = 'It holds pictures of text, and no model here reads them.';

/** Kinds of files that are not read here, each with what to do. */
const UNSUPPORTED: Partial<Record<DocumentFault, string>> = {
  'old-office': 'It is of Office before 2007: save it as .docx, .xlsx or .pptx.',
  'pdf-pictures': PICTURES,
  picture: PICTURES,
  'no-words': 'Its picture shows no words.',
  'unread-words':
    'It shows words that the model cannot read: of another script, by hand, or too small.',
  'picture-size': 'Its picture has more pixels than are read.',
  pages: 'It has more pages than are read.',
};

/** The same where a model reads pictures. */
const WITH_READER: Partial<Record<DocumentFault, string>> = {
  'pdf-pictures': 'Its pages are pictures whose words the model cannot read.',
  picture: 'It is not a picture that this browser reads.',
};

/** Problems of files of kinds that are read. */
const INVALID: Partial<Record<DocumentFault, string>> = {
  empty: 'It holds no text.',
  'no-word-text': 'It holds no text.',
  locked: 'It is locked with a password.',
  'pdf-locked': 'It is locked with a password.',
  unpacks: 'It unpacks to more than is read.',
  'pdf-unpacks': 'It unpacks to more than is read.',
  characters: 'It holds more text than is read.',
  bytes: 'It is larger than is read.',
  'pdf-size': 'It is larger than is read.',
  memory: 'Reading it takes more memory than this device has.',
  silent: 'Reading it took too long.',
};
/** Problems that say nothing against the file: it has no words, or the device could not. */
const OF: Partial<Record<DocumentFault, 'words' | 'device'>> = {
  'no-words': 'words',
  'unread-words': 'words',
  memory: 'device',
  silent: 'device',
};
const DAMAGED = 'It is damaged, or not what its name says.';

/** Reads a file in a worker of its own: its text and sentences, or why it cannot be read. */
export const readFile: FileReader = async (file, readPicture, signal) => {
  try {
    return await openDocument(file, readPicture, signal);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    const unsupported = (readPicture && WITH_READER[error.fault]) ?? UNSUPPORTED[error.fault];
    const problem = unsupported ?? INVALID[error.fault] ?? DAMAGED;
    const of = OF[error.fault];
    return { problem, isUnsupported: unsupported !== undefined, ...(of && { of }) };
  }
};
