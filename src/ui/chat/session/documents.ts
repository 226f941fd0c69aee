import { anySignal } from '#base/promises.ts';
import type { ChatDocument, PagePicture, Passage } from '#storage/chat-records.ts';
import { Transcripts } from '#storage/transcripts.ts';
import { shortClock } from '#transcript-formats/clock.ts';
import { prepareSearch } from '#ui/chat/passages/find-in-documents.ts';
import { PagePictures } from '#ui/chat/passages/page-pictures.ts';
import { makePassages } from '#ui/chat/passages/passages.ts';
import { pictureReader } from '#ui/chat/passages/picture-reader.ts';
import type { SessionPorts } from '#ui/state/session-ports.ts';
import type { ConversationState, DocumentWork, Refusal } from './conversation-state.ts';

/** Documents that are being read, and files that were refused. */
export type ShelfState = Pick<ConversationState, 'reading' | 'problems'>;

/** Where documents are added: a chat, or a project. */
export interface Shelf {
  readonly id: string;
  readonly ports: SessionPorts;
  /** Aborts when it is deleted. */
  readonly signal: AbortSignal;
  readonly state: { setState: (change: (state: ShelfState) => Partial<ShelfState>) => void };
  /** Stores the chat itself when it is not yet. */
  ensureRow: () => Promise<void>;
  /** Whether a text is there already: then it is not added again. */
  hasText?: (text: string) => Promise<boolean>;
  addDocument: (
    document: ChatDocument,
    passages: readonly Passage[],
    pictures: readonly PagePicture[],
  ) => Promise<void>;
}

/** A text to be asked about. */
interface DocumentText {
  name: string;
  text: string;
  pages?: NonNullable<ChatDocument['pages']>;
  /** Where they are known already; see `packSentences`. */
  sentences?: Uint32Array;
  pictures?: PagePictures;
  recordingId?: string;
  isNote?: boolean;
}

type Read = (
  showPage: (page: number, pages: number) => void,
  signal: AbortSignal,
) => Promise<DocumentText>;

/** Makes a file a document: text, passages, vectors. Nothing leaves the device. @throws DocumentError, AnswerError */
export async function addDocument(shelf: Shelf, file: File): Promise<void> {
  await addText(shelf, file.name, async (showPage, signal) => {
    const pictures = new PagePictures();
    const reader = pictureReader(shelf.ports, pictures, showPage, signal);
    const read = await shelf.ports.openDocument(file, reader, signal);
    const { text, sentences, note, pages } = read;
    if (note !== null) showProblem(shelf, { text: note, name: file.name, help: null });
    return { name: file.name, text, sentences, pictures, ...(pages ? { pages } : {}) };
  });
}

/** Makes a transcript a document of a shelf. @throws AnswerError */
export async function addTranscript(shelf: Shelf, recordingId: string): Promise<void> {
  const transcripts = new Transcripts(await shelf.ports.store.opened);
  const recording = await transcripts.get(recordingId);
  if (!recording) return;
  const { name, speakers } = recording;
  await addText(shelf, name, async () => {
    const names = new Map(speakers.map((speaker) => [speaker.id, speaker.name]));
    const segments = await transcripts.segments(recordingId);
    // The times are how a citation finds its place in the sound.
    const lines = segments.map(({ start, speaker, text }) => {
      const who = speaker ? `${names.get(speaker) ?? ''}: ` : '';
      return `[${shortClock(start)}] ${who}${text.trim()}`;
    });
    return { name, text: lines.join('\n'), recordingId };
  });
}

/** Makes a text that a person typed a document of a shelf, without a wait for files that are read. @throws AnswerError */
export async function addNote(shelf: Shelf, name: string, text: string): Promise<void> {
  const ports = { ...shelf.ports, readInTurn: <T>(task: () => Promise<T>) => task() };
  await addText({ ...shelf, ports }, name, async () => ({ name, text, isNote: true }));
}

/** Adds what `read` gives, unless a person cancels the reading. */
async function addText(shelf: Shelf, name: string, read: Read): Promise<void> {
  const { signal, abort: cancel, release } = anySignal([shelf.signal]);
  const work: DocumentWork = { id: crypto.randomUUID(), name, done: 0, total: 0, cancel };
  showWork(shelf, work);
  try {
    await shelf.ports.readInTurn(() => readAndStore(shelf, work, read, signal), signal);
  } catch (error) {
    // Ended with its chat or project, or by a person.
    if (!signal.aborted || shelf.signal.aborted) throw error;
  } finally {
    release();
    shelf.state.setState(({ reading }) => ({ reading: reading.filter((w) => w.id !== work.id) }));
  }
}

async function readAndStore(
  shelf: Shelf,
  work: DocumentWork,
  read: Read,
  signal: AbortSignal,
): Promise<void> {
  await shelf.ensureRow();
  const { sentences, pictures, ...source } = await read(
    (page, pages) => showWork(shelf, { ...work, page, pages }),
    signal,
  );
  if (await shelf.hasText?.(source.text)) return;
  const id = crypto.randomUUID();
  const createdAt = shelf.ports.clock();
  const document: ChatDocument = { id, conversationId: shelf.id, ...source, createdAt };
  const passages = await makePassages(
    shelf.ports,
    document,
    sentences,
    (done, total) => showWork(shelf, { ...work, done, total }),
    signal,
  );
  signal.throwIfAborted();
  await shelf.addDocument(document, passages, pictures?.rows(document) ?? []);
  prepareSearch(shelf.ports, source.text);
}

/** Names a file that is not added, or not whole. */
export function showProblem({ state }: Pick<Shelf, 'state'>, refusal: Refusal): void {
  state.setState(({ problems }) => ({ problems: [...problems, refusal] }));
}

function showWork(shelf: Shelf, work: DocumentWork): void {
  shelf.state.setState(({ reading }) => ({
    reading: reading.some(({ id }) => id === work.id)
      ? reading.map((other) => (other.id === work.id ? work : other))
      : [...reading, work],
  }));
}
