import type { ChatDocument, Passage } from '#storage/chat-records.ts';
import type { ChatContext, DocumentWork } from './chat-context.ts';
import { ensureStored } from './open-chat.ts';
import { makePassages } from './passages.ts';

/** A text to be asked about. */
interface DocumentText {
  name: string;
  text: string;
  /** Where they are known already; see `packSentences`. */
  sentences?: Uint32Array;
  recordingId?: string;
}

/**
 * Reads a document into the open chat: text, passages, vectors. Nothing leaves the device.
 * @throws DocumentError, AnswerError
 */
export async function addDocument(chat: ChatContext, file: File): Promise<void> {
  await addText(chat, file.name, async () => {
    const { openDocument } = await import('#documents/open-document.ts');
    const { text, sentences, note } = await openDocument(file);
    if (note !== null) {
      chat.state.setState(({ problems }) => ({
        problems: [...problems, { text: note, help: null }],
      }));
    }
    return { name: file.name, text, sentences };
  });
}

/** Puts a text into the open chat as a document. @throws AnswerError */
export async function addText(
  chat: ChatContext,
  name: string,
  read: () => Promise<DocumentText>,
): Promise<void> {
  await ensureStored(chat);
  const { conversation, isTemporary } = chat.state.getState();
  if (!conversation) return;
  const conversationId = conversation.id;
  const workId = crypto.randomUUID();
  const work = (done: number, total: number) =>
    showWork(chat, workId, { id: workId, conversationId, name, done, total });
  work(0, 0);
  try {
    const { sentences, ...source } = await read();
    const id = crypto.randomUUID();
    const document: ChatDocument = { id, conversationId, ...source, createdAt: chat.ports.clock() };
    const passages = await makePassages(chat.ports, document, sentences, work);
    await storeDocument(chat, document, passages, isTemporary);
    if (chat.state.getState().conversation?.id !== conversationId) return;
    chat.state.setState(({ documents }) => ({ documents: [...documents, document] }));
  } finally {
    showWork(chat, workId, null);
  }
}

function showWork(chat: ChatContext, id: string, work: DocumentWork | null): void {
  chat.state.setState(({ reading }) => {
    const isKnown = work && reading.some((other) => other.id === id);
    if (isKnown) return { reading: reading.map((other) => (other.id === id ? work : other)) };
    const others = reading.filter((other) => other.id !== id);
    return { reading: work ? [...others, work] : others };
  });
}

async function storeDocument(
  chat: ChatContext,
  document: ChatDocument,
  passages: Passage[],
  isTemporary: boolean,
): Promise<void> {
  if (isTemporary) {
    const before = chat.temporaryPassages.get(document.conversationId) ?? [];
    chat.temporaryPassages.set(document.conversationId, [...before, ...passages]);
    return;
  }
  const database = await chat.ports.store.opened;
  await database.transaction('rw', database.documents, database.passages, async () => {
    await database.documents.add(document);
    await database.passages.bulkAdd(passages);
  });
}
