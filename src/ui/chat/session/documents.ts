import { anySignal } from '#base/any-signal.ts';
import { blobToBase64 } from '#base/bytes.ts';
import type { ReadPicture } from '#documents/page-text.ts';
import type { ChatDocument } from '#storage/chat-records.ts';
import { Transcripts } from '#storage/transcripts.ts';
import { shortClock } from '#transcript-formats/clock.ts';
import { makePassages } from '#ui/chat/passages/passages.ts';
import { AnswerError } from '#ui/state/answer-error.ts';
import type { ChatCore } from './chat-core.ts';
import type { DocumentWork } from './conversation-state.ts';

/** A text to be asked about. */
interface DocumentText {
  name: string;
  text: string;
  pages?: NonNullable<ChatDocument['pages']>;
  /** Where they are known already; see `packSentences`. */
  sentences?: Uint32Array;
  recordingId?: string;
}

/** Makes a file a document of a chat: text, passages, vectors. Nothing leaves the device. @throws DocumentError, AnswerError */
export async function addDocument(chat: ChatCore, file: File): Promise<void> {
  await addText(chat, file.name, async (showPage, signal) => {
    const { openDocument } = await import('#documents/open-document.ts');
    const reader = pictureReader(chat, showPage, signal);
    const read = await openDocument(file, reader, signal);
    const { text, sentences, note, pages } = read;
    if (note !== null) {
      const problem = { text: note, help: null };
      chat.state.setState(({ problems }) => ({ problems: [...problems, problem] }));
    }
    return { name: file.name, text, sentences, ...(pages ? { pages } : {}) };
  });
}

/** Makes a transcript a document of a chat. @throws AnswerError */
export async function addTranscript(chat: ChatCore, recordingId: string): Promise<void> {
  const transcripts = new Transcripts(await chat.ports.store.opened);
  const recording = await transcripts.get(recordingId);
  if (!recording) return;
  const { name, speakers } = recording;
  await addText(chat, name, async () => {
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

/** Adds what `read` gives, unless a person cancels the reading. */
async function addText(
  chat: ChatCore,
  name: string,
  read: (
    showPage: (page: number, pages: number) => void,
    signal: AbortSignal,
  ) => Promise<DocumentText>,
): Promise<void> {
  const { signal, abort: cancel, release } = anySignal([chat.signal]);
  const work: DocumentWork = { id: crypto.randomUUID(), name, done: 0, total: 0, cancel };
  showWork(chat, work);
  try {
    await chat.ensureRow();
    const { sentences, ...source } = await read(
      (page, pages) => showWork(chat, { ...work, page, pages }),
      signal,
    );
    const id = crypto.randomUUID();
    const createdAt = chat.ports.clock();
    const document: ChatDocument = { id, conversationId: chat.id, ...source, createdAt };
    const passages = await makePassages(
      chat.ports,
      document,
      sentences,
      (done, total) => showWork(chat, { ...work, done, total }),
      signal,
    );
    signal.throwIfAborted();
    await chat.rows.addDocument(document, passages);
    chat.state.setState(({ documents }) => ({ documents: [...documents, document] }));
  } catch (error) {
    // Ended with its chat, or by a person.
    if (!signal.aborted || chat.signal.aborted) throw error;
  } finally {
    release();
    chat.state.setState(({ reading }) => ({ reading: reading.filter((w) => w.id !== work.id) }));
  }
}

interface OcrAnswer {
  pages: { markdown: string; unread_lines: number }[];
}

/** Reads pictures with the model of this device that does; null where there is none. */
function pictureReader(
  chat: ChatCore,
  showPage: (page: number, pages: number) => void,
  signal: AbortSignal,
): ReadPicture | null {
  const { v1, models } = chat.ports;
  const able = models.list().filter(({ task }) => task === 'ocr');
  // Scripted models are for tests: they never answer for a real one.
  const model = able.find(({ id }) => !id.startsWith('scripted-')) ?? able[0];
  if (!model) return null;
  return async (picture, page, pages) => {
    showPage(page, pages);
    const document = { type: 'image_url', image_url: await blobToBase64(picture) };
    try {
      const response = await v1('/v1/ocr', { model: model.id, document }, signal);
      const [read] = ((await response.json()) as OcrAnswer).pages;
      return read ? { text: read.markdown, unread: read.unread_lines } : null;
    } catch (error) {
      if (error instanceof AnswerError && error.code === 'invalid_image') return null;
      throw error;
    }
  };
}

function showWork(chat: ChatCore, work: DocumentWork): void {
  chat.state.setState(({ reading }) => ({
    reading: reading.some(({ id }) => id === work.id)
      ? reading.map((other) => (other.id === work.id ? work : other))
      : [...reading, work],
  }));
}
