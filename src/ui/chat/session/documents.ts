import type { ChatDocument } from '#storage/chat-records.ts';
import { Transcripts } from '#storage/transcripts.ts';
import { shortClock } from '#transcript-formats/clock.ts';
import { makePassages } from '#ui/chat/passages/passages.ts';
import type { ChatCore } from './chat-core.ts';
import type { DocumentWork } from './conversation-state.ts';

/** A text to be asked about. */
interface DocumentText {
  name: string;
  text: string;
  /** Where they are known already; see `packSentences`. */
  sentences?: Uint32Array;
  recordingId?: string;
}

/** Makes a file a document of a chat: text, passages, vectors. Nothing leaves the device. @throws DocumentError, AnswerError */
export async function addDocument(chat: ChatCore, file: File): Promise<void> {
  await addText(chat, file.name, async () => {
    const { openDocument } = await import('#documents/open-document.ts');
    const { text, sentences, note } = await openDocument(file);
    if (note !== null) {
      const problem = { text: note, help: null };
      chat.state.setState(({ problems }) => ({ problems: [...problems, problem] }));
    }
    return { name: file.name, text, sentences };
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

async function addText(
  chat: ChatCore,
  name: string,
  read: () => Promise<DocumentText>,
): Promise<void> {
  const work: DocumentWork = { id: crypto.randomUUID(), name, done: 0, total: 0 };
  showWork(chat, work);
  try {
    await chat.ensureRow();
    const { sentences, ...source } = await read();
    const id = crypto.randomUUID();
    const createdAt = chat.ports.clock();
    const document: ChatDocument = { id, conversationId: chat.id, ...source, createdAt };
    const passages = await makePassages(
      chat.ports,
      document,
      sentences,
      (done, total) => showWork(chat, { ...work, done, total }),
      chat.signal,
    );
    await chat.rows.addDocument(document, passages);
    chat.state.setState(({ documents }) => ({ documents: [...documents, document] }));
  } finally {
    chat.state.setState(({ reading }) => ({ reading: reading.filter((w) => w.id !== work.id) }));
  }
}

function showWork(chat: ChatCore, work: DocumentWork): void {
  chat.state.setState(({ reading }) => ({
    reading: reading.some(({ id }) => id === work.id)
      ? reading.map((other) => (other.id === work.id ? work : other))
      : [...reading, work],
  }));
}
