import { DocumentError } from '#documents/document-error.ts';
import {
  holdsText,
  isArchive,
  isDocument,
  isPicture,
  kindByBytes,
} from '#documents/is-document.ts';
import type { StoredFile } from '#storage/chat-records.ts';
import { formatBytes } from '#ui/kit/format.ts';
import { chatFilesText } from '#ui/messages/chat-files.ts';
import { documentsText } from '#ui/messages/documents.ts';
import { describeError, describeFilesWith } from '#ui/state/describe-error.ts';
import { isStorageFull, STORAGE_PATH } from '#ui/state/storage-full.ts';
import type { ChatCore } from './chat-core.ts';
import { canRetry, type Refusal } from './conversation-state.ts';
import { addDocument, type Shelf, showProblem } from './documents.ts';

describeFilesWith(documentsText);

/** A file cannot go into this chat; the message names the reason and the remedy. */
class AttachError extends Error {
  override readonly name = 'AttachError';
  readonly help: Refusal['help'];

  constructor(message: string, help: Refusal['help'] = null) {
    super(message);
    this.help = help;
  }
}

/** Maximum bytes of one attached file, the limit of `/v1`. */
const MAX_BYTES = 20_000_000;
/** Files of one message: pictures and recordings are sent whole. */
const MAX_FILES = 20;
const MAX_BYTES_TOGETHER = 60_000_000;

/**
 * Adds files to a chat or a project, one after the other.
 * @param add adds one file: `addToChat`, or `addDocumentFile`.
 * @param again adds a file once more that failed for want of storage or of a model.
 * @returns whether all could be added.
 */
export async function addEach(
  shelf: Shelf,
  files: readonly File[],
  add: (file: File) => Promise<void>,
  again: (file: File) => void,
): Promise<boolean> {
  let isFine = true;
  for (const file of files) {
    try {
      shelf.signal.throwIfAborted();
      forget(shelf, file.name);
      if (isArchive(file.name)) isFine = (await addArchive(shelf, file, add, again)) && isFine;
      else await add(file);
    } catch (error) {
      if (shelf.signal.aborted) return false;
      isFine = false;
      const help = error instanceof AttachError ? error.help : storageHelp(error);
      const retry = willAlwaysFail(error) ? null : () => again(file);
      showProblem(shelf, { text: describeError(error), name: file.name, help, retry });
    }
  }
  return isFine;
}

/** Removes the refusal of a file that is added again; a file in memory alone stays. */
function forget({ state }: Shelf, name: string): void {
  state.setState(({ problems }) => {
    const others = problems.filter((problem) => problem.name !== name || canRetry(problem));
    return others.length < problems.length ? { problems: others } : {};
  });
}

/**
 * A document is read; a picture or a recording goes with a message; a model becomes one of the models here.
 * @param owner the message that was sent meanwhile and includes it; null for the next one.
 */
export async function addToChat(
  chat: ChatCore,
  file: File,
  owner: () => string | null,
): Promise<void> {
  if ((await kindByBytes(file)) === 'gguf') {
    const { convertModel } = await import('./add-model-file.ts');
    return convertModel(chat, file);
  }
  const isAdded = (await isRead(chat, file)) && (await addWords(chat, file));
  if (!isAdded) await attach(chat, file, owner);
}

/** Reads a file where no message could have it: in a project. @throws DocumentError, AttachError */
export async function addDocumentFile(shelf: Shelf, file: File): Promise<void> {
  if ((await kindByBytes(file)) === 'gguf')
    throw new AttachError(chatFilesText.modelFile(file.name), '/models');
  if (!(isDocument(file.name) || (await isReadAsText(shelf, file))))
    throw new AttachError(chatFilesText.unknownKind(file.name));
  await addDocument(shelf, file);
}

/** Adds the files of an archive, and names those that no one can read. @throws DocumentError */
async function addArchive(shelf: Shelf, file: File, ...rest: AddRest): Promise<boolean> {
  const { unpackFiles } = await import('#documents/unpack-files.ts');
  const { files, others } = await unpackFiles(file);
  if (others.length > 0) {
    const names = others.slice(0, MAX_NAMES).join(', ') + (others.length > MAX_NAMES ? ' …' : '');
    showProblem(shelf, {
      text: chatFilesText.leftOut(file.name, others.length, names),
      name: file.name,
      help: null,
    });
  }
  return addEach(shelf, files, ...rest);
}

type AddRest = [add: (file: File) => Promise<void>, again: (file: File) => void];

/** Names of files that are left out of an archive. */
const MAX_NAMES = 10;

/** Adds a document; false for a picture without words, which only a model that sees pictures can use. */
async function addWords(chat: ChatCore, file: File): Promise<boolean> {
  try {
    await addDocument(chat, file);
    return true;
  } catch (error) {
    const isWordless = error instanceof DocumentError && error.fault === 'no-words';
    if (isWordless && mediaKind(file) === 'images') return false;
    throw error;
  }
}

/** The file itself is refused. By name: the class of an error from another thread is lost. */
function willAlwaysFail(error: unknown): boolean {
  return error instanceof Error && /^(?:Attach|Document)Error$/.test(error.name);
}

const storageHelp = (error: unknown) => (isStorageFull(error) ? STORAGE_PATH : null);

/** By name first: browsers report .ts files as video. A picture is read where the model of the chat does not see it. */
async function isRead(chat: ChatCore, file: File): Promise<boolean> {
  if (isDocument(file.name)) return true;
  const { images } = chat.ports.models.find(chat.row.settings.model)?.can ?? {};
  const isSeen = images === true && mediaKind(file) === 'images';
  return !isSeen && isReadAsText(chat, file);
}

async function isReadAsText({ ports }: Shelf, file: File): Promise<boolean> {
  if (isPicture(file.name) || file.type.startsWith('image/'))
    return ports.models.list().some(({ task }) => task === 'ocr');
  return !/^(image|audio|video)\//.test(file.type) && holdsText(file);
}

/**
 * Stores a picture or a recording for a message.
 * @throws AttachError when the chat's model cannot read it, or no model could.
 */
async function attach(chat: ChatCore, file: File, owner: () => string | null): Promise<void> {
  requireModel(chat, file);
  if (file.size > MAX_BYTES)
    throw new AttachError(chatFilesText.tooLarge(file.name, formatBytes(MAX_BYTES)));
  requireSpace(await filesWith(chat, owner()), file);
  await chat.ensureRow();
  const { name, type } = file;
  const id = crypto.randomUUID();
  const stored: StoredFile = { id, conversationId: chat.id, name, type, data: file };
  await chat.rows.addFile(stored);
  const ownerId = owner();
  chat.state.setState(({ attached, waiting }) => {
    // A recalled message restores its files, too.
    if (!waiting.some((message) => message.id === ownerId)) {
      return { attached: [...attached, stored] };
    }
    return {
      waiting: waiting.map((message) =>
        message.id === ownerId ? { ...message, files: [...message.files, id] } : message,
      ),
    };
  });
}

function mediaKind({ type }: File): 'images' | 'audio' | null {
  if (/^image\/(png|jpeg|webp|gif)$/.test(type)) return 'images';
  return /^(audio|video)\//.test(type) ? 'audio' : null;
}

/** @throws AttachError when the chat's model cannot read a file, with the one that can */
function requireModel({ row, ports }: ChatCore, file: File): void {
  const kind = mediaKind(file);
  if (kind === null) throw new AttachError(chatFilesText.unknownKind(file.name));
  const id = row.settings.model;
  const model = ports.models.find(id);
  if (model?.can[kind]) return;
  const title = model?.title ?? id;
  const { noPictures, noAudio, noModel, inTranscribe } = chatFilesText;
  const reason = kind === 'images' ? noPictures(file.name, title) : noAudio(file.name, title);
  const able = ports.models.list().find((m) => m.can[kind] && m.task !== 'speech');
  if (able) throw new AttachError(reason, { id: able.id, title: able.title, file });
  if (kind === 'audio') throw new AttachError(inTranscribe(reason), '/transcribe');
  throw new AttachError(noModel(reason), '/models');
}

/** The files of the message that a further one goes with. */
async function filesWith(chat: ChatCore, ownerId: string | null): Promise<readonly StoredFile[]> {
  const { attached, waiting } = chat.state.getState();
  const message = waiting.find(({ id }) => id === ownerId);
  if (!message) return attached;
  const files = await Promise.all(message.files.map((id) => chat.rows.file(id)));
  return files.filter((stored) => stored !== undefined);
}

/** @throws AttachError when the message would get too large to be sent. */
function requireSpace(attached: readonly StoredFile[], file: File): void {
  if (attached.length >= MAX_FILES)
    throw new AttachError(chatFilesText.tooManyFiles(file.name, MAX_FILES));
  const together = attached.reduce((sum, { data }) => sum + data.size, file.size);
  if (together > MAX_BYTES_TOGETHER)
    throw new AttachError(
      chatFilesText.tooLargeTogether(file.name, formatBytes(MAX_BYTES_TOGETHER)),
    );
}
